// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/StablehloAttributes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_TYPEDEF_CLASSES
#include "dialects/stablehlo/IR/StablehloTypes.cpp.inc"

using namespace mlir;
using namespace mlir::amp;

void stablehlo::StablehloDialect::addTypes() {
  mlir::Dialect::addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/stablehlo/IR/StablehloTypes.cpp.inc"
      >();
}

LogicalResult
stablehlo::FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<Type> types) {
  for (Type type : types)
    if (!isa<RankedTensorType>(type))
      return emitError() << "expects tensors in a future, but got " << type;
  return success();
}
