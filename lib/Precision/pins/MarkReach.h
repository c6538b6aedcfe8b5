// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_PINS_MARKREACH_H
#define LIB_PRECISION_PINS_MARKREACH_H

#include "lib/Precision/pins/Pins.h"

namespace mlir::amp::precision {

/// Returns the name of a mark ("amp.seed"); empty for other nodes.
StringRef markOf(const SlotNode &node);

/// Returns the nodes of all marks of this name.
SmallVector<unsigned> findMarks(const SlotGraph &graph, StringRef mark);

/// Search from marks through the slot graph, and through values that are not
/// f32, between which and f32 values the program converts:
///
///   amp.gradients -> convert to bf16 -> all_reduce -> convert to f32 -> update
///
/// It enters functions whose signature is fixed, such as decompositions of
/// composites.
class MarkReach {
public:
  /// `passes`: the nodes to visit; `stops`: the ops that end the search in
  /// values that are not f32; `follows`: the types of such values.
  MarkReach(const PinState &state, bool forward,
            function_ref<bool(unsigned)> passes,
            function_ref<bool(Operation *)> stops,
            function_ref<bool(Type)> follows)
      : graph(state.graph), program(state.program), forward(forward),
        passes(passes), stops(stops), follows(follows) {}

  llvm::BitVector from(StringRef mark);

private:
  void addOthers(Operation *op);
  void addCallee(Operation *op);
  llvm::BitVector findBehindOthers();

  const SlotGraph &graph;
  const ProgramGraph &program;
  const bool forward;
  const function_ref<bool(unsigned)> passes;
  const function_ref<bool(Operation *)> stops;
  const function_ref<bool(Type)> follows;
  SmallVector<Value> others; ///< values that are not f32, to follow
  llvm::DenseSet<Value> known;
  llvm::DenseSet<Operation *> inCallees; ///< in functions that were entered
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PINS_MARKREACH_H
