// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute in a type that the policy forbids, with correct casts:
// only a checker of the policy can detect them.
#include "Operator.h"
#include "Retype.h"
#include "Tags.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static Type f32Of(Operation *op) { return Float32Type::get(op->getContext()); }

static bool isPinned(std::optional<ReasonKind> reason) {
  return reason == ReasonKind::structure || reason == ReasonKind::random ||
         reason == ReasonKind::exact || reason == ReasonKind::given;
}

//===----------------------------------------------------------------------===//
// One op that a policy reason keeps in f32
//===----------------------------------------------------------------------===//

template <ReasonKind... kinds>
static unsigned countKept(Operation *op, const Facts &facts) {
  std::optional<ReasonKind> reason = facts.reasonOf(op);
  return canRetype(op, f32Of(op)) && ((reason == kinds) || ...);
}

static unsigned countBeyond(Operation *op, const Facts &facts) {
  auto tag = findTag(op->getLoc());
  return countKept<ReasonKind::range>(op, facts) && tag &&
         facts.isBeyondRange.contains(*tag);
}

static LogicalResult lowerOp(Operation *op, unsigned, const Facts &facts) {
  return retype({op}, f32Of(op), facts.low, facts);
}

//===----------------------------------------------------------------------===//
// lower-update: all ops before a result that are f32 by structure
//===----------------------------------------------------------------------===//

/// Returns the ops that compute `value` and are f32 by structure, in program
/// order.
static SmallVector<Operation *> updateOf(Value value, const Facts &facts) {
  llvm::SmallSetVector<Operation *, 16> ops;
  SmallVector<Value> work = {value};
  while (!work.empty()) {
    Operation *op = work.pop_back_val().getDefiningOp();
    if (!op || ops.contains(op) || op->getNumRegions() != 0 ||
        op->hasTrait<OpTrait::ConstantLike>() || !canRetype(op, f32Of(op)) ||
        !isPinned(facts.reasonOf(op)))
      continue;
    ops.insert(op);
    llvm::append_range(work, op->getOperands());
  }
  SmallVector<Operation *> sorted = ops.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return sorted;
}

/// Returns the new value of a state's mark, or `value` itself.
static Value behindMark(Value value) {
  Operation *mark = value.getDefiningOp();
  if (!isHlo(mark, OpKind::composite))
    return value;
  return mark->getOperand(cast<OpResult>(value).getResultNumber());
}

static unsigned countUpdates(Operation *op, const Facts &facts) {
  auto function = op->getParentOfType<func::FuncOp>();
  return isa<func::ReturnOp>(op) && function.isPublic() ? op->getNumOperands()
                                                        : 0;
}

static LogicalResult lowerUpdate(Operation *op, unsigned variant,
                                 const Facts &facts) {
  auto update = updateOf(behindMark(op->getOperand(variant)), facts);
  if (update.empty())
    return failure();
  return retype(update, f32Of(op), facts.low, facts);
}

//===----------------------------------------------------------------------===//
// Loop-carried values, computed by denied ops, become 16-bit
//===----------------------------------------------------------------------===//

/// Makes `value` 16-bit and casts it back to f32 for its users.
static void widen(Value value, const Facts &facts) {
  Type f32 = elementOf(value.getType());
  value.setType(withElement(value.getType(), facts.low));
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);
  Value wide = uses.empty() ? value : castTo(value, f32, facts);
  for (OpOperand *use : uses)
    use->set(wide);
}

static unsigned countCarried(Operation *op, const Facts &facts) {
  return isHlo(op, OpKind::while_) ? op->getNumOperands() : 0;
}

static LogicalResult lowerCarried(Operation *op, unsigned variant,
                                  const Facts &facts) {
  Type was = op->getOperand(variant).getType();
  Operation *end = op->getRegion(1).front().getTerminator();
  Operation *made = end->getOperand(variant).getDefiningOp();
  std::optional<ReasonKind> reason = made ? facts.reasonOf(made) : std::nullopt;
  if (!elementOf(was).isF32() ||
      (reason != ReasonKind::deny && reason != ReasonKind::unlisted &&
       !isPinned(reason)) ||
      failed(lowerOp(made, 0, facts)))
    return failure();
  op->setOperand(variant, castTo(op->getOperand(variant), facts.low, facts));
  end->setOperand(variant, castTo(end->getOperand(variant), facts.low, facts));
  widen(op->getResult(variant), facts);
  for (Region &region : op->getRegions())
    widen(region.getArgument(variant), facts);
  return success();
}

//===----------------------------------------------------------------------===//
// 16-bit arguments and results of private functions
//===----------------------------------------------------------------------===//

static unsigned countPrivate(Operation *op, const Facts &facts) {
  auto function = dyn_cast<func::FuncOp>(op);
  return function && function.isPrivate() && !function.isExternal() &&
                 isPinned(facts.reasonOf(op))
             ? function.getNumArguments() + function.getNumResults()
             : 0;
}

/// Returns true if structure certainly keeps this value in f32: its definition,
/// used only by the caller, or all its users are f32 by structure. The reason
/// of a function applies to only one of its values.
static bool isValuePinned(Value value, const Facts &facts) {
  auto isPinned = [](std::optional<ReasonKind> reason) {
    return reason == ReasonKind::structure || reason == ReasonKind::random;
  };
  if (Operation *op = value.getDefiningOp())
    return value.hasOneUse() && isPinned(facts.reasonOf(op));
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [&](Operation *u) {
           // Integers computed from `value` may lead to a contraction.
           return isPinned(facts.reasonOf(u)) &&
                  llvm::all_of(u->getResultTypes(), [](Type type) {
                    return isa<FloatType>(elementOf(type));
                  });
         });
}

static LogicalResult lowerFunction(Operation *op, unsigned variant,
                                   const Facts &facts) {
  auto function = cast<func::FuncOp>(op);
  Block &entry = function.getBody().front();
  Operation *end = entry.getTerminator();
  bool isArgument = variant < function.getNumArguments();
  if (!isArgument)
    variant -= function.getNumArguments();
  Type was = isArgument ? entry.getArgument(variant).getType()
                        : end->getOperand(variant).getType();
  SmallVector<func::CallOp> calls;
  op->getParentOfType<ModuleOp>().walk([&](func::CallOp call) {
    if (call.getCallee() == function.getName())
      calls.push_back(call);
  });
  Value lowered =
      isArgument ? Value(entry.getArgument(variant)) : end->getOperand(variant);
  if (!elementOf(was).isF32() || calls.empty() ||
      !isValuePinned(lowered, facts))
    return failure();
  for (func::CallOp call : calls)
    if (isArgument)
      call->setOperand(variant,
                       castTo(call.getOperand(variant), facts.low, facts));
    else
      widen(call.getResult(variant), facts);
  if (isArgument)
    widen(entry.getArgument(variant), facts);
  else
    end->setOperand(variant,
                    castTo(end->getOperand(variant), facts.low, facts));
  function.setFunctionType(FunctionType::get(
      op->getContext(), entry.getArgumentTypes(), end->getOperandTypes()));
  return success();
}

//===----------------------------------------------------------------------===//
// lower-boundary: either of the two above
//===----------------------------------------------------------------------===//

static unsigned countBoundaries(Operation *op, const Facts &facts) {
  return countCarried(op, facts) + countPrivate(op, facts);
}

static LogicalResult lowerBoundary(Operation *op, unsigned variant,
                                   const Facts &facts) {
  return isa<func::FuncOp>(op) ? lowerFunction(op, variant, facts)
                               : lowerCarried(op, variant, facts);
}

//===----------------------------------------------------------------------===//
// other-format: an f16 op computes in bf16
//===----------------------------------------------------------------------===//

static unsigned countLow(Operation *op, const Facts &facts) {
  return canRetype(op, facts.low) && !op->hasTrait<OpTrait::ConstantLike>();
}

static LogicalResult useOtherFormat(Operation *op, unsigned,
                                    const Facts &facts) {
  return retype({op}, facts.low, facts.otherLow, facts);
}

//===----------------------------------------------------------------------===//
// round-constant: an f32 constant is rounded to 16 bits and widened
//===----------------------------------------------------------------------===//

static unsigned countF32Constants(Operation *op, const Facts &) {
  return op->hasTrait<OpTrait::ConstantLike>() && !op->use_empty() &&
         op->getParentOfType<func::FuncOp>() &&
         elementOf(op->getResult(0).getType()).isF32();
}

//===----------------------------------------------------------------------===//
// retype-signature: a public function with another argument or result type
//===----------------------------------------------------------------------===//

static unsigned countSignature(Operation *op, const Facts &) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function || !function.isPublic() || function.isExternal())
    return 0;
  return function.getNumArguments() + function.getNumResults();
}

static LogicalResult retypeSignature(Operation *op, unsigned variant,
                                     const Facts &facts) {
  auto function = cast<func::FuncOp>(op);
  Block &entry = function.getBody().front();
  bool isArgument = variant < function.getNumArguments();
  Operation *end = entry.getTerminator();
  if (!isArgument)
    variant -= function.getNumArguments();
  Value value =
      isArgument ? Value(entry.getArgument(variant)) : end->getOperand(variant);
  Type element = elementOf(value.getType());
  if (!element.isF32() && element != facts.low)
    return failure();
  Type other = element.isF32() ? Type(facts.low) : f32Of(op);
  if (isArgument) {
    value.setType(withElement(value.getType(), other));
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses())
      uses.push_back(&use);
    Value cast = uses.empty() ? value : castTo(value, element, facts);
    for (OpOperand *use : uses)
      use->set(cast);
  } else {
    end->setOperand(variant, castTo(value, other, facts));
  }
  function.setFunctionType(FunctionType::get(
      op->getContext(), entry.getArgumentTypes(), end->getOperandTypes()));
  return success();
}

static constexpr unsigned V = verifyChecker;

static const Operator table[] = {
    {"lower-denied", V, true, countKept<ReasonKind::deny, ReasonKind::unlisted>,
     lowerOp,
     "an op that the policy denies or does not list computes in 16 bits, "
     "bodies included"},
    {"lower-pinned", V, true,
     countKept<ReasonKind::structure, ReasonKind::random, ReasonKind::exact,
               ReasonKind::given>,
     lowerOp, "an op that is f32 by structure computes in 16 bits"},
    {"lower-range", V, true, countBeyond, lowerOp,
     "an op whose values exceed the 16-bit range computes in 16 bits"},
    {"lower-update", V, true, countUpdates, lowerUpdate,
     "all f32 ops of the update of a state or of the loss are 16-bit"},
    {"lower-boundary", V, true, countBoundaries, lowerBoundary,
     "what a loop carries or a private function takes or gives is 16-bit"},
    {"other-format", V, true, countLow, useOtherFormat,
     "an op computes in the 16-bit type that the policy does not name"},
    {"round-constant", V, true, countF32Constants, lowerOp,
     "an f32 constant is rounded to 16 bits and widened"},
    {"retype-signature", V, true, countSignature, retypeSignature,
     "an argument or result of a public function has another float type"},
};

ArrayRef<Operator> amp::mutate::precisionOperators() { return table; }
