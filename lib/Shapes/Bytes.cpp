// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Shapes/Decide.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static double bytesOf(Value value) {
  Type element = getElementTypeOrSelf(value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || !element.isIntOrFloat())
    return 0;
  double bytes = element.getIntOrFloatBitWidth() / 8.0;
  for (int64_t size : type.getShape())
    bytes *= static_cast<double>(size);
  return bytes;
}

/// Returns true if the result of an op is written to memory.
static bool isStored(Value value, Traffic made) {
  auto isLoad = [](Operation *user) {
    return readsBy(user, lookupRow(user)) == Traffic::memory;
  };
  return made == Traffic::memory ||
         (made == Traffic::fused && llvm::any_of(value.getUsers(), isLoad));
}

double amp::shapes::countBytes(ArrayRef<PlacedOp> program) {
  double bytes = 0;
  for (const PlacedOp &placed : program) {
    if (auto function = dyn_cast<FunctionOpInterface>(placed.op)) {
      if (function.isPublic())
        for (Value argument : function.getArguments())
          bytes += bytesOf(argument);
      continue;
    }
    Traffic made = makesBy(placed.op, placed.row);
    for (Value result : placed.op->getResults())
      if (isStored(result, made))
        bytes += bytesOf(result) * placed.times;
  }
  return bytes;
}
