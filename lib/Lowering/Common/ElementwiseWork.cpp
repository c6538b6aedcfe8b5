// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Common/ElementwiseWork.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// A function or a division counts as so many ops; users repeat at most
/// `maxWorkAgain` ops.
static constexpr unsigned hardOp = 8, maxWorkAgain = 32;

bool ElementwiseWork::isRepeatable() const {
  return !branches && ops - places + hardOp * hard <= maxWorkAgain;
}

bool amp::lowering::hasOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return !type || type.getRank() == 0;
}

ElementwiseWork amp::lowering::workOf(GenericOp op) {
  SmallPtrSet<Value, 8> invariants;
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getNumLoops() && hasOneElement(input->get()))
      invariants.insert(op.getMatchingBlockArgument(input));
  ElementwiseWork work;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (inner.getNumRegions() || isa<tensor::ExtractOp>(inner)) {
      work.branches = true;
    } else if (llvm::all_of(inner.getOperands(), [&](Value operand) {
                 return invariants.contains(operand) ||
                        operand.getParentBlock() != op.getBody();
               })) {
      invariants.insert_range(inner.getResults());
      continue;
    }
    work.places += isa<affine::AffineApplyOp, linalg::IndexOp>(inner);
    work.hard +=
        isa<math::MathDialect>(inner.getDialect()) || isa<arith::DivFOp>(inner);
    ++work.ops;
  }
  return work;
}

std::optional<int64_t> amp::lowering::bytesOf(ValueRange values) {
  llvm::SmallPtrSet<Value, 8> seen;
  int64_t bytes = 0;
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (hasOneElement(value) || !seen.insert(value).second)
      continue;
    if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
      return std::nullopt;
    bytes += type.getNumElements() *
             llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  }
  return bytes;
}

bool amp::lowering::isFusable(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<GenericOp>();
  return producer && linalg::areElementwiseOpsFusable(operand) &&
         llvm::all_of(producer.getRegionOutputArgs(), [](Value destination) {
           return destination.use_empty();
         });
}
