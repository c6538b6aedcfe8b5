// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States that a step hands to the next one may stay padded between steps.
#ifndef LIB_SHAPES_PADSTATE_H
#define LIB_SHAPES_PADSTATE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::shapes {

/// An argument of a public function, and the result that replaces it in the
/// next step.
struct CarriedState {
  FunctionOpInterface function;
  unsigned argument, result;
  RankedTensorType type; ///< without padding

  BlockArgument value() const {
    FunctionOpInterface of = function;
    return of.getArgument(argument);
  }
  OpOperand &returned() const {
    FunctionOpInterface of = function;
    return of.getFunctionBody().front().back().getOpOperand(result);
  }
};

/// By the same `amp.state` on both, of tensors of one static shape.
SmallVector<CarriedState, 0> listCarriedStates(ModuleOp module);

/// Says on the signature which states are padded by now, and adds
/// `@main_pad_state` and `@main_unpad_state`, which take them all and return
/// them in the other size. How many there are.
unsigned describePadded(ArrayRef<CarriedState> states, bool onLinalg);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_PADSTATE_H
