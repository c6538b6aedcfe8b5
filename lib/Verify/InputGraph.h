// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph of the input program: the output without its inserted casts.
#ifndef LIB_VERIFY_INPUTGRAPH_H
#define LIB_VERIFY_INPUTGRAPH_H

#include "lib/Graph/Adjacency.h"
#include "lib/OpModel/Attributes.h"
#include "lib/Verify/permissions/Roles.h"

namespace mlir::amp::verify {

class Permissions;

/// Node of the graph: one slot group of an op, or one value that is carried by
/// control flow or by a function with a single call.
struct ProgramNode {
  /// Slot of values that keep their types.
  static constexpr unsigned fixed = ~0u;

  Operation *op;    ///< the op, or the function
  const OpRow *row; ///< null if the model does not know the op
  unsigned slot;    ///< index of the slot group or carried value, or `fixed`
  bool isCarried = false;
  bool isProduct = false; ///< operands of a contraction
  bool isLow = false;     ///< f32 in the input, low-precision in the output
  bool makesF32 = false;  ///< defines values that were f32 in the input
  bool isAsked = false;   ///< the user requests low precision
  bool isForced = false;  ///< the op is on the `force` list
  bool readsArguments = false; ///< has non-scalar operands without a node
  bool isShared = false;       ///< is in a shared function, or calls one
  std::optional<ListKind> list;

  /// Returns true if the node forwards its value unchanged.
  bool moves() const { return isCarried || movesElements(op, row); }
  bool isConstant() const;
};

/// Dataflow between values that were f32 in the input. Values that the program
/// itself computes in another type have no edges: they do not constrain the f32
/// values computed from them.
class InputGraph {
public:
  InputGraph(const ProgramGraph &output, const Roles &roles,
             const Permissions &permissions);

  std::vector<ProgramNode> nodes;

  ArrayRef<unsigned> usersOf(unsigned node) const { return readers[node]; }
  ArrayRef<unsigned> definitionsOf(unsigned node) const { return makers[node]; }

  /// Returns the node of `value`, through inserted casts. Returns none for
  /// arguments of functions with no or several calls, and for values that are
  /// not floats.
  std::optional<unsigned> nodeOf(Value value) const;

  /// Returns the results of a node, or the values of its carried value.
  SmallVector<Value> valuesOf(unsigned node) const;

  /// Returns the operands that define the carried value of node `carried`.
  ArrayRef<OpOperand *> inputsOf(unsigned carried) const {
    return program.carriedValuesOf(nodes[carried].op)[nodes[carried].slot]
        .inputs;
  }

  /// Returns true if `function` is shared: it has several calls, or it is the
  /// decomposition of a composite that no list names.
  bool isShared(Operation *function) const {
    return sharedFunctions.contains(function);
  }

  /// Returns the operand if `value` is an inserted cast, else `value`.
  Value sourceOf(Value value) const;

  /// Returns the value whose elements are those of `value`, before inserted
  /// casts and data movement.
  Value originOf(Value value) const;

  /// Returns true if `value` is the product of a value with itself.
  bool isSquare(Value value) const;

  /// Returns true if an elementwise op that computes `value`, or an op that
  /// moves it, is low, and the user has not asked for that.
  bool isRounded(Value value) const;

  /// Returns the nodes reachable from `from` over users (`forward`) or over
  /// producers, through nodes that `passes` accepts.
  llvm::BitVector reach(ArrayRef<unsigned> from, bool forward,
                        function_ref<bool(unsigned)> passes) const {
    return (forward ? readers : makers).reach(from, passes);
  }

  size_t size() const { return nodes.size(); }

private:
  void addOp(Operation *op, const OpRow *row);
  void findShared();
  void addCarriedValues(Operation *op, const OpRow *row,
                        ArrayRef<CarriedValue> carriedValues);
  void addSlots(Operation *op, const OpRow *row);
  unsigned add(Operation *op, const OpRow *row, unsigned slot, bool isCarried);
  void addUse(Value value, unsigned reader);

  const Roles &roles;
  const Permissions &permissions;
  const ProgramGraph &program;
  /// Shared functions (see `isShared`) and their calls. Arguments and results
  /// of shared functions have no carried values.
  llvm::DenseSet<Operation *> sharedFunctions;
  llvm::DenseSet<Operation *> sharedCalls;
  /// Calls whose operands and results belong to carried values of the callee.
  llvm::DenseSet<Operation *> joinedCalls;
  bool isInShared = false; ///< true if the current function is shared
  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<std::pair<Value, unsigned>> uses;
  std::vector<Adjacency::Edge> edges; ///< from producers to users
  Adjacency readers, makers;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_INPUTGRAPH_H
