// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = dot ...; %2 = abs %1; dot %2, ...   ==>   %1 and %2 are longer
#include "lib/Graph/Joints.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/PadPlan.h"
#include "lib/Shapes/Places.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

bool PadPlan::touches(DimRange range) const {
  for (unsigned dim = range.first; dim < range.first + range.rank; ++dim)
    if (groups[dim] != none)
      return true;
  return false;
}

void PadPlan::addStep(unsigned from, unsigned to) {
  if (groups[from] != none && groups[from] == groups[to])
    edges.push_back({from, to});
}

void PadPlan::addValues(Value from, Value to) {
  DimRange a = dims.rangeOf(from), b = dims.rangeOf(to);
  if (from.getType() != to.getType() || !touches(a))
    return;
  for (unsigned dim = 0; dim < a.rank; ++dim)
    addStep(a.first + dim, b.first + dim);
}

/// The values of a joint are long together.
void PadPlan::addJoint(const Joint &joint) {
  Value first = joint.values.empty() ? Value() : joint.values.front();
  auto isAlike = [&](Value value) {
    return value.getType() == first.getType();
  };
  if (!first || !touches(dims.rangeOf(first)) ||
      !llvm::all_of(joint.values, isAlike) ||
      !llvm::all_of(joint.inputs,
                    [&](OpOperand *input) { return isAlike(input->get()); }))
    return;
  for (Value value : ArrayRef(joint.values).drop_front()) {
    addValues(first, value);
    addValues(value, first);
  }
  for (OpOperand *input : joint.inputs) {
    addValues(input->get(), first);
    inputs[input] = first;
  }
}

/// Functions that nobody else can call, and that no composite stands for.
void PadPlan::addFunctions(const ProgramGraph &graph) {
  for (auto function : graph.getModule().getOps<FunctionOpInterface>())
    if (!function.isPublic() &&
        llvm::all_of(graph.callsOf(function), [](Operation *call) {
          return kindOf(call) == OpKind::call;
        }))
      for (const Joint &joint : graph.jointsOf(function))
        addJoint(joint);
}

/// A state comes long where somebody wants it so, and leaves as it came.
void PadPlan::addState(const CarriedState &state) {
  OpOperand &returned = state.returned();
  unsigned from = dims.firstDimOf(returned.get()),
           to = dims.firstDimOf(state.value());
  size_t rank = state.type.getRank();
  if (!touches({to, static_cast<unsigned>(rank)}) ||
      ArrayRef(groups).slice(from, rank) != ArrayRef(groups).slice(to, rank))
    return;
  addValues(returned.get(), state.value());
  inputs[&returned] = state.value();
  stateResults.insert(&returned);
  for (size_t dim = 0; dim < rank; ++dim)
    if (groups[to + dim] != none) {
      scattered.push_back(to + dim);
      stateDims.push_back(to + dim);
    }
}

/// The operand of a gather whose indices are not long themselves.
void PadPlan::addGather(Operation *op, const Place &place) {
  if (!isHlo(op, OpKind::gather) || touches(dims.operandsAt(place.op)[1]))
    return;
  DimRange operand = dims.operandsAt(place.op).front();
  for (unsigned dim = 0; dim < operand.rank; ++dim)
    if (unsigned number = operand.first + dim;
        groups[number] != none && !padded[groups[number]].isDynamic &&
        gathersAlong(op, dim)) {
      reduced.push_back(number);
      gathered.insert(op);
    }
}

/// A scatter into zeros, or any other number, is padded if that helps.
void PadPlan::addScatter(Operation *op, const Place &place) {
  Operation *into =
      isHlo(op, OpKind::scatter) ? op->getOperand(0).getDefiningOp() : nullptr;
  if (!into)
    return;
  for (unsigned dim = 0; dim < dims.resultsAt(place.op).front().rank; ++dim)
    if (unsigned number = place.result + dim;
        groups[number] != none && scattersAlong(op, dim) && makesDim(into, dim))
      scattered.push_back(number);
}

void PadPlan::addReduced(Operation *op, const Place &place) {
  if (!findNeutral(op))
    return;
  DimRange operand = dims.operandsAt(place.op).front();
  for (unsigned dim = 0; dim < operand.rank; ++dim)
    if (reducesDim(op, dim))
      reduced.push_back(operand.first + dim);
}

void PadPlan::addSteps(ArrayRef<PlacedOp> program) {
  StepFinder finder;
  touched.resize(program.size());
  steps.reserve(4 * program.size()); // pages that are not written cost nothing
  edges.reserve(4 * program.size());
  ArrayRef<DimRange> operands;
  for (auto [placed, place] : llvm::zip_equal(program, places)) {
    Operation *op = placed.op;
    place.steps = steps.size();
    operands = dims.operandsAt(place.op);
    if (llvm::any_of(operands, [&](DimRange range) { return touches(range); }))
      touched.set(place.op);
    if (handsOn(placed.row)) {
      for (const Joint &joint : findJoints(op, placed.row))
        addJoint(joint);
      continue;
    }
    if (!touched[place.op])
      continue;
    finder.find(op, placed.row, steps);
    auto isApart = [&, &place = place](const DimStep &step) {
      unsigned from = operands[step.operand].first + step.from;
      unsigned to = place.result + step.to;
      addStep(from, to);
      return groups[from] == none || groups[from] != groups[to];
    };
    steps.erase(
        std::remove_if(steps.begin() + place.steps, steps.end(), isApart),
        steps.end());
    if (isPerElement(placed.row) || op->getNumResults() == 0)
      continue;
    addScatter(op, place);
    addGather(op, place);
    addReduced(op, place);
  }
  places.push_back({none, 0, static_cast<unsigned>(steps.size())});
}

namespace {
/// Edges by the dimension that they start at.
class Reach {
public:
  using Edge = std::pair<unsigned, unsigned>;

  Reach(ArrayRef<Edge> edges, size_t numDims, bool isBackward)
      : begins(numDims + 1, 0), ends(edges.size()) {
    auto startOf = [&](Edge edge) {
      return isBackward ? edge.second : edge.first;
    };
    for (Edge edge : edges)
      ++begins[startOf(edge)];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (Edge edge : llvm::reverse(edges))
      ends[--begins[startOf(edge)]] = isBackward ? edge.first : edge.second;
  }

  /// Adds to `reached` what edges lead to, but leaves `within` alone.
  void spread(llvm::BitVector &reached, const llvm::BitVector *within) const {
    SmallVector<unsigned> ready(reached.set_bits());
    while (!ready.empty()) {
      unsigned dim = ready.pop_back_val();
      for (unsigned at = begins[dim]; at < begins[dim + 1]; ++at) {
        if (reached[ends[at]] || (within && !(*within)[ends[at]]))
          continue;
        reached.set(ends[at]);
        ready.push_back(ends[at]);
      }
    }
  }

private:
  SmallVector<unsigned, 0> begins, ends;
};
} // namespace

/// Every edge is looked at once in each direction.
void PadPlan::spread() {
  llvm::BitVector wanted(groups.size());
  longOnes.resize(groups.size());
  for (const Product &product : products)
    for (const Product::Part &part : product.parts)
      for (auto [value, dim] : {std::pair(part.first.value, part.dims[0]),
                                std::pair(part.second.value, part.dims[1])})
        if (groups[dim] != none)
          (value < 2 ? wanted : longOnes).set(dim);
  for (unsigned dim : reduced)
    if (groups[dim] != none)
      wanted.set(dim);
  Reach(edges, groups.size(), /*isBackward=*/true).spread(wanted, nullptr);
  for (unsigned dim : scattered)
    if (wanted[dim])
      longOnes.set(dim);
  Reach(edges, groups.size(), /*isBackward=*/false).spread(longOnes, &wanted);
}
