// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/saved/SavedValues.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
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
}

bool SavedValues::isLarge(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() &&
         type.getElementType().isIntOrFloat() &&
         type.getNumElements() >= leastElements;
}

/// Returns the root of a cheap op; its own result if it has several roots.
Value SavedValues::rootOf(Operation *op) const {
  Value root;
  for (Value operand : op->getOperands()) {
    Value other = roots.lookup(operand);
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
      roots[result] = isRoot ? result : Value();
    }
  if (isCheap(op) && isLarge(op->getResult(0))) {
    Value result = op->getResult(0), root = rootOf(op);
    // masks are recomputed, integers are not
    Type element = getElementTypeOrSelf(result.getType());
    bool isRecomputed =
        isa<FloatType>(element) || (element.isInteger(1) && root != result);
    roots[result] = isRecomputed && !isSpread(op) ? root : Value();
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
        excluded.insert(roots.lookup(operand));
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
      excluded.insert(roots.lookup(pole));
    if (!late.contains(&op) && kindOf(&op) != OpKind::compare)
      continue;
    WalkResult found = op.walk([](Operation *inner) {
      return chooses(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (found.wasInterrupted())
      for (Value used : usedBy(&op))
        excluded.insert(roots.lookup(used));
  }
}

/// Excludes operands of contractions whose result or other operand is excluded.
void SavedValues::excludeContracted() {
  llvm::DenseSet<Value> more;
  for (Operation &op : block) {
    if (!isContraction(lookupRow(&op)) || late.contains(&op))
      continue;
    bool isNear = llvm::any_of(op.getResults(), [&](Value result) {
      return excluded.contains(roots.lookup(result));
    });
    for (Value operand : op.getOperands())
      isNear |= excluded.contains(roots.lookup(operand));
    if (isNear)
      for (Value operand : op.getOperands())
        more.insert(roots.lookup(operand));
  }
  excluded.insert_range(more);
}

void SavedValues::addLateUses(Value value,
                              llvm::MapVector<Value, SavedRoot> &found) const {
  Value root = roots.lookup(value);
  if (!root || isa<BlockArgument>(root) || excluded.contains(root))
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

SmallVector<SavedRoot> SavedValues::findRoots() const {
  llvm::MapVector<Value, SavedRoot> found;
  for (Operation &op : block)
    if (!late.contains(&op))
      for (Value result : op.getResults())
        addLateUses(result, found);
  SmallVector<SavedRoot> kept;
  for (auto &[root, saved] : found) {
    saved.bytesBefore = std::min(saved.bytesBefore, bytesOf(root));
    bool isF64 = getElementTypeOrSelf(root.getType()).isF64();
    if (!isF64 && saved.bytesBefore > saved.bytesStored())
      kept.push_back(saved);
  }
  return kept;
}
