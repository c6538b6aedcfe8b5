// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that name functions: composite and custom_call.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// composite (C3) (C4): the decomposition exists and has the op's types.
LogicalResult
stablehlo::CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function = symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getDecompositionAttr());
  if (!function)
    return emitOpError("expects a decomposition that is a function, but found "
                       "none named ")
           << getDecomposition();
  if (!llvm::equal(function.getArgumentTypes(), getOperandTypes()))
    return emitOpError("expects operands of the decomposition's types (")
           << function.getArgumentTypes() << "), but got (" << getOperandTypes()
           << ")";
  if (!llvm::equal(function.getResultTypes(), getResultTypes()))
    return emitOpError("expects results of the decomposition's types (")
           << function.getResultTypes() << "), but got (" << getResultTypes()
           << ")";
  return success();
}

LogicalResult
stablehlo::CustomCallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  for (auto name : getCalledComputations().getAsRange<FlatSymbolRefAttr>())
    if (!symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(*this, name))
      return emitOpError("expects called computations that are functions, but "
                         "found none named ")
             << name.getValue();
  return success();
}

/// A call that says so, or that gives no results, may do anything.
void stablehlo::CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getHasSideEffect() && getNumResults() != 0)
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
