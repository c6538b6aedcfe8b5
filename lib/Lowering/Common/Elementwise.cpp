// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Common/Contraction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

bool amp::lowering::hasOnlyParallelLoops(Operation *op) {
  auto generic = dyn_cast<GenericOp>(op);
  return generic && generic.getNumParallelLoops() == generic.getNumLoops();
}

bool amp::lowering::hasOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return !type || type.getRank() == 0;
}

BodyWork amp::lowering::workOf(GenericOp producer) {
  SmallPtrSet<Value, 8> invariants;
  for (OpOperand *input : producer.getDpsInputOperands())
    if (producer.getNumLoops() && hasOneElement(input->get()))
      invariants.insert(producer.getMatchingBlockArgument(input));
  BodyWork work;
  for (Operation &op : producer.getBody()->without_terminator()) {
    if (op.getNumRegions() || isa<tensor::ExtractOp>(op)) {
      work.branches = true;
    } else if (llvm::all_of(op.getOperands(), [&](Value operand) {
                 return invariants.contains(operand) ||
                        operand.getParentBlock() != producer.getBody();
               })) {
      invariants.insert_range(op.getResults());
      continue;
    }
    work.places += isa<affine::AffineApplyOp, linalg::IndexOp>(op);
    work.hard +=
        isa<math::MathDialect>(op.getDialect()) || isa<arith::DivFOp>(op);
    ++work.ops;
  }
  return work;
}

/// Returns the type from which `op` extends its elements, if it does nothing
/// else.
static Type widenedType(GenericOp op) {
  if (!op || op.getNumDpsInputs() != 1 || !amp::lowering::onlyMoves(op))
    return nullptr;
  auto widening = op.getBody()
                      ->getTerminator()
                      ->getOperand(0)
                      .getDefiningOp<arith::ExtFOp>();
  return widening ? widening.getIn().getType() : nullptr;
}

bool amp::lowering::keepsTensorCores(OpOperand &factor) {
  auto product = cast<GenericOp>(factor.getOwner());
  Type low = widenedType(factor.get().getDefiningOp<GenericOp>());
  if (!low || !mayCutToTf32(product) || product.getNumDpsInputs() != 2)
    return true;
  Value other =
      product.getDpsInputOperand(1 - factor.getOperandNumber())->get();
  Type otherLow = widenedType(other.getDefiningOp<GenericOp>());
  return (otherLow ? otherLow : getElementTypeOrSelf(other)) == low;
}

bool amp::lowering::onlyMoves(GenericOp producer) {
  for (Operation &op : producer.getBody()->without_terminator())
    if (!isa<arith::ExtFOp>(op))
      return false;
  return true;
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

bool amp::lowering::canTake(OpOperand &use) {
  auto producer = use.get().getDefiningOp<GenericOp>();
  auto reader = dyn_cast<GenericOp>(use.getOwner());
  return reader && reader->getBlock() == producer->getBlock() &&
         reader.isDpsInput(&use) && isFusable(&use) &&
         (!isContraction(reader) ||
          (onlyMoves(producer) && keepsTensorCores(use)));
}

bool amp::lowering::isTooLarge(GenericOp producer, GenericOp consumer) {
  constexpr size_t maxBodyOps = 256;
  constexpr unsigned maxOperands = 24;
  return producer.getBody()->getOperations().size() +
                 consumer.getBody()->getOperations().size() >
             maxBodyOps ||
         producer->getNumOperands() + consumer->getNumOperands() > maxOperands;
}

GenericOp amp::lowering::mapElements(
    Value value, FloatType format,
    function_ref<Value(OpBuilder &, Location, Value)> compute,
    OpBuilder &builder) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType()).clone(format);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), format);
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return GenericOp::create(
      builder, loc, type, value, empty, ArrayRef{all, all}, loops,
      [&](OpBuilder &b, Location loc, ValueRange given) {
        linalg::YieldOp::create(b, loc, compute(b, loc, given[0]));
      });
}
