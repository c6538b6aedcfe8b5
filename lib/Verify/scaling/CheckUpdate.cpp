// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %count = add %tracker, 1; %full = compare GE, %count, 2000; …
//   ==>   their values for (%tracker, %found) = (1999, false), …
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/scaling/ScalerModel.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
enum class Code {
  slot,
  overflow,
  finite,
  constant,
  update,
  add,
  subtract,
  multiply,
  maximum,
  minimum,
  compare,
  select,
  both,
  either,
  negate,
  isFinite,
  convert
};
enum class Kind { f32, i32, i1 };

/// One op of the update. Operands are indices of earlier instructions.
struct Instruction {
  Code code;
  /// Kind of the result. `slot` holds the operand kind of compare and convert.
  Kind kind = Kind::f32;
  SmallVector<unsigned, 4> operands;
  unsigned slot = 0;
  Scalar constant;
  Comparison order = Comparison::EQ; ///< of compare
  ScalerAttr scaler;
};

/// The ops that compute the new state of a group from the old one, in order.
class UpdateProgram {
public:
  UpdateProgram(Scales &scales, unsigned group, Verdicts &verdicts,
                GuardCheck &guards)
      : scales(scales), group(group), verdicts(verdicts), guards(guards) {}

  /// Appends the instructions that compute `value`. Emits an error at an op
  /// that cannot be evaluated.
  FailureOr<unsigned> add(Value value);
  /// Returns the new state for an old state.
  SmallVector<Scalar> run(ArrayRef<Scalar> state, bool overflow,
                          ArrayRef<unsigned> results);

private:
  FailureOr<unsigned> addOp(OpResult result);
  FailureOr<unsigned> addUpdate(UpdateScaleOp update, unsigned number);
  unsigned push(Value value, Instruction instruction) {
    instructions.push_back(std::move(instruction));
    return numbers[value] = instructions.size() - 1;
  }
  Scalar evaluate(const Instruction &instruction, ArrayRef<Scalar> values,
                  ArrayRef<Scalar> state, bool overflow);

  Scales &scales;
  unsigned group;
  Verdicts &verdicts;
  GuardCheck &guards;
  SmallVector<Instruction> instructions;
  llvm::DenseMap<Value, unsigned> numbers;
  unsigned depth = 0;
};
} // namespace

static std::optional<Kind> kindOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 0)
    return std::nullopt;
  Type element = type.getElementType();
  if (element.isF32())
    return Kind::f32;
  if (element.isSignlessInteger(32))
    return Kind::i32;
  return element.isInteger(1) ? std::optional(Kind::i1) : std::nullopt;
}

static std::optional<Code> codeOf(Operation *op) {
  static constexpr std::pair<OpKind, Code> codes[] = {
      {OpKind::add, Code::add},
      {OpKind::and_, Code::both},
      {OpKind::compare, Code::compare},
      {OpKind::convert, Code::convert},
      {OpKind::is_finite, Code::isFinite},
      {OpKind::maximum, Code::maximum},
      {OpKind::minimum, Code::minimum},
      {OpKind::multiply, Code::multiply},
      {OpKind::not_, Code::negate},
      {OpKind::or_, Code::either},
      {OpKind::select, Code::select},
      {OpKind::subtract, Code::subtract},
  };
  for (auto [kind, code] : codes)
    if (isHlo(op, kind))
      return code;
  return std::nullopt;
}

static InFlightDiagnostic breaksUpdate(Operation *op) {
  return op->emitError() << "breaks \"the scale moves as its scaler says\": ";
}

FailureOr<unsigned> UpdateProgram::addUpdate(UpdateScaleOp update,
                                             unsigned number) {
  if (update.getScaler() != scales.scaler)
    return breaksUpdate(update) << "expects the scaler " << scales.scaler
                                << ", but got " << update.getScaler();
  Instruction instruction{Code::update};
  instruction.scaler = update.getScaler();
  instruction.slot = number;
  for (Value operand : update->getOperands()) {
    FailureOr<unsigned> from = add(operand);
    if (failed(from))
      return failure();
    instruction.operands.push_back(*from);
  }
  return push(update->getResult(number), std::move(instruction));
}

FailureOr<unsigned> UpdateProgram::addOp(OpResult result) {
  Operation *op = result.getOwner();
  if (auto update = dyn_cast<UpdateScaleOp>(op))
    return addUpdate(update, result.getResultNumber());
  std::optional<Code> code = codeOf(op);
  std::optional<Kind> kind = kindOf(result);
  if (!code || !kind || ++depth > 256)
    return breaksUpdate(op) << "cannot evaluate '" << op->getName()
                            << "' on the way to the scaler's next state";
  Instruction instruction{*code, *kind};
  if (*code == Code::compare || *code == Code::convert) {
    std::optional<Kind> from = kindOf(op->getOperand(0));
    if (!from)
      return breaksUpdate(op) << "expects scalars of f32, i32 or i1";
    instruction.slot = unsigned(*from);
  }
  if (*code == Code::compare) {
    std::optional<Comparison> order = getComparison(op);
    if (!order)
      return breaksUpdate(op) << "expects a comparison direction";
    instruction.order = *order;
  }
  for (Value operand : op->getOperands()) {
    FailureOr<unsigned> from = add(operand);
    if (failed(from))
      return failure();
    instruction.operands.push_back(*from);
  }
  return push(result, std::move(instruction));
}

FailureOr<unsigned> UpdateProgram::add(Value value) {
  if (auto known = numbers.find(value); known != numbers.end())
    return known->second;
  Value here = canonical(value);
  ScalerSlots &slots = scales.slots[group];
  for (auto [slot, before] : llvm::enumerate(slots.before))
    if (here == canonical(before)) {
      Instruction instruction{Code::slot};
      instruction.slot = slot;
      return push(value, std::move(instruction));
    }
  if (std::optional<Scalar> constant = scalarOf(here)) {
    Instruction instruction{Code::constant};
    instruction.constant = *constant;
    return push(value, std::move(instruction));
  }
  auto result = dyn_cast<OpResult>(here);
  if (!result) {
    Operation *op = here.getParentBlock()->getParentOp();
    return breaksUpdate(op) << "the scaler's next state is computed from an "
                               "argument that is no state of its group";
  }
  if (kindOf(here) == Kind::i1 && guards.testsGradients(verdicts.of(here))) {
    if (failed(guards.checkGroup(here, group, result.getOwner(),
                                 "the flag that moves the scale")))
      return failure();
    return push(value,
                {verdicts.of(here).saysFinite ? Code::finite : Code::overflow});
  }
  return addOp(result);
}

static Scalar compare(Comparison order, Kind kind, Scalar a, Scalar b) {
  auto test = [&](auto x, auto y) {
    switch (order) {
    case Comparison::EQ:
      return x == y;
    case Comparison::NE:
      return x != y;
    case Comparison::GE:
      return x >= y;
    case Comparison::GT:
      return x > y;
    case Comparison::LE:
      return x <= y;
    case Comparison::LT:
      return x < y;
    }
    llvm_unreachable("unknown comparison");
  };
  Scalar result;
  result.b = kind == Kind::f32   ? test(a.f, b.f)
             : kind == Kind::i32 ? test(a.i, b.i)
                                 : test(int(a.b), int(b.b));
  return result;
}

static Scalar convert(Kind from, Kind to, Scalar x) {
  double number = from == Kind::f32   ? double(x.f)
                  : from == Kind::i32 ? x.i
                                      : x.b;
  Scalar result;
  if (to == Kind::f32)
    result.f = float(number);
  else if (to == Kind::i32)
    result.i = std::abs(number) < 2147483648.0 ? int32_t(number) : INT32_MIN;
  else
    result.b = number != 0;
  return result;
}

Scalar UpdateProgram::evaluate(const Instruction &op, ArrayRef<Scalar> values,
                               ArrayRef<Scalar> state, bool overflow) {
  Scalar result;
  auto in = [&](unsigned i) { return values[op.operands[i]]; };
  auto combine = [&](auto function) {
    if (op.kind == Kind::f32)
      result.f = function(in(0).f, in(1).f);
    else if (op.kind == Kind::i32)
      result.i = int32_t(function(int64_t(in(0).i), int64_t(in(1).i)));
    else
      result.b = function(int(in(0).b), int(in(1).b)) & 1;
    return result;
  };
  switch (op.code) {
  case Code::slot:
    return state[op.slot];
  case Code::overflow:
  case Code::finite:
    result.b = overflow == (op.code == Code::overflow);
    return result;
  case Code::constant:
    return op.constant;
  case Code::update: {
    SmallVector<Scalar> old;
    for (unsigned i = 0; i + 1 < op.operands.size(); ++i)
      old.push_back(in(i));
    old.push_back({}); // the count of skipped steps is not an operand
    return nextState(op.scaler, old, in(op.operands.size() - 1).b)[op.slot];
  }
  case Code::add:
    return combine([](auto x, auto y) { return x + y; });
  case Code::subtract:
    return combine([](auto x, auto y) { return x - y; });
  case Code::multiply:
    return combine([](auto x, auto y) { return x * y; });
  case Code::maximum:
    return combine([](auto x, auto y) { return x < y ? y : x; });
  case Code::minimum:
    return combine([](auto x, auto y) { return y < x ? y : x; });
  case Code::compare:
    return compare(op.order, Kind(op.slot), in(0), in(1));
  case Code::select:
    return in(0).b ? in(1) : in(2);
  case Code::both:
    result.b = in(0).b && in(1).b;
    result.i = in(0).i & in(1).i;
    return result;
  case Code::either:
    result.b = in(0).b || in(1).b;
    result.i = in(0).i | in(1).i;
    return result;
  case Code::negate:
    result.b = op.kind == Kind::i1 && !in(0).b;
    result.i = op.kind == Kind::i32 ? ~in(0).i : 0;
    return result;
  case Code::isFinite:
    result.b = std::isfinite(in(0).f);
    return result;
  case Code::convert:
    return convert(Kind(op.slot), op.kind, in(0));
  }
  return result;
}

SmallVector<Scalar> UpdateProgram::run(ArrayRef<Scalar> state, bool overflow,
                                       ArrayRef<unsigned> results) {
  SmallVector<Scalar> values;
  for (const Instruction &instruction : instructions)
    values.push_back(evaluate(instruction, values, state, overflow));
  SmallVector<Scalar> next;
  for (unsigned result : results)
    next.push_back(values[result]);
  return next;
}

/// Returns values of one slot around the thresholds of the update.
static SmallVector<Scalar> thresholds(ScalerAttr scaler, StringRef role) {
  SmallVector<Scalar> values;
  auto number = [&](int32_t value) { values.emplace_back().i = value; };
  if (role == "scale" || role == "next_scale") {
    float init = scaler.getInit().getValue().convertToFloat();
    float min = scaler.getMin().getValue().convertToFloat();
    float max = scaler.getMax().getValue().convertToFloat();
    float growth = scaler.getGrowth().getValue().convertToFloat();
    float most = std::isfinite(max) ? max : 3.40282347e+38f;
    for (float value : {init, 3.0f, min, 2 * min, 1.5f * min, min / 2,
                        most / growth, most, most * 0.75f})
      if (std::isfinite(value))
        values.emplace_back().f = value;
  } else if (role == "growth_tracker") {
    for (int32_t value : {-1, 0, 1, scaler.getInterval() - 2,
                          scaler.getInterval() - 1, scaler.getInterval()})
      number(value);
  } else if (role == "hysteresis") {
    for (int32_t value : {0, 1, 2, scaler.getHysteresis()})
      number(value);
  } else if (role == "bad_steps") {
    for (int32_t value :
         {0, scaler.getDecrEveryN() - 2, scaler.getDecrEveryN() - 1})
      number(value);
  } else if (role == "at_min") {
    values.resize(2);
    values[1].b = true;
  } else {
    number(5);
  }
  return values;
}

LogicalResult verify::checkUpdate(Scales &scales, unsigned group,
                                  Verdicts &verdicts, GuardCheck &guards) {
  ScalerSlots &slots = scales.slots[group];
  if (!slots.home || slots.after.empty())
    return success();
  UpdateProgram program(scales, group, verdicts, guards);
  SmallVector<unsigned> results;
  for (Value value : slots.after) {
    FailureOr<unsigned> number = program.add(value);
    if (failed(number))
      return failure();
    results.push_back(*number);
  }
  SmallVector<StringRef> roles = rolesOf(scales.scaler);
  SmallVector<SmallVector<Scalar>> choices;
  for (StringRef role : roles)
    choices.push_back(thresholds(scales.scaler, role));
  SmallVector<unsigned> chosen(roles.size(), 0);
  for (bool isDone = false; !isDone;) {
    SmallVector<Scalar> state;
    for (auto [slot, choice] : llvm::enumerate(chosen))
      state.push_back(choices[slot][choice]);
    for (bool overflow : {false, true}) {
      SmallVector<Scalar> wanted = nextState(scales.scaler, state, overflow);
      SmallVector<Scalar> got = program.run(state, overflow, results);
      for (auto [slot, role] : llvm::enumerate(roles))
        if (!(wanted[slot] == got[slot])) {
          Operation *op = slots.after[slot].getDefiningOp();
          return breaksUpdate(op ? op : slots.home->getTerminator())
                 << "expects another next value of '" << role << "' of group "
                 << scales.marks.groups[group] << " after a step "
                 << (overflow ? "with" : "without") << " overflow";
        }
    }
    unsigned slot = 0;
    while (slot < chosen.size() && ++chosen[slot] == choices[slot].size())
      chosen[slot++] = 0;
    isDone = slot == chosen.size();
  }
  return success();
}
