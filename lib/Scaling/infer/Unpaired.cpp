// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Unpaired.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
class UnpairedFinder {
public:
  UnpairedFinder(const StepGraph &graph, const Roles &roles,
                 const States &states, const llvm::BitVector &gradients);

  std::optional<Ambiguity> run();

private:
  bool isExplained(unsigned result) const;
  std::optional<unsigned> findArgument(unsigned result);
  bool reads(unsigned result, unsigned argument);

  const StepGraph &graph;
  const Roles &roles;
  const States &states;
  const llvm::BitVector &gradients;
  llvm::BitVector newStates;
  llvm::BitVector behind;       ///< computed from gradients
  llvm::BitVector behindAtOnce; ///< same, but not through a new state
  /// Values computed from an argument; for a scalar argument, not through
  /// gradients.
  llvm::DenseMap<unsigned, llvm::BitVector> from;
};
} // namespace

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getRank() == 0;
}

UnpairedFinder::UnpairedFinder(const StepGraph &graph, const Roles &roles,
                               const States &states,
                               const llvm::BitVector &gradients)
    : graph(graph), roles(roles), states(states), gradients(gradients),
      newStates(graph.numValues()) {
  for (const StatePair &pair : states.pairs)
    newStates.set(graph.getReturned()[pair.result]);
  SmallVector<unsigned> values(gradients.set_bits());
  behind = forwardSlice(graph, values);
  behindAtOnce = forwardSlice(graph, values, newStates);
}

bool UnpairedFinder::isExplained(unsigned result) const {
  unsigned value = graph.getReturned()[result];
  bool isBehind =
      isScalar(graph.typeOf(value)) ? behindAtOnce[value] : behind[value];
  return !isBehind || newStates[value] || gradients[graph.strip(value)] ||
         roles.isGradient(result) || roles.isOther(result) ||
         llvm::any_of(states.copies, [&](const StateCopy &copy) {
           return copy.result == result;
         });
}

bool UnpairedFinder::reads(unsigned result, unsigned argument) {
  auto [known, isNew] = from.try_emplace(argument);
  if (isNew)
    known->second = forwardSlice(
        graph, argument,
        isScalar(graph.typeOf(argument)) ? gradients : llvm::BitVector());
  return known->second[graph.getReturned()[result]];
}

std::optional<unsigned> UnpairedFinder::findArgument(unsigned result) {
  Type type = graph.typeOf(graph.getReturned()[result]);
  for (unsigned i = 0; i < graph.numArguments(); ++i)
    if (graph.typeOf(i) == type && !states.findArgument(i) &&
        (reads(result, i) || (graph.slotsOf(i).empty() &&
                              !llvm::is_contained(graph.getReturned(), i))))
      return i;
  return std::nullopt;
}

std::optional<Ambiguity> UnpairedFinder::run() {
  for (unsigned result = 0; result < graph.getReturned().size(); ++result) {
    if (isExplained(result))
      continue;
    std::optional<unsigned> argument = findArgument(result);
    if (!argument)
      continue;
    bool isRead = !graph.slotsOf(*argument).empty();
    Ambiguity ambiguity;
    ambiguity.reason =
        "result " + std::to_string(result) + " is computed from gradients" +
        (isRead ? " and from" : " and has the type of") + " argument " +
        std::to_string(*argument) + ", which " +
        (isRead ? "" : "nothing reads and ") + "no result replaces";
    ambiguity.attribute =
        "the same amp.state, such as \"w\", on the result and on "
        "its argument, or amp.role = \"metric\" on the result";
    ambiguity.where = graph.getReturned()[result];
    return ambiguity;
  }
  return std::nullopt;
}

std::optional<Ambiguity>
amp::scaling::findUnpaired(const StepGraph &graph, const Roles &roles,
                           const States &states,
                           const llvm::BitVector &gradients) {
  return UnpairedFinder(graph, roles, states, gradients).run();
}
