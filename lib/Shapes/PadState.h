// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Training state that stays padded between steps.
#ifndef LIB_SHAPES_PADSTATE_H
#define LIB_SHAPES_PADSTATE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::shapes {

/// Argument of a public function, and the result that replaces it in the next
/// step.
struct CarriedState {
  FunctionOpInterface function;
  unsigned argument, result;
  RankedTensorType type; ///< unpadded

  BlockArgument value() const {
    FunctionOpInterface of = function;
    return of.getArgument(argument);
  }
  OpOperand &returned() const {
    FunctionOpInterface of = function;
    return of.getFunctionBody().front().back().getOpOperand(result);
  }
};

/// Lists arguments and results with the same `amp.state` and static shape.
SmallVector<CarriedState, 0> listCarriedStates(ModuleOp module);

/// Annotates padded states on the signature and adds `@main_pad_state` and
/// `@main_unpad_state`, which convert all of them between both shapes. Returns
/// the number of padded states.
unsigned describePadded(ArrayRef<CarriedState> states, bool onLinalg);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_PADSTATE_H
