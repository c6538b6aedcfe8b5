// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.scale %x by %s                              ==>   x * s
// multiply %x, broadcast(divide 1.0, %s)          ==>   x / s
#include "lib/Verify/scaling/Scales.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static unsigned widthOf(Value value) {
  Type element = getElementTypeOrSelf(value);
  return isa<FloatType>(element) ? element.getIntOrFloatBitWidth() : 0;
}

static bool isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

std::optional<Scales::Factor> Scales::computeFactor(Value value) {
  value = canonical(value);
  if (!scaler)
    return std::nullopt;
  for (auto [number, group] : llvm::enumerate(slots))
    if (group.home && value == canonical(group.before.front()))
      return Factor{1, unsigned(number), false};
  if (isScalar(value) && scaler.isStatic() &&
      isConstant(value, scaler.getInit().getValueAsDouble()))
    return Factor{1, 0, false};
  if (isScalar(value) && isConstant(value, 1.0))
    return Factor{0, 0, false};
  Operation *op = value.getDefiningOp();
  if (isHlo(op, OpKind::divide) && isConstant(op->getOperand(0), 1.0)) {
    std::optional<Factor> factor = factorOf(op->getOperand(1));
    if (!factor || factor->sign < 0)
      return std::nullopt;
    factor->sign = -factor->sign;
    return factor;
  }
  bool moves = isHlo(op, OpKind::broadcast_in_dim) ||
               isHlo(op, OpKind::dynamic_broadcast_in_dim) ||
               isHlo(op, OpKind::reshape);
  bool converts = isHlo(op, OpKind::convert);
  if (!moves && !converts)
    return std::nullopt;
  std::optional<Factor> factor = factorOf(op->getOperand(0));
  if (factor && converts)
    factor->isNarrow |= widthOf(value) < 32;
  return factor;
}

std::optional<Scales::Factor> Scales::factorOf(Value value) {
  auto known = factors.find(value);
  if (known != factors.end())
    return known->second;
  std::optional<Factor> factor = computeFactor(value);
  return factors[value] = factor;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::optional<Scaling> Scales::matchProduct(Operation *op) {
  for (unsigned operand : {0u, 1u}) {
    std::optional<Factor> factor = factorOf(op->getOperand(1 - operand));
    if (!factor)
      continue;
    if (factor->isNarrow || widthOf(op->getResult(0)) < 32) {
      if (factor->sign != 0 && !failed)
        op->emitError()
            << "breaks \"a gradient is unscaled in f32\": expects a "
               "product of f32 or wider, but got "
            << op->getResult(0).getType();
      failed |= factor->sign != 0;
    }
    return Scaling{op->getOperand(operand), factor->sign, factor->group, op,
                   operand};
  }
  return std::nullopt;
}

/// complex(real(x) / s, imag(x) / s)   ==>   x / s
std::optional<Scaling> Scales::matchComplex(Operation *op) {
  std::optional<Scaling> real = match(op->getOperand(0));
  std::optional<Scaling> imaginary = match(op->getOperand(1));
  if (!real || !imaginary || real->sign != imaginary->sign ||
      real->group != imaginary->group ||
      (!isa<UnscaleOp>(real->op) && real->operand != imaginary->operand))
    return std::nullopt;
  Operation *a = real->input.getDefiningOp();
  Operation *b = imaginary->input.getDefiningOp();
  if (!isHlo(a, OpKind::real) || !isHlo(b, OpKind::imag) ||
      a->getOperand(0) != b->getOperand(0))
    return std::nullopt;
  real->input = a->getOperand(0);
  real->other = imaginary->op;
  return real;
}

std::optional<Scaling> Scales::match(Value value) {
  auto result = dyn_cast<OpResult>(value);
  Operation *op = result ? result.getOwner() : nullptr;
  if (!op || !scaler)
    return std::nullopt;
  auto scale = dyn_cast<ScaleOp>(op);
  auto unscale = dyn_cast<UnscaleOp>(op);
  if (scale || unscale) {
    unsigned operand = scale ? 0 : result.getResultNumber();
    if (unscale && operand == unscale.getGradients().size())
      return std::nullopt; // the flag
    std::optional<Factor> factor =
        factorOf(scale ? scale.getScale() : unscale.getScale());
    if (factor && factor->sign >= 0 && !factor->isNarrow)
      return Scaling{op->getOperand(operand),
                     scale ? factor->sign : -factor->sign, factor->group, op,
                     operand};
    if (!failed)
      op->emitError() << "breaks \"one scale per group\": expects the scale of "
                         "a group of marks, but got another value";
    failed = true;
    return std::nullopt;
  }
  if (isHlo(op, OpKind::multiply))
    return matchProduct(op);
  if (isHlo(op, OpKind::complex))
    return matchComplex(op);
  // convert(convert(x) * s) in the type of x: rounded once
  if (!isHlo(op, OpKind::convert) || widthOf(value) >= 32)
    return std::nullopt;
  Operation *product = op->getOperand(0).getDefiningOp();
  if (!isHlo(product, OpKind::multiply))
    return std::nullopt;
  std::optional<Scaling> found = matchProduct(product);
  Operation *widened = found ? found->input.getDefiningOp() : nullptr;
  if (!isHlo(widened, OpKind::convert) ||
      widened->getOperand(0).getType() != value.getType())
    return std::nullopt;
  found->input = widened->getOperand(0);
  return found;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

SmallVector<StringRef> verify::rolesOf(ScalerAttr scaler) {
  SmallVector<StringRef> roles;
  if (!scaler || scaler.isStatic())
    return roles;
  roles.append({"scale", "growth_tracker"});
  if (scaler.getHysteresis() > 1)
    roles.push_back("hysteresis");
  if (scaler.getDecrEveryN() > 1)
    roles.push_back("bad_steps");
  if (scaler.getDelay())
    roles.push_back("next_scale");
  if (scaler.getAtMin() == AtMin::error)
    roles.push_back("at_min");
  roles.push_back("skipped");
  return roles;
}

static Type typeOf(StringRef role, MLIRContext *context) {
  Builder builder(context);
  bool isFloat = role == "scale" || role == "next_scale";
  bool isFlag = role == "at_min" || role == "found_inf";
  Type element = isFloat  ? Type(builder.getF32Type())
                 : isFlag ? Type(builder.getI1Type())
                          : Type(builder.getI32Type());
  return RankedTensorType::get({}, element);
}

/// Checks `amp.role`, `amp.state` and the type of one slot.
static LogicalResult checkSlot(FunctionOpInterface function, StringRef what,
                               unsigned number, DictionaryAttr attributes,
                               Type type, StringRef role, StringRef group) {
  auto said = attributes ? attributes.getAs<StringAttr>("amp.role") : nullptr;
  auto state = attributes ? attributes.getAs<StringAttr>("amp.state") : nullptr;
  std::string name = ("scaler['" + group + "']." + role).str();
  bool isNamed =
      role == "found_inf" ? !state : state && state.getValue() == name;
  Type wanted = typeOf(role, function.getContext());
  if (said && said.getValue() == role && isNamed && type == wanted)
    return success();
  InFlightDiagnostic error = function.emitError();
  error << "breaks \"scaler state is appended in order\": expects " << what
        << ' ' << number << " to be '" << role << "' of group '" << group
        << "' with type " << wanted << ", but got ";
  if (said)
    error << '\'' << said.getValue() << "' ";
  if (state)
    error << "named " << state << ' ';
  return error << "with type " << type;
}

/// Follows the slots of a group through loops, branches and manual computations
/// to the block that computes their next values.
LogicalResult Scales::followToHome(FunctionOpInterface function,
                                   ScalerSlots &group) {
  auto refuse = [&](Operation *op) {
    return op->emitError()
           << "breaks \"the scale moves once per step\": expects the scaler's "
              "state of one group to be carried through '"
           << op->getName() << "' unchanged but for one update";
  };
  for (;;) {
    Operation *around = nullptr;
    for (Value value : group.after)
      if (Operation *op = value.getDefiningOp();
          op && controlOf(op) != Control::none)
        around = op;
    if (!around)
      break;
    SmallVector<unsigned> numbers;
    for (Value value : group.after)
      if (value.getDefiningOp() == around)
        numbers.push_back(cast<OpResult>(value).getResultNumber());
    if (numbers.size() != group.after.size())
      return refuse(around);
    Region *inside = nullptr;
    Control control = controlOf(around);
    for (Region &region : around->getRegions()) {
      if (control == Control::loop && region.getRegionNumber() == 0)
        continue;
      Operation *end = region.front().getTerminator();
      bool moves = control != Control::branch;
      for (auto [slot, number] : llvm::enumerate(numbers))
        moves |=
            canonical(end->getOperand(number)) != canonical(group.before[slot]);
      if (moves && inside)
        return refuse(around);
      if (moves)
        inside = &region;
    }
    if (!inside)
      return refuse(around);
    Operation *end = inside->front().getTerminator();
    for (auto [slot, number] : llvm::enumerate(numbers)) {
      if (control == Control::loop) {
        if (canonical(around->getOperand(number)) !=
            canonical(group.before[slot]))
          return refuse(around);
        group.before[slot] = inside->getArgument(number);
      }
      group.after[slot] = end->getOperand(number);
    }
    group.home = &inside->front();
  }
  return success();
}

LogicalResult Scales::read(FunctionOpInterface function, unsigned firstArgument,
                           unsigned firstResult) {
  SmallVector<StringRef> roles = rolesOf(scaler);
  Block &entry = function.getFunctionBody().front();
  Operation *end = entry.getTerminator();
  slots.resize(marks.groups.size());
  for (auto [number, name] : llvm::enumerate(marks.groups)) {
    if (!scaler || !marks.isScaled(number))
      continue;
    ScalerSlots &group = slots[number];
    group.firstArgument = firstArgument;
    group.firstResult = firstResult;
    if (function.getNumArguments() < firstArgument + roles.size() ||
        function.getNumResults() < firstResult + roles.size() + 1)
      return function.emitError()
             << "breaks \"scaler state is appended in order\": expects "
             << roles.size() << " arguments and " << roles.size() + 1
             << " results for group " << name << ", but found fewer";
    for (StringRef role : roles) {
      unsigned argument = firstArgument++, result = firstResult++;
      if (mlir::failed(checkSlot(
              function, "argument", argument, function.getArgAttrDict(argument),
              function.getArgumentTypes()[argument], role, name.getValue())) ||
          mlir::failed(checkSlot(
              function, "result", result, function.getResultAttrDict(result),
              function.getResultTypes()[result], role, name.getValue())))
        return failure();
      group.before.push_back(entry.getArgument(argument));
      group.after.push_back(end->getOperand(result));
    }
    group.found = end->getOperand(firstResult);
    if (mlir::failed(checkSlot(function, "result", firstResult,
                               function.getResultAttrDict(firstResult),
                               function.getResultTypes()[firstResult],
                               "found_inf", name.getValue())))
      return failure();
    ++firstResult;
    group.home = &entry;
    if (mlir::failed(followToHome(function, group)))
      return failure();
    if (roles.empty())
      group.home = nullptr;
  }
  if (firstArgument == function.getNumArguments() &&
      firstResult == function.getNumResults())
    return success();
  return function.emitError()
         << "breaks \"scaler state is appended in order\": expects "
         << firstArgument << " arguments and " << firstResult
         << " results, but got " << function.getNumArguments() << " and "
         << function.getNumResults();
}
