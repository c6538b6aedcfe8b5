// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input as a graph, read off the output: casts of ours are looked through.
#ifndef LIB_VERIFY_INPUTGRAPH_H
#define LIB_VERIFY_INPUTGRAPH_H

#include "lib/Graph/Adjacency.h"
#include "lib/Verify/permissions/Roles.h"

namespace mlir::amp::verify {

class Permissions;

/// One slot group of an op, or one value that control flow or a function with
/// a single call hands on.
struct ProgramNode {
  static constexpr unsigned fixed = ~0u; ///< of values that keep their types

  Operation *op;    ///< the op, or the function
  const OpRow *row; ///< null if the model does not know the op
  unsigned slot;    ///< number of the slot group or joint, or `fixed`
  bool isJoint = false;
  bool isProduct = false;      ///< what a contraction multiplies
  bool isLow = false;          ///< was f32, and is low now
  bool makesF32 = false;       ///< defines values that were f32
  bool isAsked = false;        ///< the user asked for it to be low
  bool isForced = false;       ///< by force
  bool readsArguments = false; ///< that have no node, and are no scalars
  bool isShared = false; ///< in, or a call of, a function with several calls
  std::optional<ListKind> list;

  /// Returns true if the node forwards its value unchanged.
  bool moves() const {
    return isJoint || (row && row->opClass == OpClass::layout);
  }
  bool isConstant() const;
};

/// Edges follow values that were f32: what the program itself computes in
/// another type says nothing about f32 values that are computed from it.
class InputGraph {
public:
  InputGraph(const ProgramGraph &output, const Roles &roles,
             const Permissions &permissions);

  std::vector<ProgramNode> nodes;

  ArrayRef<unsigned> readersOf(unsigned node) const { return readers[node]; }
  ArrayRef<unsigned> makersOf(unsigned node) const { return makers[node]; }

  /// The node of the value that `value` stands for; none for arguments of
  /// functions with no or several calls, and for values that are no floats.
  std::optional<unsigned> nodeOf(Value value) const;

  /// The results of a node, or the values of its joint.
  SmallVector<Value> valuesOf(unsigned node) const;

  /// The operands that set the value of a joint.
  ArrayRef<OpOperand *> inputsOf(unsigned joint) const {
    return program.jointsOf(nodes[joint].op)[nodes[joint].slot].inputs;
  }

  /// Returns true if several calls, or a composite that no list names, run a
  /// function.
  bool isShared(Operation *function) const {
    return sharedFunctions.contains(function);
  }

  /// The value of the input that `value` stands for: operands of casts of ours.
  Value sourceOf(Value value) const;

  /// Nodes reached from `from` along readers (makers) through nodes that pass.
  llvm::BitVector reach(ArrayRef<unsigned> from, bool forward,
                        function_ref<bool(unsigned)> passes) const {
    return (forward ? readers : makers).reach(from, passes);
  }

  size_t size() const { return nodes.size(); }

private:
  void addOp(Operation *op, const OpRow *row);
  void findShared();
  void addJoints(Operation *op, const OpRow *row, ArrayRef<Joint> joints);
  void addSlots(Operation *op, const OpRow *row);
  unsigned add(Operation *op, const OpRow *row, unsigned slot, bool isJoint);
  void addUse(Value value, unsigned reader);

  const Roles &roles;
  const Permissions &permissions;
  const ProgramGraph &program;
  /// Functions that several calls, or a composite that no list names, run: what
  /// enters and leaves them has no joints.
  llvm::DenseSet<Operation *> sharedFunctions;
  llvm::DenseSet<Operation *> sharedCalls;
  llvm::DenseSet<Operation *> joinedCalls; ///< the joints of the function hold
                                           ///< their operands and results
  bool isInShared = false; ///< of the function that is being added
  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<std::pair<Value, unsigned>> uses;
  std::vector<Adjacency::Edge> edges; ///< from makers to readers
  Adjacency readers, makers;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_INPUTGRAPH_H
