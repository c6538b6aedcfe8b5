// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/Types.h"
#include "lib/OpModel/Elements.h"
#include "lib/Verify/Guarantees.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool TypeRules::mayChange(TypeChange change) {
  auto [known, isNew] = changes.try_emplace({change.was, change.now});
  if (!isNew)
    return known->second;
  Type element = elementOf(change.now),
       back = Float32Type::get(change.now.getContext());
  if (auto shaped = dyn_cast<ShapedType>(change.now))
    back = shaped.clone(back);
  return known->second = back == change.was && permissions.mayBecome(element);
}

Type TypeRules::atInterface(Type was) const {
  Type io = permissions.getIo();
  auto tensor = dyn_cast<TensorType>(was);
  if (!io || !isF32(was) || (!tensor && isa<ShapedType>(was)))
    return was;
  return tensor ? Type(tensor.clone(io)) : io;
}

LogicalResult TypeRules::checkKept(Operation *op, TypeChange value,
                                   StringRef side, unsigned number,
                                   bool hasSlot) {
  if (!value || (hasSlot && mayChange(value)))
    return success();
  return breaks(op, Guarantee::agreement)
         << "expects " << side << " #" << number << " to be " << value.was
         << ", as in the input, but got " << value.now;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

LogicalResult TypeRules::checkSlots(Operation *op, const OpRow *row,
                                    ArrayRef<Type> was, bool isJudged) {
  unsigned numOperands = op->getNumOperands();
  SmallVector<TypeChange, 4> slots(row ? numSlots(op, *row) : 0);
  auto check = [&](TypeChange value, std::optional<unsigned> slot,
                   StringRef side, unsigned number) -> LogicalResult {
    if (failed(checkKept(op, value, side, number, slot.has_value())))
      return failure();
    if (!slot || !elementOf(value.was).isF32())
      return success();
    TypeChange &first = slots[*slot];
    if (!first.was)
      first = value;
    Type expected = elementOf(first.now);
    Type found = elementOf(value.now);
    if (found == expected)
      return success();
    return breaks(op, Guarantee::agreement)
           << "expects " << side << " #" << number << " to hold " << expected
           << ", as the values that it belongs to, but got " << found;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (unsigned i = operand.getOperandNumber();
        failed(check({was[i], operand.get().getType()},
                     row ? slotOf(operand, *row) : std::nullopt, "operand", i)))
      return failure();
  for (OpResult result : op->getResults())
    if (unsigned i = result.getResultNumber();
        failed(check({was[numOperands + i], result.getType()},
                     row ? slotOf(result, *row) : std::nullopt, "result", i)))
      return failure();
  if (isContraction(row) && slots.size() > 1 && slots[1] && !slots[0])
    return breaks(op, Guarantee::agreement)
           << "expects a result that stays as it was, like what it multiplies";
  for (auto [number, slot] : llvm::enumerate(slots))
    if (isJudged && slot && !permissions.mayLower(op, *row, number))
      return breaks(op, Guarantee::policy)
             << "expects " << elementOf(slot.was) << ", but got "
             << elementOf(slot.now);
  return success();
}

LogicalResult TypeRules::checkInBody(Operation *op, Type element,
                                     TypeChange value) {
  Type was = elementOf(value.was);
  Type now = elementOf(value.now);
  Type expected = was.isF32() ? element : was;
  if (now == expected && (!value || mayChange(value)))
    return success();
  return breaks(op, Guarantee::agreement)
         << "expects " << expected
         << " throughout, as the op around it computes in, but got " << now;
}

LogicalResult TypeRules::checkCarriedValue(Operation *op, const OpRow *row,
                                           unsigned number,
                                           ArrayRef<TypeChange> values) {
  Type expected;
  for (TypeChange value : values) {
    if (!elementOf(value.was).isF32())
      continue;
    Type now = elementOf(value.now);
    if (!expected)
      expected = now;
    if (now != expected)
      return breaks(op, Guarantee::agreement)
             << "expects one type for value #" << number
             << " that it hands on, but got " << expected << " and " << now;
    if (value && row && !permissions.mayLower(op, *row, 0))
      return breaks(op, Guarantee::policy)
             << "expects f32 for value #" << number
             << " that it hands on, but got " << now;
  }
  return success();
}
