// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %x, ...   ==>   %x has to come longer, with zeros behind its end
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/PadPlan.h"
#include "lib/Shapes/Places.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

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

/// Long where the op expects it so, whatever the value is.
PadNeed PadPlan::needOf(OpOperand &operand, const OpRow *row,
                        const Product *product, const Place &place) {
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
      need.isLong[dim] = isIn(dim) && longOnes[there + dim];
    if (stateResults.contains(&operand))
      need.isMasked = need.isLong;
    return need;
  }
  if (product) {
    for (const Product::Part &part : product->parts)
      for (ValueDim at : {part.first, part.second})
        if (at.value == number && isIn(at.dim)) {
          need.isLong.set(at.dim);
          if (part.role == Product::depth)
            need.isMasked.set(at.dim);
        }
    return need;
  }
  for (const DimStep &step : stepsOf(place))
    if (step.operand == number && longOnes[place.result + step.to])
      need.isLong.set(step.from);
  if (number != 0 || isPerElement(row))
    return need;
  if (gathered.contains(op))
    for (size_t dim = 0; dim < rank; ++dim)
      need.isLong[dim] = isIn(dim) && longOnes[first + dim] &&
                         gathersAlong(op, dim) &&
                         !padded[groups[first + dim]].isDynamic;
  if (!(need.neutral = findNeutral(op)))
    return need;
  for (size_t dim = 0; dim < rank; ++dim)
    if (isIn(dim) && longOnes[first + dim] && reducesDim(op, dim)) {
      need.isLong.set(dim);
      need.isMasked.set(dim);
    }
  return need;
}

/// Returns true if the padding of the operand is zero. A broadcast is emitted
/// again, so its operand decides.
bool PadPlan::isZeroAtUse(const PadNeed &need, size_t dim) {
  Value value = need.operand->get();
  unsigned first = need.first;
  while (!longOnes[first + dim]) {
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

/// Returns true if this reduction sums from +0.
static bool addsFromZero(Operation *reduce) {
  Operation *init = reduce->getOperand(1).getDefiningOp();
  auto value = init ? init->getAttrOfType<DenseElementsAttr>("value") : nullptr;
  return init && addsZeros(init) && (!value || value.isSplat()) &&
         kindOf(&reduce->getRegion(0).front().front()) == OpKind::add;
}

void PadPlan::dropMasks(PadNeed &need) {
  Operation *op = need.operand->getOwner();
  for (unsigned dim : need.isMasked.set_bits()) {
    // A sum could start from -0, which +0 would change.
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
    if (longOnes[dim])
      zeros.set(dim);
  needs.reserve(2 * touched.count());
  for (unsigned op : touched.set_bits())
    addNeeds(program[op], places[op]);
}

void PadPlan::addNeeds(const PlacedOp &placed, const Place &place) {
  Operation *op = placed.op;
  size_t begin = needs.size();
  bool mayMultiply = placed.row && placed.row->opClass == OpClass::contraction;
  const Product *product = mayMultiply ? productAt.lookup(op) : nullptr;
  ArrayRef<DimRange> operands = dims.operandsAt(place.op);
  for (unsigned i = 0; i < operands.size(); ++i) {
    unsigned first = operands[i].first, end = first + operands[i].rank;
    if (!touches(operands[i]))
      continue;
    PadNeed need = needOf(op->getOpOperand(i), placed.row, product, place);
    if (need.isLong.none() && longOnes.find_first_in(first, end) < 0)
      continue;
    dropMasks(need);
    needs.push_back(std::move(need));
  }
  if (needs.size() != begin && keepsZerosBehind(op))
    keepZeros(place, ArrayRef(needs).drop_front(begin));
}

/// A value that one product reads with zeros behind its end, another reads so,
/// too: otherwise it would be in memory twice.
void PadPlan::shareMasks() {
  llvm::DenseMap<Value, const PadNeed *> masked;
  SmallVector<PadNeed *, 0> others;
  for (PadNeed &need : needs) {
    if (!productAt.contains(need.operand->getOwner()))
      continue;
    if (need.isMasked.any())
      masked.try_emplace(need.operand->get(), &need);
    else
      others.push_back(&need);
  }
  for (PadNeed *need : others) {
    const PadNeed *other = masked.lookup(need->operand->get());
    if (!other || other->isLong != need->isLong)
      continue;
    need->isMasked = other->isMasked;
    need->neutral = other->neutral;
  }
}

/// Zeros behind the end of all operands are zeros behind that of the result.
void PadPlan::keepZeros(const Place &place, ArrayRef<PadNeed> operands) {
  ArrayRef<DimStep> steps = stepsOf(place);
  auto isZero = [&](const DimStep &step) {
    return llvm::any_of(operands, [&](const PadNeed &need) {
      return need.operand->getOperandNumber() == step.operand &&
             isZeroAtUse(need, step.from);
    });
  };
  for (const DimStep &step : steps)
    if (unsigned dim = place.result + step.to; longOnes[dim])
      zeros.set(dim);
  for (const DimStep &step : steps)
    if (unsigned dim = place.result + step.to; zeros[dim] && !isZero(step))
      zeros.reset(dim);
}
