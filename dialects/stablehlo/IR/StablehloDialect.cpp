// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"

#include "mlir/Dialect/Quant/IR/Quant.h"

#include "dialects/stablehlo/IR/StablehloDialect.cpp.inc"

using namespace mlir;
using namespace mlir::amp;

void stablehlo::StablehloDialect::initialize() {
  addAttributes();
  addTypes();
  addElementwiseOps();
  addShapeOps();
  addContractionOps();
  addReductionOps();
  addIndexingOps();
  addControlFlowOps();
  addCollectiveOps();
  addMiscOps();
  registerOpAttributes();
}

Operation *stablehlo::StablehloDialect::materializeConstant(OpBuilder &builder,
                                                            Attribute value,
                                                            Type type,
                                                            Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}
