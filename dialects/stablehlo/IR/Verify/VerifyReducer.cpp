// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reducers, functions of scalars: `(acc, value) -> acc`.
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns true if elements of `narrow` may be computed in `wide`: the same
/// kind and, except for floats, at least as wide.
static bool isPromotable(Type narrow, Type wide) {
  if (stablehlo::sameElement(narrow, wide))
    return true;
  // A narrower float accumulator verifies, although XLA rejects it.
  if (isa<FloatType>(narrow) && isa<FloatType>(wide))
    return true;
  if (isa<IntegerType>(narrow) && isa<IntegerType>(wide))
    return narrow.getIntOrFloatBitWidth() <= wide.getIntOrFloatBitWidth();
  auto narrowComplex = dyn_cast<ComplexType>(narrow);
  auto wideComplex = dyn_cast<ComplexType>(wide);
  return narrowComplex && wideComplex &&
         narrowComplex.getElementType().getIntOrFloatBitWidth() <=
             wideComplex.getElementType().getIntOrFloatBitWidth();
}

/// Returns true if `shape` is a subsequence of `sizes`.
static bool isPartOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (!shape.empty() && stablehlo::fits(shape.front(), size))
      shape = shape.drop_front();
  return shape.empty();
}

/// Returns true for compatible types, where float types may differ: a reducer
/// may return another float type than that of its arguments.
static bool fitsReducer(Type argument, Type returned) {
  if (stablehlo::sameType(argument, returned))
    return true;
  return isa<FloatType>(getElementTypeOrSelf(argument)) &&
         isa<FloatType>(getElementTypeOrSelf(returned)) &&
         stablehlo::sameShape(argument, returned);
}

LogicalResult stablehlo::expectReducer(Operation *op, Region &region,
                                       TypeRange inputs, TypeRange inits,
                                       ArrayRef<int64_t> sizes) {
  TypeRange returned = region.front().getTerminator()->getOperandTypes();
  size_t count = inputs.size();
  if (returned.size() != count)
    return op->emitOpError("expects a region that returns ")
           << count << " values, but got " << returned.size();
  for (auto [value, input, init] : llvm::zip_equal(returned, inputs, inits)) {
    auto tensor = dyn_cast<RankedTensorType>(value);
    if (!tensor || !isPartOf(tensor.getShape(), sizes))
      return op->emitOpError("expects a region that returns scalars, but got ")
             << value;
    for (Type type : {input, init})
      if (!isPromotable(tensorOf(type).getElementType(),
                        tensor.getElementType()))
        return op->emitOpError("expects a region that computes in a type as "
                               "wide as ")
               << type << ", but got " << value;
  }
  SmallVector<Type> wanted(returned), found(region.getArgumentTypes());
  llvm::append_range(wanted, returned);
  for (size_t i = count; i < std::min(found.size(), wanted.size()); ++i)
    if (fitsReducer(found[i], wanted[i]))
      wanted[i] = found[i];
  return expectArguments(op, region, wanted);
}

LogicalResult stablehlo::expectReduced(Operation *op, Region &region,
                                       TypeRange results) {
  TypeRange returned = region.front().getTerminator()->getOperandTypes();
  for (auto [result, value] : llvm::zip_equal(results, returned))
    if (failed(expectElement(op, "a result", value, result)))
      return failure();
  return success();
}
