// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/OutputValues.h"
#include "lib/Verify/Guarantees.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Meanings
//===----------------------------------------------------------------------===//

std::optional<OutputValues::Meaning> OutputValues::find(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && session.constants.contains(op))
    return Meaning{nullptr, op, nullptr};
  bool isConvert = op && isFloatConvert(op);
  if (isConvert && castFrom.contains(op))
    return Meaning{nullptr, nullptr, op};
  if (!inPlace) {
    auto known = inputs.find(value);
    return known == inputs.end()
               ? std::nullopt
               : std::optional(Meaning{known->second, nullptr, nullptr});
  }
  if (isConvert && !session.record.converts.contains(value))
    return std::nullopt; // a cast that was not visited yet
  return Meaning{value, nullptr, nullptr};
}

bool OutputValues::isOf(Value value, Record::Typed input) {
  std::optional<Meaning> found = find(value);
  if (found && found->cast)
    found = find(found->cast->getOperand(0));
  if (!found || found->cast)
    return false;
  return found->constant ? input.isConstant()
                         : found->input == input.getValue();
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// In place, equal addresses are sufficient: the defining op is compared on its
/// own.
LogicalResult OutputValues::match(OpOperand &use, Record::Typed expected) {
  if (inPlace && !expected.isConstant() && use.get() == expected.getValue() &&
      !session.record.hasCasts)
    return success();
  std::optional<Meaning> found = find(use.get());
  if (!found && !isFinishing) {
    deferred.push_back({&use, expected});
    return success();
  }
  Fault fault = found ? judge(use, expected, *found) : Fault::another;
  return fault == Fault::none ? success() : report(fault, use, expected);
}

OutputValues::Fault OutputValues::judge(OpOperand &use, Record::Typed expected,
                                        Meaning found) {
  Operation *cast = found.cast;
  if (cast) {
    castFrom[cast] = expected.type;
    if (!dominates(cast, use.getOwner()))
      return Fault::late;
    std::optional<Meaning> input = find(cast->getOperand(0));
    while (input && input->cast && session.record.hasCasts)
      input = find(input->cast->getOperand(0));
    if (!input || input->cast)
      return input ? Fault::castOfCast : Fault::late;
    found = *input;
  }
  if (found.constant)
    return expected.isConstant()
               ? judgeConstant(expected.getConstant(), found.constant, cast)
               : Fault::another;
  if (found.input == expected.getValue())
    return Fault::none;
  // A conversion of the input program and an equal inserted cast are one value.
  const auto &converts = session.record.converts;
  bool isSame =
      cast ? converts.lookup(expected.getValue()).getValue() == found.input &&
                 cast->getResult(0).getType() == expected.type
           : converts.lookup(found.input).isOf(expected);
  return isSame ? Fault::none : Fault::another;
}

/// Returns false if both constants are splats of different numbers.
static bool areEqualSplats(Attribute a, Attribute b) {
  auto first = dyn_cast_if_present<SplatElementsAttr>(a);
  auto second = dyn_cast_if_present<SplatElementsAttr>(b);
  return !first || !second ||
         first.getSplatValue<APFloat>().convertToDouble() ==
             second.getSplatValue<APFloat>().convertToDouble();
}

/// A constant may be rounded, or cast, but not both.
OutputValues::Fault OutputValues::judgeConstant(uint32_t expected,
                                                Operation *found, bool isCast) {
  const ConstantValue &input = session.record.constants[expected];
  ConstantValue output = readConstant(found);
  if (!areAlike(input, output))
    return Fault::another;
  if (input.value == output.value)
    return Fault::none;
  auto [known, isNew] = session.knownValues.try_emplace(
      {input.value, output.value}, ConstantMatch::other);
  if (isNew)
    known->second = matchValues(input.value, output.value);
  if (known->second == ConstantMatch::other)
    return Fault::another;
  if (known->second == ConstantMatch::rounded &&
      !areEqualSplats(input.value, output.value))
    session.roles.inexact.insert(found);
  return known->second == ConstantMatch::same ||
                 (known->second == ConstantMatch::rounded && !isCast)
             ? Fault::none
             : Fault::constant;
}

LogicalResult OutputValues::report(Fault fault, OpOperand &use,
                                   Record::Typed expected) {
  if (inPlace)
    return failure();
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  Operation *cast = use.get().getDefiningOp();
  if (fault == Fault::late)
    return breaks(op, Guarantee::casts)
           << "expects operand #" << number
           << " to be cast before it is read here, but the cast stands "
              "elsewhere";
  if (fault == Fault::castOfCast)
    return breaks(cast, Guarantee::casts)
           << "expects a value of the input, but got another cast";
  if (fault == Fault::another)
    return breaks(op, Guarantee::input)
           << "expects operand #" << number
           << " to be what it was, but got another value";
  Value value = isConstant(cast) ? use.get() : cast->getOperand(0);
  auto diagnostic = breaks(op, Guarantee::constants)
                    << "operand #" << number << " ";
  describeWrong(session.record.constants[expected.getConstant()].value,
                readConstant(value.getDefiningOp()).value, diagnostic);
  return diagnostic;
}

/// Returns true if `op` dominates `user`. During the walk, a cast that was
/// visited first dominates its user if an enclosing block contains the cast.
bool OutputValues::dominates(Operation *op, Operation *user) {
  Block *block = op->getBlock();
  if (!isFinishing && user->getBlock() == block)
    return true;
  if (!isFinishing && op->getParentRegion()->hasOneBlock())
    return block->findAncestorOpInBlock(*user);
  if (!dominance)
    dominance.emplace();
  return dominance->properlyDominates(op, user);
}

LogicalResult OutputValues::finish() {
  isFinishing = true;
  for (auto [use, expected] : deferred)
    if (failed(match(*use, expected)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Returns the outermost loop that contains `op`, but not `value`. Bodies of
/// ModelOps do not count as loops: the model adapts them to the types of the
/// op.
static Operation *findLoop(Operation *op, Value value) {
  Operation *loop = nullptr;
  Region *home = value.getParentRegion();
  for (Operation *around = op->getParentOp();
       op->getParentRegion() != home && around;
       op = around, around = op->getParentOp())
    if (isLoop(around) && !isa<ModelOp>(around))
      loop = around;
  return loop;
}

LogicalResult OutputValues::checkCast(Operation *op) {
  if (session.isApplied)
    return breaks(op, Guarantee::again) << "expects no cast that was not there";
  Value value = op->getOperand(0);
  Type was = castFrom.lookup(op), now = op->getResult(0).getType();
  if (session.record.hasCasts)
    return success();
  if (!was)
    return breaks(op, Guarantee::casts) << "expects a user, but has none";
  if (was != now && !session.types.mayChange({was, now}))
    return breaks(op, Guarantee::casts)
           << "expects an f32 value of the input, or the cast back to f32, but "
              "got "
           << value.getType() << " to " << now;
  if (!done.insert({value, now}).second)
    return breaks(op, Guarantee::casts) << "expects one cast of this value to "
                                        << now << ", but got a second one";
  if (Operation *loop = findLoop(op, value))
    return (breaks(op, Guarantee::casts)
            << "expects to stand outside of the loop that does not change its "
               "value")
               .attachNote(loop->getLoc())
           << "this loop";
  return success();
}

LogicalResult OutputValues::checkCasts() {
  for (Operation *op : casts)
    if (failed(checkCast(op)))
      return failure();
  return success();
}
