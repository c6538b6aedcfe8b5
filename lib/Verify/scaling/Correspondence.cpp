// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// marked: %g = amp.gradients %0            scaled: %g = amp.unscale %0 by %s
//   ==>   %g corresponds to %g; %0 corresponds to %0, times the scale
#include "lib/Verify/scaling/Correspondence.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/AlikeOps.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

std::string State::describe() const {
  if (mark)
    return StateOp(mark).describe(number);
  return "state of result " + std::to_string(number);
}

LogicalResult Correspondence::differ(Point in, Point out) {
  Operation *op = out.value.getDefiningOp();
  if (!op)
    op = out.value.getParentBlock()->getParentOp();
  InFlightDiagnostic error = op->emitError();
  error << "breaks \"without its scaling a step is what it was\": '"
        << op->getName() << "' has another counterpart";
  error.attachNote(in.value.getLoc()) << "this one";
  return error;
}

void Correspondence::push(Point in, Point out, bool leaves, Operation *user) {
  bool isNew = done.insert({out.key(), in.key()}).second;
  isNew |= leaves && leaving.insert(out.value).second;
  // Errors depend on the users of a state, so each user is compared.
  if (isNew || in.value.getDefiningOp<StateOp>())
    work.push_back({in, out, leaves, user});
}

//===----------------------------------------------------------------------===//
// Parts of the scaled program only
//===----------------------------------------------------------------------===//

std::optional<Guard> Correspondence::matchGuard(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result || !scales.scaler)
    return std::nullopt;
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto guard = dyn_cast<GuardOp>(op))
    return Guard{op, guard.getFoundInf(), guard.getUpdated()[number],
                 guard.getPrevious()[number]};
  if (!isHlo(op, OpKind::select))
    return std::nullopt;
  const Verdict &verdict = verdicts.of(op->getOperand(0));
  if (!verdict.isValid)
    return std::nullopt;
  bool isNewFirst = verdict.saysFinite;
  return Guard{op, op->getOperand(0), op->getOperand(isNewFirst ? 1 : 2),
               op->getOperand(isNewFirst ? 2 : 1)};
}

/// Returns the state of the marked program of which `value` is the new value;
/// none if there is none.
std::optional<Correspondence::NewState> Correspondence::findState(Point value) {
  for (OpOperand &use : value.value.getUses())
    if (auto mark = dyn_cast<StateOp>(use.getOwner()))
      if (unsigned i = use.getOperandNumber(); i < mark.getValues().size())
        return NewState{{mark, value.frame, i},
                        {mark.getOld()[i], value.frame}};
  auto named = namedStates.find(value.value);
  return named == namedStates.end() || value.frame
             ? std::nullopt
             : std::optional<NewState>(named->second);
}

/// Looks through the guard of a state whose new value the marked program reads.
/// A select is a guard only if the marked program has no such select: programs
/// that test for infinity have selects of the same form.
bool Correspondence::lookThroughGuard(Pair &pair) {
  std::optional<Guard> guard = matchGuard(pair.out.value);
  std::optional<NewState> of = guard ? findState(pair.in) : std::nullopt;
  if (!of)
    return false;
  Operation *op = pair.in.value.getDefiningOp();
  if (isHlo(op, OpKind::select) && !isa<GuardOp>(guard->op)) {
    bool isOwn = verdicts.of(op->getOperand(0)).isValid;
    if (isOwn && !matchGuard(guard->updated))
      return false;
  }
  enterGuard(pair, *guard, *of);
  return true;
}

/// Goes on with the new value of a guard, and pairs the old one.
void Correspondence::enterGuard(Pair &pair, const Guard &guard,
                                const NewState &of) {
  guards[guard.op] = guard;
  guarded.push_back({of.state, guard});
  push(of.old, {guard.previous, pair.out.frame}, false, guard.op);
  pair.out.value = guard.updated;
  pair.leaves = false;
  pair.user = guard.op;
}

/// convert(mark(convert(%x)))  and  convert(convert(%x) / s): the outer convert
/// belongs to the program, not to an unscaling in the type of %x.
static bool isOwnCast(Operation *in, Value out) {
  if (!isHlo(in, OpKind::convert) ||
      !isHlo(out.getDefiningOp(), OpKind::convert))
    return false;
  Value inner = in->getOperand(0);
  while (auto mark = inner.getDefiningOp<GradientsOp>())
    inner = mark->getOperand(cast<OpResult>(inner).getResultNumber());
  Operation *widening = inner.getDefiningOp();
  return isHlo(widening, OpKind::convert) &&
         widening->getOperand(0).getType() == out.getType();
}

/// Returns true if a matched multiplication belongs to the program itself. With
/// a static scale, a factor that is a quotient of constants is ambiguous.
bool Correspondence::isOwnProduct(const Pair &pair, const Scaling &found) {
  Operation *op = pair.in.value.getDefiningOp();
  if (isa<UnscaleOp, ScaleOp>(found.op))
    return false;
  if (isOwnCast(op, pair.out.value))
    return true;
  if (!scales.scaler.isStatic() || !isHlo(op, OpKind::multiply))
    return false;
  return llvm::any_of(op->getOperands(), [](Value operand) {
    Operation *factor = operand.getDefiningOp();
    while (isHlo(factor, OpKind::broadcast_in_dim))
      factor = factor->getOperand(0).getDefiningOp();
    return isHlo(factor, OpKind::divide) &&
           llvm::all_of(factor->getOperands(), [](Value part) {
             Operation *maker = part.getDefiningOp();
             return maker && isConstantLike(maker);
           });
  });
}

void Correspondence::note(const Scaling &found) {
  scalings[found.op] = found;
  if (found.other)
    scalings[found.other] = found;
}

/// Looks through an unscaling at any position. Degrees are checked later. A
/// value that the program converts to f32 is unscaled behind that: 16 bits
/// would lose what the scale has kept.
bool Correspondence::lookThroughScaling(Pair &pair, bool isMarked) {
  std::optional<Scaling> found = scales.match(pair.out.value);
  bool isOp = found && isa<ScaleOp, UnscaleOp>(found->op);
  bool isRounded = found && found->sign < 0 && !isMarked &&
                   isHlo(pair.out.value.getDefiningOp(), OpKind::convert) &&
                   isHlo(pair.user, OpKind::convert) &&
                   isF32(pair.user->getResult(0).getType());
  if (!found || found->sign > 0 || (found->sign == 0 && !isOp) || isRounded ||
      isOwnProduct(pair, *found))
    return false;
  note(*found);
  pair.out.value = found->input;
  pair.user = found->op;
  return true;
}

/// convert %parameter   ==>   the copy in 16 bits that the step carries
bool Correspondence::seeShadow(const Pair &pair) {
  if (shadows.empty())
    return false;
  Value value = scaled.canonicalPoint(pair.out).value;
  const Shadow *shadow = llvm::find_if(
      shadows, [&](const Shadow &s) { return s.argument == value; });
  Operation *op = pair.in.value.getDefiningOp();
  if (shadow == shadows.end() || !isHlo(op, OpKind::convert) ||
      pair.in.value.getType() != pair.out.value.getType())
    return false;
  Point of = marked.canonicalPoint({op->getOperand(0), pair.in.frame});
  auto argument = dyn_cast<BlockArgument>(of.value);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) &&
         argument.getArgNumber() == shadow->parameter;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

static StringRef stateKindOf(const State &state) {
  ArrayAttr kinds = state.mark ? StateOp(state.mark).getKindsAttr() : nullptr;
  return kinds ? cast<StringAttr>(kinds[state.number]).getValue() : "";
}

KeyRule Correspondence::ruleOf(const State &state, Point old, Point updated) {
  if (!scales.scaler || scales.marks.gradients.empty())
    return KeyRule::either;
  StringRef kind = stateKindOf(state);
  if (!kind.empty())
    return kind == "key" ? KeyRule::yes : KeyRule::no;
  return keys.judge(marked.canonicalPoint(old), updated);
}

LogicalResult Correspondence::refuseUnguarded(Value value, const State &state) {
  Operation *op = value.getDefiningOp();
  Location where = value.getLoc();
  InFlightDiagnostic error =
      emitError(state.mark ? StateOp(state.mark).getLoc() : where);
  error << "breaks \"every state that is returned is guarded\": "
        << state.describe() << " is not";
  if (isHlo(op, OpKind::select))
    if (const Verdict &verdict = verdicts.of(op->getOperand(0));
        !verdict.reason.empty())
      error << ", because its flag " << verdict.reason;
  error.attachNote(where) << "what is returned";
  return error;
}

/// Returns true if a guard keeps the new value on overflow, and the old one
/// otherwise.
bool Correspondence::isInverted(const Guard &guard, Point old,
                                const CallFrame *frame) {
  auto kept = dyn_cast<BlockArgument>(marked.canonicalPoint(old).value);
  auto argumentOf = [&](Value value) {
    return dyn_cast<BlockArgument>(scaled.canonicalPoint({value, frame}).value);
  };
  BlockArgument taken = argumentOf(guard.updated);
  return kept && taken && !argumentOf(guard.previous) &&
         taken.getArgNumber() == kept.getArgNumber();
}

/// Compares a state: if returned, it must be guarded with its old value; a key
/// must not be guarded.
LogicalResult Correspondence::seeState(Pair &pair, State state, Point old) {
  Point updated = pair.in;
  if (state.mark)
    updated.value = state.mark.getValues()[state.number];
  KeyRule rule = ruleOf(state, old, updated);
  std::optional<Guard> guard = matchGuard(pair.out.value);
  if (!guard) {
    if (rule == KeyRule::no && pair.leaves)
      return refuseUnguarded(pair.out.value, state);
    if (rule == KeyRule::no && pair.user)
      unguarded.push_back({state, pair.user, pair.out.value});
    return success();
  }
  // Programs that test for infinity themselves have selects of the same form.
  bool isOwn = isHlo(updated.value.getDefiningOp(), OpKind::select) &&
               !isa<GuardOp>(guard->op);
  if (rule == KeyRule::yes && pair.leaves)
    return isOwn ? LogicalResult(success())
                 : LogicalResult(guard->op->emitError()
                                 << "breaks \"keys advance in a skipped "
                                    "step\": "
                                 << state.describe() << " is guarded");
  if (isInverted(*guard, old, pair.out.frame))
    return guard->op->emitError()
           << "breaks \"a skipped step keeps its states\": expects "
           << state.describe()
           << " to keep its old value on overflow, but the guard is inverted";
  enterGuard(pair, *guard, {state, old});
  return success();
}

LogicalResult Correspondence::seeMark(Pair &pair, Operation *mark) {
  unsigned number = cast<OpResult>(pair.in.value).getResultNumber();
  pair.in.value = mark->getOperand(number);
  if (auto seed = dyn_cast<SeedOp>(mark)) {
    // Nonlinear users of the seed use its unscaled value.
    while (lookThroughScaling(pair, /*isMarked=*/true))
      continue;
    std::optional<Scaling> found = scales.match(pair.out.value);
    bool isScaled = found && found->sign > 0;
    bool isSeedOfSeed =
        !isScaled && pair.scaledSeed && pair.out.value == pair.seedOperand;
    seeds.push_back({seed, isSeedOfSeed ? pair.scaledSeed : pair.out.value});
    if (isScaled) {
      unsigned own = scales.marks.groupOf(seed.getGroupAttr());
      if (!scales.scaler.isStatic() && found->group != own)
        return found->op->emitError()
               << "breaks \"one scale per group\": expects the scale of group '"
               << seed.getGroup() << "', but got that of '"
               << scales.marks.groups[found->group].getValue() << "'";
      note(*found);
      pair.scaledSeed = pair.out.value;
      pair.out.value = pair.seedOperand = found->input;
    }
    return success();
  }
  auto gradients = dyn_cast<GradientsOp>(mark);
  if (!gradients)
    return success(); // a loss
  if (std::optional<unsigned> found = scales.marks.find(mark, pair.in.frame)) {
    auto &marks = this->gradients[pair.out.value];
    if (!llvm::is_contained(marks, std::make_pair(*found, number))) {
      marks.push_back({*found, number});
      representatives[{*found, number}].push_back(pair.out.value);
    }
  }
  if (!lookThroughScaling(pair, /*isMarked=*/true))
    if (std::optional<Scaling> plain = scales.match(pair.out.value);
        plain && plain->sign == 0) {
      note(*plain);
      pair.out.value = plain->input;
    }
  return success();
}

LogicalResult Correspondence::pairGradient(unsigned mark, unsigned number,
                                           Value value) {
  const GradientMark &of = scales.marks.gradients[mark];
  push({of.op->getResult(number), of.frame}, {value, nullptr});
  return run();
}

/// Checks that each state that is read is guarded, and that users of its new
/// value after the guard use the guarded value.
LogicalResult Correspondence::checkUnguarded() {
  for (const Unguarded &use : unguarded) {
    bool isGuarded = false;
    for (const GuardedState &held : guarded) {
      if (!held.state.isSame(use.state))
        continue;
      isGuarded = true;
      Operation *guard = held.guard.op;
      Operation *user =
          held.guard.updated == use.read
              ? guard->getBlock()->findAncestorOpInBlock(*use.user)
              : nullptr;
      if (!user || user == guard || guards.contains(user) ||
          !guard->isBeforeInBlock(user))
        continue;
      InFlightDiagnostic error = use.user->emitError();
      error << "breaks \"what reads a state reads it guarded\": expects the "
               "guarded value of "
            << use.state.describe() << ", but got its new value";
      error.attachNote(guard->getLoc()) << "the guard";
      return error;
    }
    if (!isGuarded)
      return refuseUnguarded(use.read, use.state);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Returns true if the scaled program contains the inlined body of this call.
bool Correspondence::isInlined(Operation *call, Value value) {
  if (!marked.calleeOf(call))
    return false;
  for (;;) {
    if (std::optional<Guard> guard = matchGuard(value))
      value = guard->updated;
    else if (std::optional<Scaling> found = scales.match(value))
      value = found->input;
    else
      break;
  }
  Operation *op = value.getDefiningOp();
  return !op || !areSame(call, op);
}

/// Looks through one construct that only one of the programs contains.
LogicalResult Correspondence::lookThrough(Pair &pair, bool &changed) {
  changed = true;
  Operation *in = pair.in.value.getDefiningOp();
  if (auto state = dyn_cast_if_present<StateOp>(in)) {
    unsigned number = cast<OpResult>(pair.in.value).getResultNumber();
    if (failed(seeState(pair, {state, pair.in.frame, number},
                        {state.getOld()[number], pair.in.frame})))
      return failure();
    pair.in.value = state.getValues()[number];
    return success();
  }
  if (isa_and_present<LossOp, SeedOp, GradientsOp>(in))
    return seeMark(pair, in);
  // The callee may contain marks, so it is entered before a guard is skipped.
  if (marked.leave(pair.in) ||
      (in && isInlined(in, pair.out.value) && marked.enter(pair.in)))
    return success();
  if (lookThroughGuard(pair) || lookThroughScaling(pair, /*isMarked=*/false))
    return success();
  if (scales.failed)
    return failure();
  return seeCalls(pair, changed);
}

LogicalResult Correspondence::compareOne(Pair pair) {
  for (bool changed = true; changed;) {
    paired.insert(pair.out.value);
    if (seeShadow(pair))
      return success();
    if (failed(lookThrough(pair, changed)))
      return failure();
  }
  if (isa<BlockArgument>(pair.in.value))
    return compareArguments(pair);
  return compareOps(pair);
}

bool Correspondence::isPaired(Value value) const {
  if (paired.contains(value))
    return true;
  auto function =
      value.getParentRegion()->getParentOfType<FunctionOpInterface>();
  return function && !entered.contains(function);
}

LogicalResult Correspondence::run() {
  while (!work.empty())
    if (failed(compareOne(work.pop_back_val())) || scales.failed)
      return failure();
  return success();
}

LogicalResult Correspondence::compare(FunctionOpInterface in,
                                      FunctionOpInterface out) {
  entered.insert(out);
  size_t numOps = out.getFunctionBody().front().getOperations().size();
  done.reserve(numOps);
  paired.reserve(numOps);
  Operation *a = in.getFunctionBody().front().getTerminator();
  Operation *b = out.getFunctionBody().front().getTerminator();
  for (unsigned i = 0; i < a->getNumOperands(); ++i) {
    Pair pair = {{a->getOperand(i)}, {b->getOperand(i)}, true, b};
    auto state = statesByName.find(i);
    if (state != statesByName.end() &&
        !a->getOperand(i).getDefiningOp<StateOp>()) {
      NewState named = {{nullptr, nullptr, i}, {in.getArgument(state->second)}};
      namedStates.try_emplace(a->getOperand(i), named);
      if (failed(seeState(pair, named.state, named.old)))
        return failure();
    }
    push(pair.in, pair.out, pair.leaves, pair.user);
  }
  return success(succeeded(compareEffects(in, out)) && succeeded(run()) &&
                 succeeded(checkUnguarded()));
}

//===----------------------------------------------------------------------===//
// Common parts of both programs: equal ops, control flow and calls.
//===----------------------------------------------------------------------===//

static bool haveSameAttributes(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         a->getDiscardableAttrDictionary() ==
             b->getDiscardableAttrDictionary() &&
         (a->getPropertiesStorageSize() == 0 ||
          a->getName().compareOpProperties(a->getPropertiesStorage(),
                                           b->getPropertiesStorage()));
}

/// Compares shardings. Those of additional carried values come last.
static bool haveSameShardings(Operation *a, Operation *b) {
  auto strip = [](Operation *op) {
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.erase("in_shardings");
    attributes.erase("out_shardings");
    return attributes.getDictionary(op->getContext());
  };
  auto isPrefix = [&](StringRef name) {
    Attribute left = a->getAttr(name), right = b->getAttr(name);
    const OpShardings *shardings = findShardings(b);
    return left == right || !left ||
           (right && shardings && shardings->startsWith(right, left));
  };
  return strip(a) == strip(b) && isPrefix("in_shardings") &&
         isPrefix("out_shardings");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Returns true if both ops call one function that is equal in both programs.
bool Correspondence::areSame(Operation *in, Operation *out) {
  if (!haveSameAttributes(in, out))
    return false;
  bool same = true;
  in->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    StringAttr name = symbol.getRootReference();
    auto [found, isNew] = sameFunctions.try_emplace(name, true);
    if (isNew) {
      Operation *a = marked.symbols.lookup(name);
      Operation *b = scaled.symbols.lookup(name);
      bool isSame = a && b &&
                    OperationEquivalence::isEquivalentTo(
                        a, b, OperationEquivalence::IgnoreLocations);
      if (a && isSame)
        a->walk([&](Operation *op) {
          isSame &= !isMarkOp(op);
          if (isCallLike(op))
            isSame &= areSame(op, op);
        });
      sameFunctions[name] = isSame;
    }
    same &= sameFunctions[name];
  });
  return same;
}

LogicalResult Correspondence::seeCalls(Pair &pair, bool &changed) {
  Operation *in = pair.in.value.getDefiningOp();
  Operation *out = pair.out.value.getDefiningOp();
  changed = false;
  if (isCallLike(in) && isCallLike(out) && areSame(in, out))
    return success();
  // If both ops are calls, both are entered: functions of one name may differ.
  changed = marked.enter(pair.in) || marked.leave(pair.in);
  if (scaled.enter(pair.out)) {
    entered.insert(pair.out.frame->callee);
    changed = true;
  } else {
    changed |= scaled.leave(pair.out);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult Correspondence::compareArguments(const Pair &pair) {
  auto in = cast<BlockArgument>(pair.in.value);
  auto out = dyn_cast<BlockArgument>(pair.out.value);
  unsigned number = in.getArgNumber();
  if (!out || out.getArgNumber() != number || in.getType() != out.getType())
    return differ(pair.in, pair.out);
  Operation *a = in.getOwner()->getParentOp();
  Operation *b = out.getOwner()->getParentOp();
  if (a->getName() != b->getName())
    return differ(pair.in, pair.out);
  if (isa<FunctionOpInterface>(a))
    return success();
  Control control = controlOf(a);
  if (control == Control::none || control != controlOf(b))
    return differ(pair.in, pair.out);
  if (control == Control::loop) // loop-carried value
    push({a->getResult(number), pair.in.frame},
         {b->getResult(number), pair.out.frame});
  else
    push({a->getOperand(number), pair.in.frame},
         {b->getOperand(number), pair.out.frame}, false, b);
  return success();
}

LogicalResult Correspondence::compareControl(const Pair &pair,
                                             Control control) {
  Operation *a = pair.in.value.getDefiningOp();
  Operation *b = pair.out.value.getDefiningOp();
  unsigned number = cast<OpResult>(pair.in.value).getResultNumber();
  bool fits = control == controlOf(b) &&
              a->getNumRegions() == b->getNumRegions() &&
              number == cast<OpResult>(pair.out.value).getResultNumber() &&
              (control == Control::inlined ? haveSameShardings(a, b)
                                           : haveSameAttributes(a, b));
  if (!fits || a->getResult(number).getType() != b->getResult(number).getType())
    return differ(pair.in, pair.out);
  auto pushOperand = [&](Operation *left, Operation *right, unsigned operand,
                         bool leaves) {
    push({left->getOperand(operand), pair.in.frame},
         {right->getOperand(operand), pair.out.frame}, leaves, right);
  };
  if (control == Control::branch) {
    if (a->getNumOperands() != b->getNumOperands())
      return differ(pair.in, pair.out);
    for (unsigned i = 0; i < a->getNumOperands(); ++i)
      pushOperand(a, b, i, false);
  }
  if (control == Control::loop)
    pushOperand(a, b, number, false);
  for (auto [left, right] : llvm::zip(a->getRegions(), b->getRegions())) {
    bool isCondition = control == Control::loop && left.getRegionNumber() == 0;
    pushOperand(&left.front().back(), &right.front().back(),
                isCondition ? 0 : number, pair.leaves && !isCondition);
  }
  return success();
}

LogicalResult Correspondence::compareOps(const Pair &pair) {
  auto in = cast<OpResult>(pair.in.value);
  auto out = dyn_cast<OpResult>(pair.out.value);
  if (!out || in.getOwner()->getName() != out.getOwner()->getName())
    return differ(pair.in, pair.out);
  Operation *a = in.getOwner(), *b = out.getOwner();
  if (Control control = controlOf(a); control != Control::none)
    return compareControl(pair, control);
  bool areSameCalls = true;
  a->walk([&](Operation *op) {
    bool isOutermost = op == a;
    areSameCalls &= !isCallLike(op) || areSame(op, isOutermost ? b : op);
  });
  auto pushUse = [&](Value x, Value y) {
    push({x, pair.in.frame}, {y, pair.out.frame}, false, b);
  };
  return in.getResultNumber() == out.getResultNumber() && areSameCalls &&
                 areAlike(a, b, pushUse)
             ? success()
             : differ(pair.in, pair.out);
}

//===----------------------------------------------------------------------===//
// Ops with effects whose results no result of the step depends on:
//   outfeed(%gradient), %token          outfeed(%gradient / s), %token
//   ==>   their operands correspond
//===----------------------------------------------------------------------===//

static bool isSameOp(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         a->getNumOperands() == b->getNumOperands() &&
         a->getResultTypes() == b->getResultTypes();
}

/// Pairs the conditions under which two ops run; returns false if they run in
/// other branches or loops.
bool Correspondence::pairConditions(const Effect &a, const Effect &b) {
  Operation *x = a.op, *y = b.op;
  for (;;) {
    Operation *inX = x->getParentOp(), *inY = y->getParentOp();
    Control control = controlOf(inX);
    if (control != controlOf(inY))
      return false;
    if (control == Control::none)
      return true;
    if (x->getParentRegion()->getRegionNumber() !=
        y->getParentRegion()->getRegionNumber())
      return false;
    auto pair = [&](Operation *left, Operation *right) {
      push({left->getOperand(0), a.frame}, {right->getOperand(0), b.frame},
           false, right);
    };
    if (control == Control::branch)
      pair(inX, inY);
    if (control == Control::loop)
      pair(&inX->getRegion(0).front().back(),
           &inY->getRegion(0).front().back());
    x = inX;
    y = inY;
  }
}

/// Pairs the operands of ops with side effects, in order.
LogicalResult Correspondence::compareEffects(FunctionOpInterface in,
                                             FunctionOpInterface out) {
  SmallVector<Effect> before = collectEffects(marked, in),
                      after = collectEffects(scaled, out);
  auto refuse =
      [](Operation *op) {
        return op->emitError()
               << "breaks \"without its scaling a step is what it was\": '"
               << op->getName() << "' has no counterpart";
      };
  for (auto [a, b] : llvm::zip(before, after)) {
    if (!isSameOp(a.op, b.op) || !pairConditions(a, b))
      return refuse(b.op);
    for (auto [x, y] : llvm::zip(a.op->getOperands(), b.op->getOperands()))
      push({x, a.frame}, {y, b.frame}, false, b.op);
  }
  if (before.size() > after.size())
    return refuse(before[after.size()].op);
  if (after.size() > before.size())
    return refuse(after[before.size()].op);
  return success();
}
