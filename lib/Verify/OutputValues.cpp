// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/OutputValues.h"
#include "lib/Verify/Guarantees.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Meanings
//===----------------------------------------------------------------------===//

void OutputValues::addCast(Operation *op) {
  meanings[op->getResult(0)] = {static_cast<uint32_t>(casts.size()), cast};
  casts.push_back(op);
}

std::optional<OutputValues::Meaning> OutputValues::find(Value value) {
  if (auto known = meanings.find(value); known != meanings.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  if (!op || !isConstant(op))
    return std::nullopt;
  uint32_t index = session.constants.size();
  session.constants.push_back(readConstant(op));
  return meanings[value] = {index, constant};
}

bool OutputValues::isOf(Value value, ValueId input) {
  std::optional<Meaning> found = find(value);
  if (found && found->kind == cast)
    found = find(casts[found->index]->getOperand(0));
  if (!found || found->kind == cast)
    return false;
  bool isInputConstant = found->kind == constant;
  return input.isConstant() == isInputConstant &&
         (isInputConstant || found->index == input.index());
}

Type OutputValues::typeBefore(Value value) const {
  auto known = meanings.find(value);
  return known != meanings.end() && known->second.kind == plain
             ? session.record.types[known->second.index]
             : Type();
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

LogicalResult OutputValues::match(OpOperand &use, ValueId expected) {
  std::optional<Meaning> found = find(use.get());
  if (found)
    return match(use, expected, *found);
  deferred.push_back({&use, expected});
  return success();
}

LogicalResult OutputValues::match(OpOperand &use, ValueId expected,
                                  Meaning found) {
  if (found.kind != cast)
    return matchValue(use, expected, found, /*isCast=*/false);
  Operation *op = casts[found.index];
  if (!dominates(op, use.getOwner()))
    return breaks(use.getOwner(), Guarantee::casts)
           << "expects operand #" << use.getOperandNumber()
           << " to be cast before it is read here, but the cast stands "
              "elsewhere";
  std::optional<Meaning> input = find(op->getOperand(0));
  if (!input)
    return breaks(op, Guarantee::casts) << "expects a value that is known here";
  if (input->kind == cast)
    return breaks(op, Guarantee::casts)
           << "expects a value of the input, but got another cast";
  return matchValue(use, expected, *input, /*isCast=*/true);
}

LogicalResult OutputValues::matchValue(OpOperand &use, ValueId expected,
                                       Meaning found, bool isCast) {
  if (expected.isConstant() && found.kind == constant) {
    auto [known, isNew] = session.knownConstants.try_emplace(
        {expected.index(), found.index}, ConstantMatch::other);
    if (isNew)
      known->second = matchConstant(session.record.constants[expected.index()],
                                    session.constants[found.index]);
    if (known->second == ConstantMatch::same ||
        (known->second == ConstantMatch::rounded && !isCast))
      return success();
    if (known->second != ConstantMatch::other) {
      auto diagnostic = breaks(use.getOwner(), Guarantee::constants)
                        << "operand #" << use.getOperandNumber() << " ";
      describeWrong(session.record.constants[expected.index()].value,
                    session.constants[found.index].value, diagnostic);
      return diagnostic;
    }
  } else if (!expected.isConstant() && found.kind == plain &&
             expected.index() == found.index) {
    return success();
  }
  if (isSameConvert(use, expected, found))
    return success();
  return breaks(use.getOwner(), Guarantee::input)
         << "expects operand #" << use.getOperandNumber()
         << " to be what it was, but got another value";
}

/// A convert of the program and a cast of ours that do the same are one value.
bool OutputValues::isSameConvert(OpOperand &use, ValueId expected,
                                 Meaning found) {
  auto isConvertOf = [&](uint32_t convert, ValueId input) {
    auto known = session.record.converts.find(convert);
    return known != session.record.converts.end() &&
           known->second.input == input &&
           known->second.type == use.get().getType();
  };
  if (found.kind != plain)
    return false;
  return isConvertOf(found.index, expected) ||
         (!expected.isConstant() &&
          isConvertOf(expected.index(), {found.index}));
}

/// A cast that was met before its user dominates it if it is in a block around.
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

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// The outermost loop that `op` runs in and `value` does not.
static Operation *findLoop(Operation *op, Value value) {
  Operation *loop = nullptr;
  Region *home = value.getParentRegion();
  for (Operation *around = op->getParentOp();
       op->getParentRegion() != home && around;
       op = around, around = op->getParentOp())
    if (isLoop(around))
      loop = around;
  return loop;
}

LogicalResult OutputValues::checkCast(Operation *op) {
  if (session.isApplied)
    return breaks(op, Guarantee::again) << "expects no cast that was not there";
  Value value = op->getOperand(0);
  std::optional<Meaning> input = find(value);
  Type now = op->getResult(0).getType();
  Type was = !input || input->kind == cast ? Type()
             : input->kind == constant     ? value.getType()
                                           : session.record.types[input->index];
  if (!was || (was != now && !session.types.mayChange({was, now})))
    return breaks(op, Guarantee::casts)
           << "expects an f32 value of the input, or the cast back to f32, but "
              "got "
           << value.getType() << " to " << now;
  if (op->use_empty())
    return breaks(op, Guarantee::casts) << "expects a user, but has none";
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

LogicalResult OutputValues::finish() {
  isFinishing = true;
  for (auto [use, expected] : deferred) {
    std::optional<Meaning> found = find(use->get());
    if (!found)
      return breaks(use->getOwner(), Guarantee::input)
             << "expects operand #" << use->getOperandNumber()
             << " to be a value of the input";
    if (failed(match(*use, expected, *found)))
      return failure();
  }
  for (Operation *op : casts)
    if (failed(checkCast(op)))
      return failure();
  return success();
}
