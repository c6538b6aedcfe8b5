// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   return multiply(%g, broadcast(%s)), for a scalar %s computed from %g
//   return add(%sum, %g), for an argument %sum
//     ==>   %g may be a gradient
#include "lib/Scaling/infer/ReturnedTerms.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Node = StepGraph::Node;
using Kind = StepGraph::Kind;

/// Limit on the values between a result and its terms; a clip has fewer.
static constexpr unsigned most = 256;

namespace {
/// Inputs of the elementwise ops that compute a result.
struct Cone {
  SmallVector<unsigned> terms;   ///< values of the shape of the result
  SmallVector<unsigned> scalars; ///< values of one element that the ops read
};
} // namespace

static bool isElementwise(const Node &node) {
  return node.kind == Kind::op && node.numResults == 1 &&
         node.op->getNumRegions() == 0 && isPerElement(lookupRow(node.op));
}

/// Returns the one-element value that `value` broadcasts, if any.
static std::optional<unsigned> findScalar(const StepGraph &graph,
                                          unsigned value) {
  while (countElements(graph.typeOf(value)) != 1) {
    if (graph.isArgument(value))
      return std::nullopt;
    const Node &node = graph.definitionOf(value);
    if (node.kind != Kind::op || node.numOperands != 1 ||
        !node.op->getName().getStringRef().contains("broadcast_in_dim"))
      return std::nullopt;
    value = graph.operandsOf(node).front();
  }
  return value;
}

static Cone findCone(const StepGraph &graph, unsigned result) {
  Cone cone;
  llvm::SetVector<unsigned> seen;
  seen.insert(result);
  for (unsigned i = 0; i < seen.size(); ++i) {
    unsigned value = seen[i];
    if (graph.isArgument(value) || graph.isConstant(value))
      continue;
    const Node &node = graph.definitionOf(value);
    if (graph.isIdentity(node) && node.kind == Kind::op) {
      seen.insert(graph.operandsOf(node).front());
    } else if (!isElementwise(node) || seen.size() > most) {
      cone.terms.push_back(value);
    } else {
      for (unsigned operand : graph.operandsOf(node))
        if (std::optional<unsigned> scalar = findScalar(graph, operand))
          cone.scalars.push_back(*scalar);
        else
          seen.insert(operand);
    }
  }
  return cone;
}

/// Returns true if a result has the type of an argument that it is computed
/// from but does not carry.
static bool hasParameter(const StepGraph &graph,
                         const ArgumentDependence &dependence,
                         const Updates &updates, unsigned result) {
  unsigned value = graph.getReturned()[result];
  for (unsigned i = 0; i < graph.numArguments(); ++i)
    if (graph.typeOf(i) == graph.typeOf(value) &&
        dependence.reaches(i, value) &&
        !llvm::is_contained(updates.of(result).carried, i))
      return true;
  return false;
}

/// Returns true if `result` adds `terms` to accumulators: arguments from which
/// neither `terms` nor other returned tensors are computed.
static bool isAccumulated(const StepGraph &graph,
                          const ArgumentDependence &dependence,
                          const Updates &updates, unsigned result,
                          ArrayRef<unsigned> terms) {
  ArrayRef<unsigned> carried = updates.of(result).carried;
  for (unsigned term : terms)
    for (unsigned argument : carried)
      if (dependence.reaches(argument, term))
        return false;
  for (auto [other, value] : llvm::enumerate(graph.getReturned()))
    if (other != result && countElements(graph.typeOf(value)) != 1)
      for (unsigned argument : carried)
        if (dependence.reaches(argument, value))
          return false;
  return !carried.empty();
}

SmallVector<ReturnedTerm>
amp::scaling::listReturnedTerms(const StepGraph &graph,
                                const ArgumentDependence &dependence,
                                const Updates &updates, const Roles &roles) {
  SmallVector<std::pair<unsigned, Cone>> cones;
  SmallVector<unsigned> all;
  for (auto [result, value] : llvm::enumerate(graph.getReturned())) {
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
    if (!type || type.getRank() == 0 || !isFloat(type) ||
        roles.isOther(result) || graph.isArgument(value) ||
        graph.isConstant(value) ||
        !hasParameter(graph, dependence, updates, result))
      continue;
    cones.emplace_back(result, findCone(graph, value));
    llvm::append_range(all, cones.back().second.terms);
  }
  llvm::BitVector made = forwardSlice(graph, all);
  SmallVector<ReturnedTerm> found;
  for (const auto &[result, cone] : cones) {
    bool isClipped =
        llvm::any_of(cone.scalars,
                     [&, &made = made](unsigned value) { return made[value]; });
    bool carries = !updates.of(result).carried.empty();
    if (carries ? isAccumulated(graph, dependence, updates, result, cone.terms)
                : isClipped)
      for (unsigned term : cone.terms)
        found.push_back({result, term});
  }
  return found;
}
