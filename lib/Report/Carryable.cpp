// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Carryable.h"
#include "lib/Graph/Calls.h"
#include "lib/Report/Arguments.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

CarryableCasts::CarryableCasts(ModuleOp module, ArrayRef<PlacedOp> program)
    : callsOf(findCalls(module)) {
  for (auto &[function, calls] : callsOf)
    for (Operation *call : calls)
      functionOf[call] = function;
  DimGraph dims(module, program);
  Arguments arguments = Arguments::of(module, program, dims);
  for (Value state :
       arguments.states.empty() ? arguments.data : arguments.states)
    carried[state] = true;
}

/// An argument of a private function is, if all its calls give it such a value.
bool CarryableCasts::isCarried(Value value) {
  auto [known, isNew] = carried.try_emplace(value, false);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!isNew || !argument)
    return known->second;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  auto calls = callsOf.find(argument.getOwner()->getParentOp());
  if (!function || function.isPublic() || calls == callsOf.end() ||
      !argument.getOwner()->isEntryBlock())
    return false;
  bool all = llvm::all_of(calls->second, [&](Operation *call) {
    return isCarried(call->getOperand(argument.getArgNumber()));
  });
  return carried[value] = all;
}

/// Returns the argument of the called function for an operand; null for other
/// ops.
Value CarryableCasts::argumentFor(OpOperand &use) const {
  auto function = dyn_cast_if_present<FunctionOpInterface>(
      functionOf.lookup(use.getOwner()));
  if (!function || function.isExternal() ||
      use.getOperandNumber() >= function.getNumArguments())
    return nullptr;
  return function.getArgument(use.getOperandNumber());
}

bool CarryableCasts::feedsContraction(Value value) {
  llvm::SmallSetVector<Value, 4> seen;
  seen.insert(value);
  for (size_t next = 0; next < seen.size(); ++next)
    for (OpOperand &use : seen[next].getUses()) {
      Operation *reader = use.getOwner();
      const OpRow *row = lookupRow(reader);
      OpClass opClass = classOf(reader, row);
      if (opClass == OpClass::contraction)
        return true;
      auto add = [&](Value moved) {
        if (!feedNone.contains(moved))
          seen.insert(moved);
      };
      if (Value argument = argumentFor(use))
        add(argument);
      else if (opClass == OpClass::layout)
        llvm::for_each(reader->getResults(), add);
    }
  feedNone.insert(seen.begin(), seen.end());
  return false;
}

bool CarryableCasts::contains(CastOp cast) {
  return bytesOf(cast.getType()) < bytesOf(cast.getInput().getType()) &&
         isCarried(cast.getInput()) && feedsContraction(cast);
}
