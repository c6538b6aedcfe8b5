// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %m = max over n (extf (truncf %x))         // %x: a matmul
// %e = exp(extf (truncf %x) - %m)
//   ==>
// %r = extf (truncf %x); %m = max over n (%r); %e = exp(%r - %m)
//   ==>
// %s = truncf %x; %m = max over n (extf %s); %e = exp(extf %s - %m)
//
// Elementwise fusion leaves the first form of 16-bit logits: %x would be stored
// in 32 bits.
#include "lib/Lowering/Gpu/Logits/Roundings.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Returns the elements of `value` in bodies; none if it has other users.
static SmallVector<Value> elementsOf(Value value) {
  SmallVector<Value> elements;
  for (OpOperand &use : value.getUses()) {
    auto reader = dyn_cast<GenericOp>(use.getOwner());
    if (auto extract = dyn_cast<tensor::ExtractOp>(use.getOwner()))
      elements.push_back(extract.getResult());
    else if (reader && reader.isDpsInput(&use))
      elements.push_back(reader.getMatchingBlockArgument(&use));
    else
      return {};
  }
  return elements;
}

/// Returns the only format to which all users round `element`, or null.
static FloatType roundedTo(Value element) {
  Type format;
  for (Operation *user : element.getUsers()) {
    auto narrow = dyn_cast<arith::TruncFOp>(user);
    if (!narrow || (format && format != narrow.getType()) ||
        !llvm::all_of(narrow->getUsers(), [&](Operation *wide) {
          return isa<arith::ExtFOp>(wide) &&
                 wide->getResult(0).getType() == element.getType();
        }))
      return nullptr;
    format = narrow.getType();
  }
  return cast_or_null<FloatType>(format);
}

SmallVector<GenericOp> amp::lowering::collectRoundings(Operation *root,
                                                       RewriterBase &rewriter) {
  SmallVector<GenericOp> products, roundings;
  root->walk([&](GenericOp op) {
    if (isContraction(op) && op->getNumResults() == 1 &&
        !op.hasDynamicShape() && !op->getResult(0).hasOneUse() &&
        isa<RankedTensorType>(op->getResult(0).getType()))
      products.push_back(op);
  });
  for (GenericOp product : products) {
    Value value = product->getResult(0);
    SmallVector<Value> elements = elementsOf(value);
    FloatType format = elements.empty() ? nullptr : roundedTo(elements[0]);
    if (!format || !llvm::all_of(elements, [&](Value element) {
          return roundedTo(element) == format;
        }))
      continue;
    for (Value element : elements)
      for (Operation *narrow : llvm::make_early_inc_range(element.getUsers())) {
        for (Operation *wide : llvm::make_early_inc_range(narrow->getUsers()))
          rewriter.replaceOp(wide, element);
        rewriter.eraseOp(narrow);
      }
    rewriter.setInsertionPointAfter(product);
    auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
    GenericOp rounding = mapElements(
        value, type,
        [&](OpBuilder &b, Location loc, Value element) -> Value {
          Value narrow = arith::TruncFOp::create(b, loc, format, element);
          return arith::ExtFOp::create(b, loc, type, narrow);
        },
        rewriter);
    rewriter.replaceAllUsesExcept(value, rounding->getResult(0), rounding);
    roundings.push_back(rounding);
  }
  return roundings;
}

FloatType amp::lowering::formatOf(GenericOp rounding) {
  auto narrow =
      dyn_cast<arith::TruncFOp>(rounding.getBody()->getOperations().front());
  return narrow && narrow->getNextNode() &&
                 isa<arith::ExtFOp>(narrow->getNextNode())
             ? cast<FloatType>(narrow.getType())
             : nullptr;
}

void amp::lowering::storeRounded(GenericOp rounding, RewriterBase &rewriter) {
  FloatType format = formatOf(rounding);
  Value value = rounding->getResult(0);
  rewriter.setInsertionPoint(rounding);
  GenericOp stored = mapElements(
      rounding.getDpsInputs()[0], format,
      [&](OpBuilder &b, Location loc, Value element) -> Value {
        return arith::TruncFOp::create(b, loc, format, element);
      },
      rewriter);
  SmallVector<Value> elements = elementsOf(value);
  rewriter.replaceAllUsesWith(value, stored->getResult(0));
  for (Value element : elements) {
    Type type = element.getType();
    element.setType(format);
    rewriter.setInsertionPointAfterValue(element);
    Value wide =
        arith::ExtFOp::create(rewriter, rounding.getLoc(), type, element);
    rewriter.replaceAllUsesExcept(element, wide, wide.getDefiningOp());
  }
  rewriter.eraseOp(rounding);
}
