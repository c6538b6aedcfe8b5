// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structural facts of a module, built once in linear time and kept as a cached
// analysis: ops in program order, calls, carried values of control flow and
// functions, slot numbers. A pass that changes attributes alone preserves the
// graph.
#ifndef LIB_GRAPH_PROGRAMGRAPH_H
#define LIB_GRAPH_PROGRAMGRAPH_H

#include "lib/Graph/CarriedValues.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace mlir::amp {

/// Op of the program, not nested in the body of another op.
struct PlacedOp {
  Operation *op;
  const OpRow *row;    ///< null if the model does not know the op
  Operation *function; ///< enclosing op at module level
  Operation *callee;   ///< as calleeOf returns; null for none
  double calls;        ///< number of calls of `function`
  bool inLoop;         ///< true if a loop encloses the op
  double times;        ///< executions, with the trip counts of enclosing loops;
                       ///< 1 for unknown ones
};

class ProgramGraph {
public:
  /// The graph of a module.
  explicit ProgramGraph(Operation *module);

  ModuleOp getModule() const { return module; }

  /// Returns all functions and their ops in program order. Execution counts
  /// assume one call of each public function; a function on a cycle of the call
  /// graph counts as called once.
  ArrayRef<PlacedOp> getOps() const { return ops; }

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// Returns the callee whose signature has the types of `op` (a call, or a
  /// composite that is no mark); null for other ops.
  FunctionOpInterface calleeOf(Operation *op) const;
  /// Returns the ops with this callee, in program order, including those in
  /// bodies.
  ArrayRef<Operation *> callsOf(Operation *function) const;
  /// Returns the functions that `op` calls or references, for example in the
  /// attributes of a custom call; also for ops in bodies.
  ArrayRef<Operation *> mentionsOf(Operation *op) const;

  //===--------------------------------------------------------------------===//
  // Carried values: values that control flow and calls tie together
  //===--------------------------------------------------------------------===//

  /// Returns the carried values of a control op (findAllCarriedValues), or of a
  /// function with a body and callers; empty for other ops.
  ArrayRef<CarriedValue> carriedValuesOf(Operation *op) const;
  /// Returns the carried value that contains a value, or that has an operand as
  /// an input; null if there is none.
  const CarriedValue *carriedValueOf(Value value) const;
  const CarriedValue *carriedValueOf(OpOperand &input) const;
  /// Returns the values that hold the same data as `input` if control flow or a
  /// call forwards the operand to them; empty for a returned operand. None if
  /// the op computes with the operand.
  std::optional<ValueRange> aliasesOf(OpOperand &input) const;
  unsigned numberOf(const CarriedValue &carried) const {
    return &carried - carriedValues.data();
  }
  ArrayRef<CarriedValue> getCarriedValues() const { return carriedValues; }

  //===--------------------------------------------------------------------===//
  // Slots: units of type assignment
  //===--------------------------------------------------------------------===//

  /// Returns the first slot number of each op, followed by the total number of
  /// slots. A slot is a slot group of an op or a carried value. Computed on
  /// first use.
  ArrayRef<unsigned> firstSlots() const;
  /// Returns the position of a function in getOps().
  size_t positionOf(FunctionOpInterface function) const {
    return positions.lookup(function);
  }

private:
  struct Builder;

  using Range = std::pair<unsigned, unsigned>; ///< begin, end

  ModuleOp module;
  SmallVector<PlacedOp, 0> ops;
  mutable SmallVector<unsigned, 0> slots;
  llvm::DenseMap<Operation *, size_t> positions;
  llvm::DenseMap<Operation *, FunctionOpInterface> callees;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> calls;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 1>> mentions;
  std::vector<CarriedValue> carriedValues;
  llvm::DenseMap<Operation *, Range> carriedByOp;
  llvm::DenseMap<Value, unsigned> carriedByValue;
  llvm::DenseMap<OpOperand *, unsigned> carriedByInput;
};

/// Program graph of a module, built on first use.
using GraphOf = llvm::function_ref<const ProgramGraph &()>;

/// Returns `from` and the values reachable from it; `next` maps a use of a
/// reached value to further values.
llvm::SetVector<Value> reachForward(ValueRange from,
                                    function_ref<ValueRange(OpOperand &)> next);

} // namespace mlir::amp

#endif // LIB_GRAPH_PROGRAMGRAPH_H
