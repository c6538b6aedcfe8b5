// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph for the solver: a node per slot with f32 values, and an edge from the
// slot that defines a value to each slot that uses it.
#ifndef LIB_PRECISION_SLOTGRAPH_H
#define LIB_PRECISION_SLOTGRAPH_H

#include "lib/Graph/Adjacency.h"
#include "lib/Graph/ProgramGraph.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::precision {

class CallSites;

/// Policy list of a slot, and its state during painting.
enum class Colour : uint8_t {
  none,  ///< f32, without effect on its neighbours
  clear, ///< low if an operand or a user is low
  infer, ///< low if an operand is low, f32 if one is denied
  deny,  ///< f32, as are infer nodes that use it
  allow  ///< low
};

struct SlotNode {
  static constexpr unsigned fixed = ~0u; ///< values that are never retyped

  Operation *op;    ///< the op, or the function whose carried value this is
  const OpRow *row; ///< null if the model does not know the op
  unsigned slot;    ///< number of the slot group or carried value, or `fixed`
  unsigned inGraph; ///< number of the slot in the program graph, or `fixed`
  Colour colour = Colour::none;
  Colour listed = Colour::none; ///< the colour before a pin that passes denial
  bool isContraction = false;   ///< the operands of a contraction
  bool isForced = false;        ///< low, regardless of its neighbours
  bool isMixed = true;          ///< the op may have values of other types
  ReasonAttr reason;
};

class SlotGraph {
public:
  /// Collects every f32 slot of `program`; `sites` names the functions whose
  /// signature may change.
  SlotGraph(const ProgramGraph &program, const CallSites &sites);

  /// Nodes in walk order; the nodes of one op are consecutive.
  SmallVector<SlotNode> nodes;

  /// Ops with a decision, in program order: they handle f32 or have carried
  /// values.
  SmallVector<std::pair<Operation *, const OpRow *>> ops;

  /// Returns the carried values of a control op, or of a function whose
  /// signature may change; none for other ops.
  std::optional<ArrayRef<CarriedValue>> carriedValuesOf(Operation *op,
                                                        const OpRow *row) const;

  ArrayRef<unsigned> usersOf(unsigned node) const { return readers[node]; }
  ArrayRef<unsigned> definitionsOf(unsigned node) const {
    return sources[node];
  }

  /// Returns the node of an f32 value; none for arguments of fixed type.
  std::optional<unsigned> nodeOf(Value value) const;

  /// Returns the nodes that satisfy `passes` and are reachable from `from`
  /// along users (or definitions) through such nodes; a node of `from` only on
  /// a cycle.
  llvm::BitVector reach(ArrayRef<unsigned> from, bool forward,
                        function_ref<bool(unsigned)> passes) const {
    return (forward ? readers : sources).reach(from, passes);
  }

  /// Same as reach, with the nodes of `from`.
  llvm::BitVector reachWith(ArrayRef<unsigned> from, bool forward,
                            function_ref<bool(unsigned)> passes) const {
    llvm::BitVector found = reach(from, forward, passes);
    for (unsigned node : from)
      found.set(node);
    return found;
  }

private:
  void addOp(Operation *op, const OpRow *row);
  void addPlaced(const PlacedOp &placed);
  void addCarriedValues(Operation *op, const OpRow *row,
                        ArrayRef<CarriedValue> carriedValues);
  void addCaptures(Operation *op, unsigned node);
  unsigned addNode(Operation *op, const OpRow *row, unsigned slot);
  void addEdge(unsigned maker, unsigned reader);
  void addUse(Value value, unsigned reader);

  const ProgramGraph &program;
  const CallSites &sites;
  unsigned firstSlot = 0; ///< of the op being added
  llvm::DenseMap<Value, unsigned> makers;
  SmallVector<Adjacency::Edge> edges;
  SmallVector<std::pair<Value, unsigned>> later;
  Adjacency readers, sources;
};

/// Returns true if the reason is a rule or requirement of the user.
bool isUsers(ReasonAttr reason);

/// Returns true if a node forwards values unchanged: layout, control flow,
/// functions, placements on devices.
bool moves(const SlotNode &node);

/// Pins a node to f32. A node with colour none or deny keeps its reason.
/// `passesDenial`, and pins by ranges: what infers from the node is denied if
/// it would be without the pin.
void pin(SlotNode &node, ReasonKind kind, StringRef why,
         bool passesDenial = false);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_SLOTGRAPH_H
