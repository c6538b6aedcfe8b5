// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %h = max(%x, 0), %g = select(%x > 0, %d, 0)   ==>   select(%h > 0, %d, 0)
#include "lib/Lowering/Gpu/Library/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

namespace mlir::amp {
#define GEN_PASS_DEF_REUSERELU
#include "lib/Lowering/Gpu/Library/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using arith::CmpFPredicate;
using linalg::GenericOp;

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat());
}

/// Returns true if the op is max(its operand, 0), element by element.
static bool isRelu(GenericOp op) {
  Block &body = *op.getBody();
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return false;
  auto max =
      body.getTerminator()->getOperand(0).getDefiningOp<arith::MaximumFOp>();
  if (!max)
    return false;
  Value in = body.getArgument(0);
  return (max.getLhs() == in && isZero(max.getRhs())) ||
         (max.getRhs() == in && isZero(max.getLhs()));
}

/// Returns true if `use` is a test with equal results for x and max(x, 0).
static bool testsSign(OpOperand &use) {
  auto test = dyn_cast<arith::CmpFOp>(use.getOwner());
  if (!test || !isZero(test->getOperand(1 - use.getOperandNumber())))
    return false;
  CmpFPredicate is = test.getPredicate();
  return use.getOperandNumber() == 0
             ? is == CmpFPredicate::OGT || is == CmpFPredicate::UGT
             : is == CmpFPredicate::OLT || is == CmpFPredicate::ULT;
}

static bool readsSign(OpOperand &use) {
  auto reader = dyn_cast<GenericOp>(use.getOwner());
  if (!reader || !reader.isDpsInput(&use))
    return false;
  BlockArgument element = reader.getMatchingBlockArgument(&use);
  return llvm::all_of(element.getUses(), testsSign);
}

/// Allocates a new buffer for the result of `reader`, so that it is not written
/// over max(x, 0), which later matmuls may read.
static void writeElsewhere(GenericOp reader, Type type) {
  OpBuilder b(reader);
  for (OpOperand &init : reader.getDpsInitsMutable())
    if (init.get().getType() == type &&
        init.get().getDefiningOp<tensor::EmptyOp>())
      init.set(bufferization::AllocTensorOp::create(
          b, reader.getLoc(), cast<RankedTensorType>(type), ValueRange()));
}

static void reuse(GenericOp relu, DominanceInfo &dominance) {
  OpOperand &in = relu->getOpOperand(0);
  SmallVector<OpOperand *> readers;
  for (OpOperand &use : in.get().getUses()) {
    if (use.getOwner() == relu)
      continue;
    if (!readsSign(use) || !dominance.properlyDominates(relu, use.getOwner()))
      return;
    readers.push_back(&use);
  }
  for (OpOperand *reader : readers) {
    reader->set(relu.getResult(0));
    writeElsewhere(cast<GenericOp>(reader->getOwner()), in.get().getType());
  }
}

namespace {
struct ReuseRelu : amp::impl::ReuseReluBase<ReuseRelu> {
  using Base::Base;

  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    getOperation().walk([&](GenericOp op) {
      if (op.hasPureTensorSemantics() && isRelu(op))
        reuse(op, dominance);
    });
  }
};
} // namespace
