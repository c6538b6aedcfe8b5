// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// slice limits [8, 77], slice limits [8, 80]   ==>   equal except for sizes
#include "lib/Shapes/check/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/check/States.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

bool amp::shapes::startsWith(DenseElementsAttr padded,
                             DenseElementsAttr given) {
  if (padded == given)
    return true;
  if (padded.isSplat() && given.isSplat() &&
      padded.getElementType() == given.getElementType() &&
      padded.getRawData() == given.getRawData())
    return true;
  if (padded.isSplat() && given.isSplat())
    return padded.getSplatValue<Attribute>() ==
           given.getSplatValue<Attribute>();
  ArrayRef<int64_t> from = given.getType().getShape(),
                    to = padded.getType().getShape();
  auto elements = padded.getValues<Attribute>();
  SmallVector<int64_t> index(from.size(), 0);
  for (Attribute element : given.getValues<Attribute>()) {
    int64_t flat = 0;
    for (auto [at, size] : llvm::zip_equal(index, to))
      flat = flat * size + at;
    if (elements[flat] != element)
      return false;
    for (size_t dim = from.size(); dim-- > 0; index[dim] = 0)
      if (++index[dim] < from[dim])
        break;
  }
  return true;
}

bool amp::shapes::haveSameAttributes(Operation *given, Operation *padded) {
  constexpr StringLiteral ofSizes[] = {"amp.unpadded", "value"};
  auto isOfSizes = [&](Operation *op, StringRef name) {
    return llvm::is_contained(ofSizes, name) ||
           (name == "limit_indices" && isHlo(op, OpKind::slice)) ||
           (name == "static_output_shape" &&
            kindOf(op) == OpKind::expand_shape) ||
           (name == "function_type" && isa<FunctionOpInterface>(op));
  };
  if (given->getRawDictionaryAttrs() == padded->getRawDictionaryAttrs() &&
      given->getName().compareOpProperties(given->getPropertiesStorage(),
                                           padded->getPropertiesStorage()))
    return true;
  auto strip = [&](Operation *op) {
    NamedAttrList list;
    for (NamedAttribute attribute : op->getAttrDictionary())
      if (!isOfSizes(op, attribute.getName()))
        list.append(attribute.getName(),
                    isa<FunctionOpInterface>(op)
                        ? withoutSizes(attribute.getValue())
                        : attribute.getValue());
    return list.getDictionary(op->getContext());
  };
  return strip(given) == strip(padded);
}
