// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/saved/CoarseReads.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/OpModel/Traits.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static SmallVector<Value> usedBy(Operation *op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used.takeVector();
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

void CoarseReads::set(Value value, Fact fact) {
  fact.isSet = true;
  Fact &known = facts[value];
  Fact old = known;
  if (!known.isSet) {
    known = fact;
  } else {
    if (known.error != fact.error)
      known.error = Error::ofFactors;
    if (!(known.sign == fact.sign))
      known.sign = {value};
    known.isAroundMean &= fact.isAroundMean;
    known.isLate |= fact.isLate;
  }
  isChanged |= known.parts() != old.parts();
}

void CoarseReads::visit(Operation *op) {
  SmallVector<CarriedValue> carriedValues = findAllCarriedValues(op);
  if (!carriedValues.empty()) {
    bool isLate = llvm::any_of(
        findControlOperands(op, carriedValues),
        [&](OpOperand *operand) { return read(operand->get()).isLate; });
    for (const CarriedValue &carried : carriedValues)
      for (OpOperand *input : carried.inputs)
        for (Value value : carried.values) {
          Fact fact = read(input->get());
          fact.isLate |= isLate;
          set(value, fact);
        }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block);
    return;
  }
  bool isLate = isa<SeedOp>(op), isCoarse = false;
  for (Value value : usedBy(op)) {
    isLate |= read(value).isLate;
    isCoarse |= read(value).isCoarse();
  }
  OpClass kind = classOf(op, lookupRow(op));
  bool isLongSum = kind == OpClass::contraction || kind == OpClass::reduction;
  std::optional<Fact> computed =
      isCoarse && !isLate ? compute(op) : std::nullopt;
  for (Value result : op->getResults()) {
    Fact fact{Error::none, {result}};
    if (Value stored = restored.lookup(result)) {
      fact.error = Error::ofValue;
      fact.isAroundMean = subtractsMean(stored.getDefiningOp());
    } else if (isCoarse && !(isLate && isLongSum)) {
      fact = computed.value_or(Fact{Error::ofFactors, {result}});
    }
    fact.isLate = isLate;
    set(result, fact);
  }
}

void CoarseReads::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Returns true if `value` is a constant, or a broadcast of one.
static bool isFixed(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && kindOf(op) == OpKind::broadcast_in_dim)
    return isFixed(op->getOperand(0));
  return op && findConstantValue(op);
}

/// Returns true if rounding the operands may change a discrete result of `op`:
/// an argmax, an order, an equality or an index.
static bool isChoice(Operation *op) {
  if (!llvm::any_of(op->getOperandTypes(), isFloat))
    return false;
  if (kindOf(op) == OpKind::compare) {
    auto how = getComparison(op);
    bool isOrder = how == Comparison::LT || how == Comparison::LE ||
                   how == Comparison::GT || how == Comparison::GE;
    return !isOrder ||
           !(isFixed(op->getOperand(0)) || isFixed(op->getOperand(1)));
  }
  constexpr KindSet choosing = {OpKind::select_and_scatter, OpKind::sort,
                                OpKind::top_k, OpKind::argmax};
  if (choosing.contains(kindOf(op)) || choosesAmongMany(op, lookupRow(op)))
    return true;
  return op->getNumRegions() == 0 &&
         llvm::any_of(op->getResultTypes(), [](Type type) {
           Type element = elementOf(type);
           return element.isIntOrIndex() && !element.isInteger(1);
         });
}

/// Returns true if `op`, or an op in its regions, is a choice.
static bool isFragile(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isChoice(inner) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isPole(OpKind kind) {
  constexpr KindSet poles = {
      OpKind::cbrt,  OpKind::log,   OpKind::log10,
      OpKind::log2,  OpKind::power, OpKind::reciprocal,
      OpKind::rsqrt, OpKind::sqrt,  OpKind::log_plus_one};
  return poles.contains(kind);
}

/// Returns true if `op` divides by a coarse value, or computes its logarithm or
/// a power: unbounded if the value is rounded to zero.
bool CoarseReads::hasPole(Operation *op) const {
  if (kindOf(op) == OpKind::divide)
    return read(op->getOperand(1)).isCoarse();
  return isPole(kindOf(op)) && read(op->getOperand(0)).isCoarse();
}

/// Returns true if `op` does not magnify errors of coarse operands that are
/// factors of a gradient. The gradient itself is a sum of such products, which
/// may cancel as it does without stored values.
bool CoarseReads::isSafeForGradients(Operation *op) const {
  OpKind kind = kindOf(op);
  constexpr KindSet steps = {OpKind::ceil, OpKind::floor, OpKind::remainder,
                             OpKind::round_nearest_afz,
                             OpKind::round_nearest_even};
  constexpr KindSet saturating = {OpKind::atan, OpKind::erf,  OpKind::logistic,
                                  OpKind::tanh, OpKind::and_, OpKind::or_,
                                  OpKind::not_, OpKind::xor_};
  if (saturating.contains(kind) || !findMark(op).empty())
    return true;
  constexpr OpClass unsafe[] = {OpClass::bits, OpClass::call, OpClass::control,
                                OpClass::opaque, OpClass::transcendental};
  return !steps.contains(kind) && !isPole(kind) &&
         !llvm::is_contained(unsafe, classOf(op, lookupRow(op)));
}

/// Checks the body that belongs to `op`, whose arguments may be coarse.
LogicalResult CoarseReads::checkBody(Operation *op) {
  WalkResult found = walkBody(op, [&](Operation *inner) {
    bool isSafe = isTerminator(inner) || (kindOf(inner) != OpKind::divide &&
                                          isSafeForGradients(inner));
    return isSafe ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(found.wasInterrupted());
}

LogicalResult CoarseReads::check(Operation *op) {
  bool isCoarse = false, isEarlyCoarse = false, isLate = isa<SeedOp>(op);
  for (Value value : usedBy(op)) {
    Fact fact = read(value);
    isLate |= fact.isLate;
    isCoarse |= fact.isCoarse();
    isEarlyCoarse |= fact.isCoarse() && !fact.isLate;
  }
  // Ops in regions are checked one by one; barriers forward their operands.
  bool isControl = !findAllCarriedValues(op).empty();
  bool isShown = op == step.getTerminator() || isMarkOp(op) ||
                 (!isControl && !isMemoryEffectFree(op));
  if (isEarlyCoarse && isShown)
    return op->emitError("breaks \"stored values serve the backward pass "
                         "alone\": it reads what is computed from one");
  if (!isCoarse || isTerminator(op))
    return success();
  if (isEarlyCoarse && isFragile(op))
    return op->emitError("breaks \"stored values choose nothing\": it compares "
                         "what is computed from one, or takes it for an index");
  if (isControl)
    return success();
  if (hasPole(op))
    return op->emitError("breaks \"stored values choose nothing\": it is "
                         "infinite where what is computed from one is zero");
  bool isRestoring = llvm::any_of(op->getResults(), [&](Value result) {
    return restored.contains(result);
  });
  bool isSafe = isRestoring ||
                (isLate ? isSafeForGradients(op) : compute(op).has_value());
  if (isSafe && succeeded(checkBody(op)))
    return success();
  return op->emitError("breaks \"stored values keep their errors\": it "
                       "magnifies the error of what is computed from one");
}

bool CoarseReads::isLate(Operation *op) const {
  return isa<SeedOp>(op) ||
         llvm::any_of(usedBy(op), [&](Value value) { return isLate(value); });
}

/// Returns true if ops that depend on a seed use `value`, or what elementwise
/// ops and data movement compute from it.
bool CoarseReads::isReadLate(Value value) const {
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (Operation *user : reached[i].getUsers()) {
      Operation *op = step.findAncestorOpInBlock(*user);
      bool isEnd = !op || isTerminator(op) || isMarkOp(op);
      if (!isEnd && isLate(op))
        return true;
      const OpRow *row = isEnd ? nullptr : lookupRow(op);
      bool isMoved =
          row && row->opClass == OpClass::layout && op->getNumOperands() == 1;
      if (!isEnd && op->getNumResults() == 1 && (isPerElement(row) || isMoved))
        reached.insert(op->getResult(0));
    }
  return false;
}

LogicalResult CoarseReads::checkSums(Value stored) const {
  SmallVector<Operation *> users(stored.getUsers());
  for (Operation *user : stored.getUsers())
    if (user->getNumResults() == 1 &&
        beforeFormat(user->getResult(0)) == stored)
      llvm::append_range(users, user->getResult(0).getUsers());
  for (Operation *user : users)
    if (user->getBlock() == &step && kindOf(user) == OpKind::reduce &&
        user->getNumOperands() == 2 &&
        classOf(user, lookupRow(user)) == OpClass::reduction && !isLate(user) &&
        !subtractsMean(stored.getDefiningOp()) &&
        isReadLate(user->getResult(0)))
      return user->emitError("breaks \"stored values keep their errors\": the "
                             "backward pass reads a sum of one, from which its "
                             "mean is not subtracted");
  return success();
}

LogicalResult CoarseReads::check() {
  do {
    isChanged = false;
    visit(step);
  } while (isChanged);
  auto checkAll = [&](Operation *op) {
    return failed(check(op)) ? WalkResult::interrupt() : WalkResult::advance();
  };
  for (Operation &op : step)
    if (walkOps(&op, checkAll).wasInterrupted())
      return failure();
  return success();
}
