// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_FLOW_H
#define LIB_VERIFY_FLOW_H

#include "lib/Graph/Joints.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::verify {

/// Returns true if operands and results of `op` belong to joints alone.
bool runsFunction(Operation *op);

/// Sources and targets of floats: over ops, through control flow and calls, not
/// into bodies. A value that one call passes to a function does not leave
/// another call of the function.
class Flow {
public:
  /// Reached ops and values.
  struct Reach {
    llvm::DenseSet<Operation *> ops;
    llvm::DenseSet<unsigned> joints;
    llvm::DenseSet<Value> shared; ///< of functions with several calls
  };

  /// `controls` are the ops that may hand values on; `calls` the calls of
  /// functions. `joinsCalls`: what one call gives to a function comes out of
  /// all of them, as where one precision is decided for all.
  Flow(ModuleOp module, ArrayRef<Operation *> controls,
       ArrayRef<Operation *> calls, bool joinsCalls = false);

  /// Restricts the values that are followed; by default floats.
  void followOnly(std::function<bool(Value)> accepts) {
    follows = std::move(accepts);
  }

  /// Everything that `values` are made from, or that is made from them; it does
  /// not go on from the ops that `stops` names, which are reached nevertheless.
  /// Without `floatsOnly` also what the answers of comparisons are made from.
  Reach back(ArrayRef<Value> values, function_ref<bool(Operation *)> stops,
             bool floatsOnly = true) const;
  Reach forth(ArrayRef<Value> values,
              function_ref<bool(Operation *)> stops) const;

  bool contains(const Reach &reach, Value value) const;

private:
  friend class FlowWalk;

  void add(SmallVector<Joint> found);

  std::function<bool(Value)> follows = [](Value value) {
    return isFloat(value.getType());
  };
  std::vector<Joint> joints;
  llvm::DenseMap<Value, unsigned> byValue;
  llvm::DenseMap<OpOperand *, unsigned> byInput;

  // Functions with several calls.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callsOf;
  llvm::DenseMap<Operation *, FunctionOpInterface> calleeOf;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_FLOW_H
