// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add ...   ==>   %r = ...; call @amp_show_0(%index, %r)
#include "Check/Probes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral prefix = "amp_show_";

static func::FuncOp declareFor(Type type, ModuleOp module) {
  unsigned count = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.getName().starts_with(prefix))
      continue;
    if (function.getArgumentTypes()[1] == type)
      return function;
    ++count;
  }
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  auto function = func::FuncOp::create(
      builder, module.getLoc(), (prefix + Twine(count)).str(),
      builder.getFunctionType({builder.getI64Type(), type}, {}));
  function.setPrivate();
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    builder.getUnitAttr());
  function.setArgAttr(
      1, bufferization::BufferizationDialect::kBufferAccessAttrName,
      builder.getStringAttr("read"));
  return function;
}

void mlir::amp::addProbe(Value value, int64_t index, ModuleOp module) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  Value number = arith::ConstantIntOp::create(builder, loc, index, 64);
  func::CallOp::create(builder, loc, declareFor(value.getType(), module),
                       ValueRange{number, value});
}

llvm::StringMap<void *> mlir::amp::probeFunctions(ModuleOp module,
                                                  void *showValue) {
  llvm::StringMap<void *> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName().starts_with(prefix))
      functions[("_mlir_ciface_" + function.getName()).str()] = showValue;
  return functions;
}
