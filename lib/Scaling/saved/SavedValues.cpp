// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/saved/SavedValues.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/saved/LateReads.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// Operands of `op`, and values from outside that its regions use.
static SmallVector<Value> usedBy(Operation *op) {
  SmallVector<Value> used(op->getOperands());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(used, captured);
  return used;
}

static bool isMark(Operation *op) { return !findMark(op).empty(); }

/// Returns true for elementwise ops, and data movement without arithmetic.
static bool isCheap(Operation *op) {
  constexpr KindSet moves = {OpKind::broadcast_in_dim, OpKind::reshape,
                             OpKind::transpose};
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && !isMark(op) &&
         isMemoryEffectFree(op) &&
         (isPerElement(lookupRow(op)) || moves.contains(kindOf(op)));
}

static int64_t elementsOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

static int64_t bytesOf(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return elementsOf(value) *
         llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

int64_t SavedRoot::rowDims() const {
  constexpr int64_t leastRow = 256;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(root.getType()).getShape();
  int64_t row = 1;
  while (!shape.empty() && row < leastRow) {
    row *= shape.back();
    shape = shape.drop_back();
  }
  return shape.size();
}

int64_t SavedRoot::scales() const {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(root.getType()).getShape();
  return ShapedType::getNumElements(shape.take_front(rowDims()));
}

int64_t SavedRoot::bytesStored() const {
  return elementsOf(root) + 4 * scales();
}

/// Returns true for a broadcast of few elements, such as row statistics, which
/// stay saved as they are.
static bool isSpread(Operation *op) {
  constexpr int64_t fewest = 8; // copies per element
  return kindOf(op) == OpKind::broadcast_in_dim &&
         cast<ShapedType>(op->getOperand(0).getType()).hasStaticShape() &&
         elementsOf(op->getOperand(0)) * fewest <= elementsOf(op->getResult(0));
}

SavedValues::SavedValues(Block &block, int64_t leastElements)
    : block(block), leastElements(leastElements) {
  for (Operation &op : block)
    if (isa<SeedOp>(op) || llvm::any_of(usedBy(&op), [&](Value value) {
          return late.contains(value.getDefiningOp());
        }))
      late.insert(&op);
    else
      readEarly(&op);
  excludeContracted();
  excludeChosen();
  for (Operation &op : block)
    if (!late.contains(&op))
      addCentre(&op);
  for (Operation &op : block)
    if (!late.contains(&op))
      splitOrigins(&op);
  excludeConditioned();
}

bool SavedValues::isLarge(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() &&
         type.getElementType().isIntOrFloat() &&
         type.getNumElements() >= leastElements;
}

/// Returns the origin of a cheap op; its own result if it has several.
Value SavedValues::originOf(Operation *op) const {
  Value root;
  for (Value operand : op->getOperands()) {
    Value other = origins.lookup(operand);
    if (isa<BlockArgument>(operand) && isLarge(operand))
      other = operand;
    if (root && other && other != root)
      return op->getResult(0);
    root = root ? root : other;
  }
  return root;
}

void SavedValues::readEarly(Operation *op) {
  for (Value result : op->getResults())
    if (isLarge(result)) {
      bool isRoot = isFloat(result.getType()) && !isCheap(op) && !isMark(op) &&
                    !findConstantValue(op);
      origins[result] = isRoot ? result : Value();
    }
  if (isCheap(op) && isLarge(op->getResult(0))) {
    Value result = op->getResult(0), root = originOf(op);
    // masks are recomputed, integers are not
    Type element = getElementTypeOrSelf(result.getType());
    bool isRecomputed =
        isa<FloatType>(element) || (element.isInteger(1) && root != result);
    origins[result] = isRecomputed && !isSpread(op) ? root : Value();
    bool hasExponential = kindOf(op) == OpKind::exponential ||
                          llvm::any_of(op->getOperands(), [&](Value operand) {
                            return exponentials.contains(operand);
                          });
    if (hasExponential && root != result)
      exponentials.insert(result);
  }
  if (!isCheap(op))
    for (Value operand : op->getOperands())
      if (kindOf(op) == OpKind::reduce && exponentials.contains(operand))
        excluded.insert(origins.lookup(operand));
}

/// Returns true for a constant, possibly broadcast.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && kindOf(op) == OpKind::broadcast_in_dim)
    op = op->getOperand(0).getDefiningOp();
  return op && findConstantValue(op);
}

/// Returns true if `op` compares by order with a constant, as the derivative of
/// a rectifier does.
static bool isThreshold(Operation *op) {
  std::optional<Comparison> how = getComparison(op);
  return how && *how != Comparison::EQ && *how != Comparison::NE &&
         llvm::any_of(op->getOperands(), isConstant);
}

/// Returns true if lower precision may change a discrete outcome of `op`: the
/// position of a maximum, or the equality of numbers.
static bool chooses(Operation *op) {
  constexpr KindSet choices = {OpKind::select_and_scatter, OpKind::sort,
                               OpKind::argmax, OpKind::top_k};
  bool isFloating = llvm::any_of(op->getOperandTypes(), isFloat);
  if (kindOf(op) == OpKind::compare)
    return isFloating && !isThreshold(op);
  bool isIndex = llvm::any_of(op->getResultTypes(), [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIntOrIndex() && !element.isInteger(1);
  });
  return isFloating &&
         (choices.contains(kindOf(op)) || choosesAmongMany(op, lookupRow(op)) ||
          (isIndex && op->getNumRegions() == 0));
}

/// Returns the operand of an op with a pole at zero, to which a small number
/// may be rounded: a divisor, or the operand of a logarithm, root or power.
static Value findPole(Operation *op) {
  constexpr KindSet poles = {OpKind::cbrt,  OpKind::log,   OpKind::log_plus_one,
                             OpKind::power, OpKind::rsqrt, OpKind::sqrt};
  if (kindOf(op) == OpKind::divide)
    return op->getOperand(1);
  return poles.contains(kindOf(op)) ? op->getOperand(0) : Value();
}

/// Excludes roots near poles, roots that affect discrete outcomes of late ops,
/// and roots of early comparisons, whose masks late ops may use.
void SavedValues::excludeChosen() {
  for (Operation &op : block) {
    if (Value pole = findPole(&op))
      excluded.insert(origins.lookup(pole));
    if (!late.contains(&op) && kindOf(&op) != OpKind::compare)
      continue;
    WalkResult found = op.walk([](Operation *inner) {
      return chooses(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (found.wasInterrupted())
      for (Value used : usedBy(&op))
        excluded.insert(origins.lookup(used));
  }
}

/// Excludes operands of contractions whose result or other operand is excluded.
void SavedValues::excludeContracted() {
  llvm::DenseSet<Value> more;
  for (Operation &op : block) {
    if (!isContraction(lookupRow(&op)) || late.contains(&op))
      continue;
    bool isNear = llvm::any_of(op.getResults(), [&](Value result) {
      return excluded.contains(origins.lookup(result));
    });
    for (Value operand : op.getOperands())
      isNear |= excluded.contains(origins.lookup(operand));
    if (isNear)
      for (Value operand : op.getOperands())
        more.insert(origins.lookup(operand));
  }
  excluded.insert_range(more);
}

//===----------------------------------------------------------------------===//
// Conditioning
//===----------------------------------------------------------------------===//

/// Returns the value before broadcasts, conversions and reshapes.
static Value beforeMoves(Value value) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    bool isMove = op && (kindOf(op) == OpKind::broadcast_in_dim ||
                         kindOf(op) == OpKind::reshape);
    Value before = isMove ? op->getOperand(0) : beforeConvert(value);
    if (before == value)
      return value;
    value = before;
  }
}

/// Returns true for a sum of one value over dimensions.
static bool isSum(Operation *op) {
  return kindOf(op) == OpKind::reduce && op->getNumOperands() == 2 &&
         op->getNumResults() == 1 &&
         classOf(op, lookupRow(op)) == OpClass::reduction &&
         llvm::any_of(op->getRegion(0).front(), [](Operation &inner) {
           return kindOf(&inner) == OpKind::add;
         });
}

/// Returns the sum over dimensions of `value`, perhaps converted, that `mean`
/// divides by the number of summands; null for other values.
static Operation *findMeanSum(Value mean) {
  Operation *op = beforeMoves(mean).getDefiningOp();
  bool isQuotient = op && kindOf(op) == OpKind::divide;
  if (!isQuotient && !(op && kindOf(op) == OpKind::multiply))
    return nullptr;
  unsigned sum = !isQuotient && findSplat(op->getOperand(0)) ? 1 : 0;
  std::optional<double> factor = findSplat(op->getOperand(1 - sum));
  Operation *reduce = beforeMoves(op->getOperand(sum)).getDefiningOp();
  if (!factor || !reduce || !isSum(reduce))
    return nullptr;
  double count = double(elementsOf(reduce->getOperand(0))) /
                 double(elementsOf(reduce->getResult(0)));
  double ratio = isQuotient ? *factor / count : *factor * count;
  return std::abs(ratio - 1) < 0.01 ? reduce : nullptr;
}

/// Notes the first op that subtracts from a root its mean.
void SavedValues::addCentre(Operation *op) {
  if (kindOf(op) != OpKind::subtract || !isCheap(op) ||
      !isLarge(op->getResult(0)))
    return;
  Value mean = op->getOperand(1), value = beforeConvert(op->getOperand(0));
  if (origins.lookup(value) != value && origins.lookup(value) &&
      isa<BlockArgument>(origins.lookup(value)))
    return;
  Operation *sum = findMeanSum(mean);
  if (sum && !origins.lookup(mean) &&
      beforeConvert(sum->getOperand(0)) == value)
    centres.try_emplace(value, Centre{value, op});
}

const Centre *SavedValues::findCentre(Value root) const {
  Operation *op = root.getDefiningOp();
  if (!op || op->getNumOperands() == 0)
    return nullptr;
  auto found = centres.find(beforeConvert(op->getOperand(0)));
  return found != centres.end() && found->second.deviation == op
             ? &found->second
             : nullptr;
}

/// Makes `value` a root, or its deviation from the mean.
void SavedValues::addRoot(Value value) {
  auto centre = centres.find(value);
  if (centre == centres.end()) {
    roots[value] = value;
    roundings[value] = {Rounding::relative, {value}, false};
    return;
  }
  roots[value] = centre->second.deviation->getResult(0);
  roundings[value] = {Rounding::mixed, {value}, true};
}

Rounding SavedValues::roundingOf(Value value) const {
  return rootOf(value) ? roundings.lookup(value) : roundingOfExact(value);
}

/// Finds the roots of results. An ill-conditioned op on a root, such as a
/// difference of near values or a sine, makes another root.
void SavedValues::splitOrigins(Operation *op) {
  for (Value result : op->getResults()) {
    Value origin = origins.lookup(result);
    if (!origin)
      continue;
    if (isa<BlockArgument>(origin)) {
      roots[result] = origin;
      continue;
    }
    llvm::SmallDenseSet<Value> used;
    for (Value operand : op->getOperands())
      if (Value root = roots.lookup(operand))
        used.insert(root);
    if (!isCheap(op) || used.size() > 1 || origin == result) {
      addRoot(result);
      continue;
    }
    if (used.empty())
      continue;
    Value root = *used.begin();
    if (result == root) {
      roots[result] = root;
      roundings[result] = {Rounding::relative, {result}, true};
      continue;
    }
    std::optional<Rounding> rounding =
        applyRounding(op, [&](Value value) { return roundingOf(value); });
    if (rounding && !centres.contains(result)) {
      roots[result] = root;
      roundings[result] = *rounding;
    } else if (isFloat(result.getType())) {
      addRoot(result);
    }
  }
}

/// Returns true if late ops use `value` or what cheap ops compute from it.
bool SavedValues::isReadLate(Value value) const {
  llvm::SetVector<Value> work;
  work.insert(value);
  for (unsigned next = 0; next < work.size(); ++next)
    for (Operation *user : work[next].getUsers()) {
      Operation *op = block.findAncestorOpInBlock(*user);
      if (late.contains(op) && !isMark(op) &&
          !op->hasTrait<OpTrait::IsTerminator>())
        return true;
      if (!late.contains(op) && isCheap(op))
        work.insert(op->getResult(0));
    }
  return false;
}

SmallVector<Operation *> SavedValues::findLateSums() const {
  SmallVector<Operation *> sums;
  for (Operation &op : block) {
    if (late.contains(&op) || !isSum(&op))
      continue;
    Value value = beforeConvert(op.getOperand(0));
    bool isRoot = rootOf(value) == value && !findCentre(value);
    if (isRoot && isReadLate(op.getResult(0)))
      sums.push_back(&op);
  }
  return sums;
}

/// Excludes origins on whose roots late ops have an ill-conditioned dependence.
void SavedValues::excludeConditioned() {
  for (Operation *sum : findLateSums())
    excluded.insert(origins.lookup(beforeConvert(sum->getOperand(0))));
  LateReads reads(block, *this);
  for (Value root : reads.findIllConditioned())
    excluded.insert(origins.lookup(root));
}

void SavedValues::addLateUses(Value value,
                              llvm::MapVector<Value, SavedRoot> &found) const {
  Value root = rootOf(value);
  if (!root || excluded.contains(origins.lookup(root)))
    return;
  for (OpOperand &use : value.getUses()) {
    Operation *user = block.findAncestorOpInBlock(*use.getOwner());
    if (!late.contains(user) || isMark(user) ||
        user->hasTrait<OpTrait::IsTerminator>())
      continue;
    SavedRoot &saved =
        found.try_emplace(root, SavedRoot{root, {}, 0}).first->second;
    if (saved.lateUses.empty() || saved.lateUses.back()->get() != value)
      saved.bytesBefore += bytesOf(value);
    saved.lateUses.push_back(&use);
  }
}

/// Keeps the roots of one origin if they take fewer bytes than the origin, from
/// which late ops could recompute all of them.
void SavedValues::keepGroup(MutableArrayRef<SavedRoot> group,
                            SmallVectorImpl<SavedRoot> &kept) const {
  int64_t rest = bytesOf(origins.lookup(group.front().root));
  int64_t before = 0, stored = 0;
  for (SavedRoot &saved : group) {
    saved.bytesBefore = std::min(saved.bytesBefore, rest);
    rest -= saved.bytesBefore;
    before += saved.bytesBefore;
    stored += saved.bytesStored();
    Operation *op = saved.root.getDefiningOp();
    if (getElementTypeOrSelf(saved.root.getType()).isF64() ||
        llvm::any_of(saved.lateUses, [&](OpOperand *use) {
          return block.findAncestorOpInBlock(*use->getOwner())
              ->isBeforeInBlock(op);
        }))
      return;
  }
  if (before > stored)
    kept.append(group.begin(), group.end());
}

SmallVector<SavedRoot> SavedValues::findRoots() const {
  llvm::MapVector<Value, SavedRoot> found;
  for (Operation &op : block)
    if (!late.contains(&op))
      for (Value result : op.getResults())
        addLateUses(result, found);
  llvm::MapVector<Value, SmallVector<SavedRoot>> groups;
  for (auto &[root, saved] : found)
    groups[origins.lookup(root)].push_back(saved);
  SmallVector<SavedRoot> kept;
  for (auto &[origin, group] : groups)
    keepGroup(group, kept);
  return kept;
}
