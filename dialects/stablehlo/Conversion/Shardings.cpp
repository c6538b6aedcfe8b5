// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.func @f(%a: tensor<4xf32> {sdy.sharding = ...})  ==>  no attribute
#include "dialects/stablehlo/Conversion/Shardings.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static bool isSharding(NamedAttribute attribute) {
  return attribute.getName().strref().starts_with("sdy.");
}

static SmallVector<NamedAttribute> withoutShardings(DictionaryAttr attributes) {
  SmallVector<NamedAttribute> kept;
  if (attributes)
    llvm::copy_if(attributes, std::back_inserter(kept),
                  [](NamedAttribute each) { return !isSharding(each); });
  return kept;
}

void mlir::amp::stablehlo::dropShardings(Operation *root) {
  root->walk([](Operation *op) {
    for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
      if (isSharding(attribute))
        op->removeDiscardableAttr(attribute.getName());
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.setArgAttrs(i, withoutShardings(function.getArgAttrDict(i)));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.setResultAttrs(i,
                              withoutShardings(function.getResultAttrDict(i)));
  });
}
