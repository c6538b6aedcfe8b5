// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %x, ...   ==>   %x has to come longer, with zeros behind its end
#include "lib/Shapes/PadPlan.h"
#include "lib/Shapes/Places.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// Long where the op expects it so, whatever the value is.
PadNeed PadPlan::needOf(OpOperand &operand, ArrayRef<DimStep> steps) {
  Operation *op = operand.getOwner();
  Value value = operand.get();
  size_t rank = staticShape(value).size();
  PadNeed need;
  need.operand = &operand;
  need.isLong.assign(rank, false);
  need.isMasked.assign(rank, false);
  unsigned number = operand.getOperandNumber();
  unsigned first = dims.firstDimOf(value);
  auto isIn = [&](size_t dim) { return groups[first + dim] != none; };
  if (Value target = inputs.lookup(&operand)) {
    unsigned there = dims.firstDimOf(target);
    for (size_t dim = 0; dim < rank; ++dim)
      need.isLong[dim] = isIn(dim) && longOnes[there + dim];
    return need;
  }
  if (const Product *product = productAt.lookup(op)) {
    for (const Product::Part &part : product->parts)
      for (ValueDim at : {part.first, part.second})
        if (at.value == number && isIn(at.dim)) {
          need.isLong[at.dim] = true;
          need.isMasked[at.dim] = part.role == Product::depth;
        }
    need.neutral = zeroOf(value);
    return need;
  }
  for (const DimStep &step : steps)
    if (step.operand == number && isIn(step.from) &&
        longOnes[dims.firstDimOf(op->getResult(0)) + step.to])
      need.isLong[step.from] = true;
  if (number == 0 && gathered.contains(op))
    for (size_t dim = 0; dim < rank; ++dim)
      need.isLong[dim] =
          isIn(dim) && longOnes[first + dim] && gathersAlong(op, dim);
  if (number != 0 || !(need.neutral = findNeutral(op)))
    return need;
  for (size_t dim = 0; dim < rank; ++dim)
    if (isIn(dim) && longOnes[first + dim] && reducesDim(op, dim))
      need.isLong[dim] = need.isMasked[dim] = true;
  return need;
}

TypedAttr PadPlan::zeroOf(Value value) {
  return cast<TypedAttr>(
      Builder(value.getContext()).getZeroAttr(getElementTypeOrSelf(value)));
}

/// Zeros behind the end need no mask, unless a sum could start from -0.
bool PadPlan::isZeroAtUse(const PadNeed &need, size_t dim) {
  Value value = need.operand->get();
  unsigned number = dims.firstDimOf(value) + dim;
  if (longOnes[number])
    return zeros[number];
  Operation *maker = value.getDefiningOp();
  return !maker || !makesDim(maker, dim) || addsZeros(maker);
}

void PadPlan::dropMasks(PadNeed &need) {
  Operation *op = need.operand->getOwner();
  for (size_t dim = 0; dim < need.isMasked.size(); ++dim) {
    if (!need.isMasked[dim] || !isZeroAtUse(need, dim))
      continue;
    Operation *init =
        reducesDim(op, dim) ? op->getOperand(1).getDefiningOp() : nullptr;
    bool isSum = !reducesDim(op, dim) ||
                 (init && addsZeros(init) &&
                  op->getRegion(0).front().front().getName().getStringRef() ==
                      "stablehlo.add");
    need.isMasked[dim] = !isSum;
  }
}

void PadPlan::findNeeds(const Program &program) {
  zeros.resize(groups.size());
  for (auto [i, placed] : llvm::enumerate(program)) {
    Operation *op = placed.op;
    size_t begin = needs.size();
    ArrayRef<DimStep> taken =
        ArrayRef(steps).slice(stepsOf[i], stepsOf[i + 1] - stepsOf[i]);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!touches(operand.get()))
        continue;
      PadNeed need = needOf(operand, taken);
      dropMasks(need);
      need.row = placed.row;
      need.times = placed.times;
      needs.push_back(std::move(need));
    }
    if (!taken.empty() && keepsZeros(op))
      keepZeros(op, taken, ArrayRef(needs).drop_front(begin));
  }
}

/// A value that one product reads with zeros behind its end, another reads so,
/// too: otherwise it would be in memory twice.
void PadPlan::shareMasks() {
  llvm::DenseMap<Value, const PadNeed *> masked;
  for (const PadNeed &need : needs)
    if (productAt.count(need.operand->getOwner()) &&
        llvm::is_contained(need.isMasked, true))
      masked.try_emplace(need.operand->get(), &need);
  for (PadNeed &need : needs) {
    if (!productAt.count(need.operand->getOwner()) ||
        llvm::is_contained(need.isMasked, true))
      continue;
    const PadNeed *other = masked.lookup(need.operand->get());
    if (other && other->isLong == need.isLong)
      need.isMasked = other->isMasked;
  }
}

void PadPlan::keepZeros(Operation *op, ArrayRef<DimStep> steps,
                        ArrayRef<PadNeed> operands) {
  unsigned first = dims.firstDimOf(op->getResult(0));
  llvm::SmallDenseMap<int64_t, bool, 4> zeroBehind;
  for (const DimStep &step : steps) {
    if (!longOnes[first + step.to])
      continue;
    bool isZero = llvm::any_of(operands, [&](const PadNeed &need) {
      return need.operand->getOperandNumber() == step.operand &&
             isZeroAtUse(need, step.from);
    });
    auto [known, isNew] = zeroBehind.try_emplace(step.to, isZero);
    known->second &= isZero;
  }
  for (auto [dim, isZero] : zeroBehind)
    if (isZero)
      zeros.set(first + dim);
}
