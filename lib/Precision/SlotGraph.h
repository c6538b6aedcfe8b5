// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program as the solver sees it: a node per slot that holds f32, an edge
// from the slot that makes a value to each slot that reads it.
#ifndef LIB_PRECISION_SLOTGRAPH_H
#define LIB_PRECISION_SLOTGRAPH_H

#include "lib/Graph/Adjacency.h"
#include "lib/Graph/ProgramGraph.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::precision {

class CallSites;

/// List of the policy for a slot, and its state while painting.
enum class Colour : uint8_t {
  none,  ///< f32, and says nothing about its neighbours
  clear, ///< follows either side
  infer, ///< follows both sides
  deny,  ///< f32, and so is what infers from it
  allow  ///< low
};

struct SlotNode {
  static constexpr unsigned fixed = ~0u; ///< values that are never retyped

  Operation *op;    ///< the op, or the function whose joint this is
  const OpRow *row; ///< null if the model does not know the op
  unsigned slot;    ///< number of the slot group or joint, or `fixed`
  unsigned inGraph; ///< number of the slot in the program graph, or `fixed`
  Colour colour = Colour::none;
  Colour listed = Colour::none; ///< the colour before a pin by ranges
  bool isContraction = false;   ///< what a contraction multiplies
  bool isForced = false;        ///< low, whatever its neighbours are
  bool isMixed = true;          ///< the op may handle more than f32
  ReasonAttr reason;
};

class SlotGraph {
public:
  /// Collects every f32 slot of `program`; `sites` names the functions whose
  /// signature may change.
  SlotGraph(const ProgramGraph &program, const CallSites &sites);

  /// In the order of a walk, those of one op side by side.
  SmallVector<SlotNode> nodes;

  /// Ops that are decided, in program order: they handle f32 or have joints.
  SmallVector<std::pair<Operation *, const OpRow *>> ops;

  /// The joints of a control op, or of a function whose signature may change;
  /// none for other ops.
  std::optional<ArrayRef<Joint>> jointsOf(Operation *op,
                                          const OpRow *row) const;

  ArrayRef<unsigned> readersOf(unsigned node) const { return readers[node]; }
  ArrayRef<unsigned> makersOf(unsigned node) const { return sources[node]; }

  /// The node of an f32 value; none for arguments that are fixed.
  std::optional<unsigned> nodeOf(Value value) const;

  /// Nodes reached from `from` over readers (or makers), through nodes that
  /// pass; those of `from` only where a path leads back to them.
  llvm::BitVector reach(ArrayRef<unsigned> from, bool forward,
                        function_ref<bool(unsigned)> passes) const {
    return (forward ? readers : sources).reach(from, passes);
  }

private:
  void addOp(Operation *op, const OpRow *row);
  void addPlaced(const PlacedOp &placed);
  void addJoints(Operation *op, const OpRow *row, ArrayRef<Joint> joints);
  void addCaptures(Operation *op, unsigned node);
  unsigned addNode(Operation *op, const OpRow *row, unsigned slot);
  void addEdge(unsigned maker, unsigned reader);
  void addUse(Value value, unsigned reader);

  const ProgramGraph &program;
  const CallSites &sites;
  unsigned firstSlot = 0; ///< of the op that is added
  llvm::DenseMap<Value, unsigned> makers;
  SmallVector<Adjacency::Edge> edges;
  SmallVector<std::pair<Value, unsigned>> later;
  Adjacency readers, sources;
};

/// Returns true if the reason is a rule or requirement of the user.
bool isUsers(ReasonAttr reason);

/// Returns true if a node forwards values unchanged: layout, control flow,
/// functions.
bool moves(const SlotNode &node);

/// Takes the colour of a node. What is f32 anyway keeps its own reason.
void pin(SlotNode &node, ReasonKind kind, StringRef why);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_SLOTGRAPH_H
