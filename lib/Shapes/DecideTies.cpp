// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding through reshapes is decided per family of tied dimensions: the plans
// with and without the tie are compared, all else being equal.
#include "lib/Shapes/Decide.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

namespace {
/// Effect of a plan on the classes of one family.
struct Outcome {
  double saved = 0; ///< seconds
  unsigned numOps = 0;
};
} // namespace

static Outcome findOutcome(PadPlan &plan, ArrayRef<unsigned> classes,
                           const Chip &chip) {
  auto isHere = [&](const Contraction::Part &part) {
    return llvm::is_contained(classes, plan.dims.find(part.dims[0]));
  };
  Outcome outcome;
  for (const Contraction &contraction : plan.contractions)
    if (llvm::any_of(contraction.parts, isHere))
      outcome.saved += (timeOf(contraction, chip, {}) -
                        timeOf(contraction, chip, plan.padded)) *
                       contraction.times;
  llvm::SmallPtrSet<const PaddedDim *, 4> known;
  for (unsigned number : classes) {
    const PaddedDim *dim = plan.find(number);
    if (!dim || dim->target == dim->size || !known.insert(dim).second)
      continue;
    outcome.saved -= costOf(*dim, dim->target, chip);
    outcome.numOps += dim->numPads + dim->numSlices;
  }
  return outcome;
}

/// The cost model charges longer values, but no fused slices. Fewer slices may
/// therefore cost a tenth of the savings.
static bool isBetter(const Outcome &apart, const Outcome &tied) {
  double margin = tied.numOps < apart.numOps ? 0.1 * std::abs(tied.saved) : 0;
  return apart.saved > tied.saved + margin;
}

std::unique_ptr<PadPlan> amp::shapes::decidePlan(
    const ProgramGraph &graph, const Chip &chip, ArrayRef<CarriedState> states,
    Align align, double percent, const llvm::DenseSet<int64_t> &dynamicSizes) {
  auto make = [&](function_ref<bool(unsigned)> isAlone) {
    auto plan =
        std::make_unique<PadPlan>(graph, chip, states, isAlone, dynamicSizes);
    decideTargets(*plan, graph.getOps(), chip, align, percent);
    return plan;
  };
  auto isTied = [](const PaddedDim &dim) { return dim.classes.size() > 1; };
  std::unique_ptr<PadPlan> tied = make([](unsigned) { return false; });
  if (llvm::none_of(tied->padded, isTied))
    return tied;
  std::unique_ptr<PadPlan> apart = make([](unsigned) { return true; });
  llvm::DenseSet<unsigned> alone;
  for (const PaddedDim &dim : llvm::make_filter_range(tied->padded, isTied))
    if (isBetter(findOutcome(*apart, dim.classes, chip),
                 findOutcome(*tied, dim.classes, chip)))
      alone.insert_range(dim.classes);
  if (alone.empty())
    return tied;
  return make([&](unsigned number) { return alone.contains(number); });
}
