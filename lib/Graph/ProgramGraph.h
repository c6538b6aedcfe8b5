// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structural facts of a module, built once in linear time and kept as a cached
// analysis: ops in program order, calls, joints of control flow and functions,
// slot numbers. A pass that changes attributes alone preserves the graph.
#ifndef LIB_GRAPH_PROGRAMGRAPH_H
#define LIB_GRAPH_PROGRAMGRAPH_H

#include "lib/Graph/Joints.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace mlir::amp {

/// An op of the program: not one of the body of another op.
struct PlacedOp {
  Operation *op;
  const OpRow *row;    ///< null if the model does not know the op
  Operation *function; ///< the op at the top of the module that it is part of
  Operation *callee;   ///< the function that it runs, as calleeOf says; or null
  double calls;        ///< run count of that function
  bool inLoop;         ///< runs more often than that
  double times;        ///< run count, with the trip counts of all loops around;
                       ///< an unknown trip count counts as one
};

class ProgramGraph {
public:
  /// The graph of a module.
  explicit ProgramGraph(Operation *module);

  ModuleOp getModule() const { return module; }

  /// Every op of every function, and the functions, in program order. Run
  /// counts assume that every public function runs once; a function that calls
  /// itself, directly or not, counts as called once.
  ArrayRef<PlacedOp> getOps() const { return ops; }

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// The function that `op` runs, whose types are those of `op` (a call, or a
  /// composite that is no mark); null for others.
  FunctionOpInterface calleeOf(Operation *op) const;
  /// The ops with this callee, in program order; calls in bodies included.
  ArrayRef<Operation *> callsOf(Operation *function) const;
  /// The functions that `op` calls or mentions, such as a custom call does; of
  /// ops in bodies, too.
  ArrayRef<Operation *> mentionsOf(Operation *op) const;

  //===--------------------------------------------------------------------===//
  // Joints: values that control flow and calls make one
  //===--------------------------------------------------------------------===//

  /// The joints of a control op (findHandovers), or of a function with a body
  /// that calls run; empty for others.
  ArrayRef<Joint> jointsOf(Operation *op) const;
  /// The joint that a value belongs to, or that an operand is an input of.
  const Joint *jointOf(Value value) const;
  const Joint *jointOf(OpOperand &input) const;
  /// The values that a joint makes of an operand that control flow, or a call,
  /// passes into regions, callees, or behind control flow; empty if a function
  /// returns it. None if the op computes with the operand.
  std::optional<ValueRange> aliasesOf(OpOperand &input) const;
  unsigned numberOf(const Joint &joint) const { return &joint - joints.data(); }
  ArrayRef<Joint> getJoints() const { return joints; }

  //===--------------------------------------------------------------------===//
  // Slots: one type is decided for each
  //===--------------------------------------------------------------------===//

  /// Numbers of the first slot of each op of the program, and behind them the
  /// number of all slots. Slots are slot groups or joints. Computed when first
  /// asked for.
  ArrayRef<unsigned> firstSlots() const;
  /// The position of a function in the program.
  size_t positionOf(FunctionOpInterface function) const {
    return positions.lookup(function);
  }

private:
  struct Builder;

  using Range = std::pair<unsigned, unsigned>; ///< first, past the last

  ModuleOp module;
  SmallVector<PlacedOp, 0> ops;
  mutable SmallVector<unsigned, 0> slots;
  llvm::DenseMap<Operation *, size_t> positions;
  llvm::DenseMap<Operation *, FunctionOpInterface> callees;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> calls;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 1>> mentions;
  std::vector<Joint> joints;
  llvm::DenseMap<Operation *, Range> jointsByOp;
  llvm::DenseMap<Value, unsigned> jointsByValue;
  llvm::DenseMap<OpOperand *, unsigned> jointsByInput;
};

/// Program graph of a module, built when it is first asked for.
using GraphOf = llvm::function_ref<const ProgramGraph &()>;

/// Returns the values that `next` reaches from `from`, these included: `next`
/// maps a use of a reached value to further values.
llvm::SetVector<Value> reachForward(ValueRange from,
                                    function_ref<ValueRange(OpOperand &)> next);

} // namespace mlir::amp

#endif // LIB_GRAPH_PROGRAMGRAPH_H
