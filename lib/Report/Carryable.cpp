// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Carryable.h"
#include "lib/Report/Arguments.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

CarryableCasts::CarryableCasts(const ProgramGraph &graph) : graph(graph) {
  DimGraph dims(graph);
  Arguments arguments = Arguments::of(graph, dims);
  for (Value state :
       arguments.states.empty() ? arguments.data : arguments.states)
    carried[state] = true;
}

/// An argument of a private function is carried if it is so in all calls.
bool CarryableCasts::isCarried(Value value) {
  auto [known, isNew] = carried.try_emplace(value, false);
  const CarriedValue *carriedValue =
      isa<BlockArgument>(value) ? graph.carriedValueOf(value) : nullptr;
  auto function = carriedValue
                      ? dyn_cast<FunctionOpInterface>(carriedValue->owner)
                      : FunctionOpInterface();
  if (!isNew || !function || function.isPublic())
    return known->second;
  bool all = llvm::all_of(carriedValue->inputs, [&](OpOperand *input) {
    return isCarried(input->get());
  });
  return carried[value] = all;
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
      if (const CarriedValue *carried =
              graph.calleeOf(reader) ? graph.carriedValueOf(use) : nullptr)
        llvm::for_each(carried->values, add);
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
