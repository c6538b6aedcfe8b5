// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Upstream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Rebuilds the body of a named op with its region builder, because the parser
/// of its printed form does the same.
static void rebuildBody(linalg::LinalgOp op) {
  Region &region = op->getRegion(0);
  region.front().erase();
  ImplicitLocOpBuilder builder(op.getLoc(), op.getContext());
  SmallVector<Type> types =
      llvm::map_to_vector(op->getOperandTypes(),
                          [](Type type) { return getElementTypeOrSelf(type); });
  Block *block = builder.createBlock(
      &region, {}, types, SmallVector<Location>(types.size(), op.getLoc()));
  op.getRegionBuilder()(builder, *block, op->getAttrs(),
                        [&] { return op.emitOpError(); });
}

/// Returns true if the body has a user of `argument` other than the yield.
static bool isComputedWith(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [](Operation *user) {
    return !user->hasTrait<OpTrait::IsTerminator>();
  });
}

/// Returns the element type required of operand `number` of the yield.
static Type yieldedType(linalg::LinalgOp op, unsigned number) {
  return getElementTypeOrSelf(op.getDpsInitOperand(number)->get().getType());
}

// ^bb0(%a: f32, …): mulf %a   ==>   ^bb0(%a: f16, …): extf %a; mulf
static void widenArguments(linalg::LinalgOp op) {
  auto builder = OpBuilder::atBlockBegin(op.getBlock());
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Type wide = argument.getType();
    Type narrow = getElementTypeOrSelf(operand.get().getType());
    if (wide == narrow)
      continue;
    argument.setType(narrow);
    if (!isComputedWith(argument))
      continue;
    auto widened = arith::ExtFOp::create(builder, op.getLoc(), wide, argument);
    argument.replaceUsesWithIf(widened, [&](OpOperand &use) {
      bool isYieldedLow = use.getOwner()->hasTrait<OpTrait::IsTerminator>() &&
                          yieldedType(op, use.getOperandNumber()) == narrow;
      return use.getOwner() != widened && !isYieldedLow;
    });
  }
}

// yield %sum : f32   ==>   truncf %sum; yield : f16
static void narrowYield(linalg::LinalgOp op) {
  Operation *yield = op.getBlock()->getTerminator();
  OpBuilder builder(yield);
  for (OpOperand &yielded : yield->getOpOperands()) {
    Type wanted = yieldedType(op, yielded.getOperandNumber());
    if (yielded.get().getType() != wanted)
      yielded.set(
          arith::TruncFOp::create(builder, op.getLoc(), wanted, yielded.get()));
  }
}

void amp::adoptLinalgTypes(linalg::LinalgOp op) {
  if (op.getRegionBuilder())
    return rebuildBody(op);
  widenArguments(op);
  narrowYield(op);
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {
template <typename OpT>
struct LinalgModel : ModelOp::ExternalModel<LinalgModel<OpT>, OpT> {
  OpClass getOpClass(Operation *op) const {
    return classifyLinalg(cast<linalg::LinalgOp>(op));
  }

  /// Parallel loops span M, with batch and N set to 1; reduction loops span K.
  ContractionShape getContractionShape(Operation *op) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    SmallVector<int64_t> rows, depth;
    for (auto [size, kind] : llvm::zip_equal(linalgOp.getStaticLoopRanges(),
                                             linalgOp.getIteratorTypesArray()))
      (kind == utils::IteratorType::parallel ? rows : depth).push_back(size);
    return {1, ContractionShape::product(rows), 1,
            ContractionShape::product(depth)};
  }

  void adoptTypes(Operation *op) const {
    adoptLinalgTypes(cast<linalg::LinalgOp>(op));
  }
};
} // namespace

template <typename... OpTs> static void attach(MLIRContext *context) {
  (OpTs::template attachInterface<LinalgModel<OpTs>>(*context), ...);
}

void amp::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attach<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}
