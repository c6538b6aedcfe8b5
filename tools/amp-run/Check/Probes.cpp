// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add ...   ==>   %r = ...; call @amp_show_0(%index, %r)
#include "Check/Probes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static constexpr StringLiteral prefix = "amp_show_";

func::FuncOp Probes::declareFor(Type type) {
  func::FuncOp &function = declared[type];
  if (function)
    return function;
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  function = func::FuncOp::create(
      builder, module.getLoc(), (prefix + Twine(declared.size() - 1)).str(),
      builder.getFunctionType({builder.getI64Type(), type}, {}));
  function.setPrivate();
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    builder.getUnitAttr());
  function.setArgAttr(
      1, bufferization::BufferizationDialect::kBufferAccessAttrName,
      builder.getStringAttr("read"));
  return function;
}

void Probes::add(Value value, int64_t index) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  Value number = arith::ConstantIntOp::create(builder, loc, index, 64);
  func::CallOp::create(builder, loc, declareFor(value.getType()),
                       ValueRange{number, value});
}

llvm::StringMap<void *> Probes::functions(void *showValue) const {
  llvm::StringMap<void *> functions;
  for (auto [type, function] : declared)
    functions[("_mlir_ciface_" + func::FuncOp(function).getName()).str()] =
        showValue;
  return functions;
}
