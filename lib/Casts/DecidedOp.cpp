// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Casts/DecidedOp.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

static void addCarriedValue(DecidedSlot &slot, const CarriedValue &carried) {
  llvm::copy_if(carried.values, std::back_inserter(slot.values),
                [](Value value) { return isF32(value.getType()); });
  llvm::copy_if(carried.inputs, std::back_inserter(slot.inputs),
                [](OpOperand *input) { return isF32(input->get().getType()); });
}

static void addGroups(Operation *op, const OpRow &row,
                      MutableArrayRef<DecidedSlot> slots) {
  for (OpOperand &operand : op->getOpOperands())
    if (std::optional<unsigned> slot = slotOf(operand, row);
        slot && isF32(operand.get().getType()))
      slots[*slot].inputs.push_back(&operand);
  for (OpResult result : op->getResults())
    if (std::optional<unsigned> slot = slotOf(result, row);
        slot && isF32(result.getType()))
      slots[*slot].values.push_back(result);
}

FailureOr<DecidedOp> amp::casts::matchDecision(Operation *op,
                                               PrecisionAttr precision,
                                               ArrayRef<Operation *> calls) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  const OpRow *row = lookupRow(op);
  SmallVector<CarriedValue> carriedValues =
      function ? findCarriedValues(function, calls)
               : findCarriedValues(op, row);
  size_t wanted = !carriedValues.empty() ? carriedValues.size()
                  : row                  ? numSlots(op, *row)
                                         : 0;
  if (precision.getSlots().size() != wanted)
    return op->emitOpError() << "expects a type for each of its " << wanted
                             << " slots, but got " << precision;
  DecidedOp decided{op, precision.getReason(), {}};
  for (Type element : precision.getSlots())
    decided.slots.push_back({element, {}, {}});
  for (auto [slot, carried] : llvm::zip(decided.slots, carriedValues))
    addCarriedValue(slot, carried);
  if (carriedValues.empty() && row)
    addGroups(op, *row, decided.slots);
  return decided;
}
