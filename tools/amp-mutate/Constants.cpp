// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Constants.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static APFloat changed(APFloat number, ConstantChange change) {
  switch (change) {
  case ConstantChange::ulp:
    number.next(/*nextDown=*/false);
    return number;
  case ConstantChange::infinity:
    return APFloat::getInf(number.getSemantics());
  case ConstantChange::zero:
    return APFloat::getZero(number.getSemantics());
  }
  llvm_unreachable("all changes are handled");
}

static APInt changed(APInt number, ConstantChange change) {
  switch (change) {
  case ConstantChange::ulp:
    return number + 1;
  case ConstantChange::infinity:
    return APInt::getSignedMaxValue(number.getBitWidth());
  case ConstantChange::zero:
    return APInt::getZero(number.getBitWidth());
  }
  llvm_unreachable("all changes are handled");
}

/// Changes the first element for which `change` has an effect.
template <typename Number>
static Attribute changeOne(DenseElementsAttr dense, ConstantChange change) {
  if (dense.isSplat()) {
    Number value = changed(*dense.value_begin<Number>(), change);
    return DenseElementsAttr::get(dense.getType(), ArrayRef<Number>(value));
  }
  SmallVector<Number> values(dense.value_begin<Number>(),
                             dense.value_end<Number>());
  if (!values.empty())
    values.front() = changed(values.front(), change);
  return DenseElementsAttr::get(dense.getType(), values);
}

Attribute amp::mutate::changeConstant(Attribute value, ConstantChange change) {
  Attribute result;
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    result =
        FloatAttr::get(number.getType(), changed(number.getValue(), change));
  else if (auto number = dyn_cast_if_present<IntegerAttr>(value))
    result =
        IntegerAttr::get(number.getType(), changed(number.getValue(), change));
  else if (auto dense = dyn_cast_if_present<DenseFPElementsAttr>(value))
    result = changeOne<APFloat>(dense, change);
  else if (auto dense = dyn_cast_if_present<DenseIntElementsAttr>(value))
    result = changeOne<APInt>(dense, change);
  return result == value ? Attribute() : result;
}
