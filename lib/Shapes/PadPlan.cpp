// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is padded if contractions define and use it, through ops that
// preserve padding; other users read its slice.
#include "lib/Shapes/PadPlan.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/GatherScatter.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/Ties.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

void PadPlan::findGroups(ArrayRef<PlacedOp> program,
                         function_ref<bool(unsigned)> isAlone,
                         const llvm::DenseSet<int64_t> &dynamicSizes) {
  WantedDims wanted;
  llvm::DenseMap<int64_t, int64_t> bytesAt; // narrowest element, by dynamic
                                            // size
  for (const Contraction &contraction : contractions) {
    if (!contraction.isAligned)
      continue;
    for (const Contraction::Innermost &inner : contraction.innermost)
      if (mayPad(inner.size, inner.bytes)) {
        auto &dim = wanted
                        .try_emplace(dims.find(inner.dim),
                                     WantedDim{inner.bytes, contraction.op})
                        .first->second;
        dim.bytes = std::min(dim.bytes, inner.bytes);
        if (dynamicSizes.contains(inner.size)) {
          int64_t &bytes =
              bytesAt.try_emplace(inner.size, inner.bytes).first->second;
          bytes = std::min(bytes, inner.bytes);
        }
      }
  }
  if (wanted.empty())
    return;
  places.reserve(program.size() + 1);
  for (unsigned op = 0; op < program.size(); ++op) {
    ArrayRef<DimRange> results = dims.resultsAt(op);
    places.push_back({op, results.empty() ? 0 : results.front().first, 0});
  }
  auto isApart = [&](unsigned number) {
    return dynamicSizes.contains(dims.sizeOf(number)) || isAlone(number);
  };
  SmallVector<unsigned, 0> groupOf(dims.numDims(), none);
  for (DimFamily &family : findFamilies(dims, wanted, isApart)) {
    for (unsigned number : family.classes)
      groupOf[number] = padded.size();
    PaddedDim &dim = padded.emplace_back();
    dim.size = dim.target = dims.sizeOf(family.classes.front());
    dim.targets = std::move(family.targets);
    dim.first = wanted.find(family.classes.front())->second.first;
    dim.classes = std::move(family.classes);
    dim.multiple = 16 / wanted.find(dim.classes.front())->second.bytes;
    if (int64_t bytes = bytesAt.lookup(dim.size)) {
      dim.isDynamic = true;
      dim.multiple = 16 / bytes;
      dim.targets = {static_cast<int64_t>(llvm::alignTo(dim.size, 16 / bytes))};
    }
  }
  groups.resize_for_overwrite(dims.numDims());
  for (unsigned dim = 0; dim < groups.size(); ++dim)
    groups[dim] = groupOf[dims.find(dim)];
  for (Contraction &contraction : contractions) {
    for (Contraction::Part &part : contraction.parts) {
      part.group = groups[part.dims[0]];
      if (part.group != none)
        ++padded[part.group].numContractions;
    }
    for (Contraction::Innermost &inner : contraction.innermost)
      inner.group = groups[inner.dim];
  }
}

PadPlan::PadPlan(const ProgramGraph &graph, const Chip &chip,
                 ArrayRef<CarriedState> states,
                 function_ref<bool(unsigned)> isAlone,
                 const llvm::DenseSet<int64_t> &dynamicSizes)
    : dims(graph) {
  ArrayRef<PlacedOp> program = graph.getOps();
  contractions.reserve(llvm::count_if(program, [](const PlacedOp &placed) {
    return placed.row && placed.row->opClass == OpClass::contraction;
  }));
  for (const PlacedOp &placed : program)
    if (std::optional<Contraction> contraction =
            findContraction(placed, dims, chip);
        contraction &&
        (contractions.empty() ||
         isLinalg(contractions.front().op) == isLinalg(contraction->op)))
      contractions.push_back(std::move(*contraction)); // all of one dialect
  findGroups(program, isAlone, dynamicSizes);
  if (padded.empty())
    return;
  for (const Contraction &contraction : contractions)
    contractionAt[contraction.op] = &contraction;
  addSteps(program);
  addFunctions(graph);
  for (const CarriedState &state : states)
    addState(state);
  spread();
  findNeeds(program);
  shareMasks();
}

//===----------------------------------------------------------------------===//
// dot %x, ...   ==>   %x must be padded with zeros
//===----------------------------------------------------------------------===//

TypedAttr PadPlan::zeroOf(Value value) {
  Type element = getElementTypeOrSelf(value);
  if (!lastZero || lastZero.getType() != element)
    lastZero = Builder(value.getContext()).getZeroAttr(element);
  return lastZero;
}

bool PadPlan::keepsZerosBehind(Operation *op) {
  auto [known, isNew] = zeroKeepers.try_emplace(op->getName(), false);
  if (isNew)
    known->second = keepsZeros(op);
  return known->second;
}

ArrayRef<DimStep> PadPlan::stepsOf(const Place &place) const {
  const Place *next = &place + 1;
  return ArrayRef(steps).slice(place.steps, next->steps - place.steps);
}

/// Computes the need of an operand, independently of its producer.
PadNeed PadPlan::needOf(OpOperand &operand, const OpRow *row,
                        const Contraction *contraction, const Place &place) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  DimRange range = rangeOf(operand, place);
  unsigned first = range.first, rank = range.rank;
  PadNeed need{&operand,
               llvm::SmallBitVector(rank),
               llvm::SmallBitVector(rank),
               {},
               first,
               static_cast<unsigned>(&place - places.data())};
  auto isIn = [&](size_t dim) { return groups[first + dim] != none; };
  if (Value target = inputs.empty() ? Value() : inputs.lookup(&operand)) {
    unsigned there = dims.firstDimOf(target);
    for (size_t dim = 0; dim < rank; ++dim)
      need.isPadded[dim] = isIn(dim) && paddedDims[there + dim];
    if (stateResults.contains(&operand))
      need.isMasked = need.isPadded;
    return need;
  }
  if (contraction) {
    for (const Contraction::Part &part : contraction->parts)
      for (ValueDim at : {part.first, part.second})
        if (at.value == number && isIn(at.dim)) {
          need.isPadded.set(at.dim);
          if (part.role == Contraction::depth)
            need.isMasked.set(at.dim);
        }
    return need;
  }
  for (const DimStep &step : stepsOf(place))
    if (step.operand == number && paddedDims[place.result + step.to])
      need.isPadded.set(step.from);
  if (number != 0 || isPerElement(row))
    return need;
  if (gathered.contains(op))
    for (size_t dim = 0; dim < rank; ++dim)
      need.isPadded[dim] = isIn(dim) && paddedDims[first + dim] &&
                           gathersAlong(op, dim) &&
                           !padded[groups[first + dim]].isDynamic;
  if (!(need.neutral = findNeutral(op)))
    return need;
  for (size_t dim = 0; dim < rank; ++dim)
    if (isIn(dim) && paddedDims[first + dim] && reducesDim(op, dim)) {
      need.isPadded.set(dim);
      need.isMasked.set(dim);
    }
  return need;
}

/// Returns true if the padding of the operand is zero. Broadcasts are emitted
/// again in the padded size, so their operand determines it.
bool PadPlan::isZeroAtUse(const PadNeed &need, size_t dim) {
  Value value = need.operand->get();
  unsigned first = need.first;
  while (!paddedDims[first + dim]) {
    Operation *maker = value.getDefiningOp();
    if (!maker)
      return true;
    if (makesDim(maker, dim))
      return addsZeros(maker);
    if (!isBroadcast(maker))
      return true;
    ArrayRef<int64_t> mapped = numbersOf(maker, "broadcast_dimensions");
    dim = llvm::find(mapped, static_cast<int64_t>(dim)) - mapped.begin();
    value = maker->getOperand(0);
    first = dims.firstDimOf(value);
  }
  return zeros[first + dim];
}

/// Returns true if this reduction is a sum with the initial value +0.
static bool addsFromZero(Operation *reduce) {
  Operation *init = reduce->getOperand(1).getDefiningOp();
  auto value = init ? init->getAttrOfType<DenseElementsAttr>("value") : nullptr;
  return init && addsZeros(init) && (!value || value.isSplat()) &&
         kindOf(&reduce->getRegion(0).front().front()) == OpKind::add;
}

void PadPlan::dropMasks(PadNeed &need) {
  Operation *op = need.operand->getOwner();
  for (unsigned dim : need.isMasked.set_bits()) {
    // A sum with the initial value -0 would change from -0 to +0.
    if (!isZeroAtUse(need, dim))
      continue;
    if (!reducesDim(op, dim) || addsFromZero(op))
      need.isMasked.reset(dim);
  }
  if (need.isMasked.any() && !need.neutral)
    need.neutral = zeroOf(need.operand->get());
}

void PadPlan::findNeeds(ArrayRef<PlacedOp> program) {
  zeros.resize(groups.size());
  for (unsigned dim : stateDims)
    if (paddedDims[dim])
      zeros.set(dim);
  needs.reserve(2 * touched.count());
  for (unsigned op : touched.set_bits())
    addNeeds(program[op], places[op]);
}

void PadPlan::addNeeds(const PlacedOp &placed, const Place &place) {
  Operation *op = placed.op;
  size_t begin = needs.size();
  bool mayMultiply = placed.row && placed.row->opClass == OpClass::contraction;
  const Contraction *contraction =
      mayMultiply ? contractionAt.lookup(op) : nullptr;
  ArrayRef<DimRange> operands = dims.operandsAt(place.op);
  for (unsigned i = 0; i < operands.size(); ++i) {
    unsigned first = operands[i].first, end = first + operands[i].rank;
    if (!touches(operands[i]))
      continue;
    PadNeed need = needOf(op->getOpOperand(i), placed.row, contraction, place);
    if (need.isPadded.none() && paddedDims.find_first_in(first, end) < 0)
      continue;
    dropMasks(need);
    needs.push_back(std::move(need));
  }
  if (needs.size() != begin && keepsZerosBehind(op))
    keepZeros(place, ArrayRef(needs).drop_front(begin));
}

/// If one contraction uses a value with zero padding, all do. The value would
/// be in memory twice otherwise.
void PadPlan::shareMasks() {
  llvm::DenseMap<Value, const PadNeed *> masked;
  SmallVector<PadNeed *, 0> others;
  for (PadNeed &need : needs) {
    if (!contractionAt.contains(need.operand->getOwner()))
      continue;
    if (need.isMasked.any())
      masked.try_emplace(need.operand->get(), &need);
    else
      others.push_back(&need);
  }
  for (PadNeed *need : others) {
    const PadNeed *other = masked.lookup(need->operand->get());
    if (!other || other->isPadded != need->isPadded)
      continue;
    need->isMasked = other->isMasked;
    need->neutral = other->neutral;
  }
}

/// Zero padding of all operands implies zero padding of the result.
void PadPlan::keepZeros(const Place &place, ArrayRef<PadNeed> operands) {
  ArrayRef<DimStep> steps = stepsOf(place);
  auto isZero = [&](const DimStep &step) {
    return llvm::any_of(operands, [&](const PadNeed &need) {
      return need.operand->getOperandNumber() == step.operand &&
             isZeroAtUse(need, step.from);
    });
  };
  for (const DimStep &step : steps)
    if (unsigned dim = place.result + step.to; paddedDims[dim])
      zeros.set(dim);
  for (const DimStep &step : steps)
    if (unsigned dim = place.result + step.to; zeros[dim] && !isZero(step))
      zeros.reset(dim);
}

//===----------------------------------------------------------------------===//
// %1 = dot ...; %2 = abs %1; dot %2, ...   ==>   %1 and %2 are padded
//===----------------------------------------------------------------------===//

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

/// Pads all values of a carried value, or none.
void PadPlan::addCarriedValue(const CarriedValue &carried) {
  Value first = carried.values.empty() ? Value() : carried.values.front();
  auto isAlike = [&](Value value) {
    return value.getType() == first.getType();
  };
  if (!first || !touches(dims.rangeOf(first)) ||
      !llvm::all_of(carried.values, isAlike) ||
      !llvm::all_of(carried.inputs,
                    [&](OpOperand *input) { return isAlike(input->get()); }))
    return;
  for (Value value : ArrayRef(carried.values).drop_front()) {
    addValues(first, value);
    addValues(value, first);
  }
  for (OpOperand *input : carried.inputs) {
    addValues(input->get(), first);
    inputs[input] = first;
  }
}

/// Adds private functions whose callers are all calls, not composites.
void PadPlan::addFunctions(const ProgramGraph &graph) {
  for (auto function : graph.getModule().getOps<FunctionOpInterface>())
    if (!function.isPublic() &&
        llvm::all_of(graph.callsOf(function), [](Operation *call) {
          return kindOf(call) == OpKind::call;
        }))
      for (const CarriedValue &carried : graph.carriedValuesOf(function))
        addCarriedValue(carried);
}

/// Ties argument and result of a training state (option `pad-state`).
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

/// Pads the operand of a gather with unpadded indices.
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

/// Allows padding of a scatter into a constant splat, which any size can be.
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
  steps.reserve(4 * program.size()); // untouched pages are free
  edges.reserve(4 * program.size());
  ArrayRef<DimRange> operands;
  for (auto [placed, place] : llvm::zip_equal(program, places)) {
    Operation *op = placed.op;
    place.steps = steps.size();
    operands = dims.operandsAt(place.op);
    if (llvm::any_of(operands, [&](DimRange range) { return touches(range); }))
      touched.set(place.op);
    if (carriesValues(placed.row)) {
      for (const CarriedValue &carried : findCarriedValues(op, placed.row))
        addCarriedValue(carried);
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
/// Edges by their start dimension.
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

  /// Adds the dimensions that are reachable from `reached` inside `within`.
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

/// Intersects backward and forward reachability, in linear time.
void PadPlan::spread() {
  llvm::BitVector wanted(groups.size());
  paddedDims.resize(groups.size());
  for (const Contraction &contraction : contractions)
    for (const Contraction::Part &part : contraction.parts)
      for (auto [value, dim] : {std::pair(part.first.value, part.dims[0]),
                                std::pair(part.second.value, part.dims[1])})
        if (groups[dim] != none)
          (value < 2 ? wanted : paddedDims).set(dim);
  for (unsigned dim : reduced)
    if (groups[dim] != none)
      wanted.set(dim);
  Reach(edges, groups.size(), /*isBackward=*/true).spread(wanted, nullptr);
  for (unsigned dim : scattered)
    if (wanted[dim])
      paddedDims.set(dim);
  Reach(edges, groups.size(), /*isBackward=*/false).spread(paddedDims, &wanted);
}
