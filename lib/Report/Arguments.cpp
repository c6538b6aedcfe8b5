// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Arguments.h"
#include "lib/Graph/Calls.h"
#include "lib/Report/OpFacts.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// The key of a random generator has 2 or 4 words, for any batch.
static bool isRandomKey(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getElementType().isUnsignedInteger(32) && type.getRank() == 1 &&
         (type.getDimSize(0) == 2 || type.getDimSize(0) == 4);
}

/// Returns the previous state values of state marks, which follow the new ones.
static llvm::DenseSet<Value> findMarkedStates(ArrayRef<PlacedOp> program) {
  llvm::DenseSet<Value> states;
  for (const PlacedOp &placed : program)
    if (handsThrough(placed.op, placed.row) &&
        findMark(placed.op) == "amp.state")
      for (Value old :
           placed.op->getOperands().drop_front(placed.op->getNumResults()))
        states.insert(old);
  return states;
}

/// Returns a key of the type and the dimension classes of a value.
static std::string shapeKey(Value value, DimGraph &dims) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << value.getType().getAsOpaquePointer();
  for (auto [dim, size] : llvm::enumerate(staticShape(value)))
    if (size != 1)
      os << ' ' << dims.classOf(value, dim);
  return key;
}

/// Returns the arguments that a result of equal type and dimensions replaces.
static llvm::DenseSet<Value> pairWithResults(ArrayRef<Value> arguments,
                                             ArrayRef<Value> results,
                                             DimGraph &dims) {
  llvm::StringMap<unsigned> left;
  for (Value result : results)
    ++left[shapeKey(result, dims)];
  llvm::DenseSet<Value> paired;
  for (Value argument : arguments)
    if (auto found = left.find(shapeKey(argument, dims));
        found != left.end() && found->second) {
      --found->second;
      paired.insert(argument);
    }
  return paired;
}

Arguments Arguments::of(const ProgramGraph &graph, DimGraph &dims) {
  Arguments found;
  SmallVector<Value> arguments;
  llvm::DenseSet<Value> states = findMarkedStates(graph.getOps());
  for (auto function : graph.getModule().getOps<FunctionOpInterface>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    for (BlockArgument argument : function.getArguments()) {
      if (staticShape(argument).empty() || isRandomKey(argument))
        continue;
      arguments.push_back(argument);
      if (function.getArgAttr(argument.getArgNumber(), "tf.aliasing_output"))
        states.insert(argument);
    }
    for (Block &block : function.getFunctionBody())
      if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
        llvm::copy_if(block.getTerminator()->getOperands(),
                      std::back_inserter(found.results),
                      [](Value value) { return !staticShape(value).empty(); });
  }
  found.statesAreSure = !states.empty();
  if (states.empty())
    states = pairWithResults(arguments, found.results, dims);
  for (Value argument : arguments)
    (states.contains(argument) ? found.states : found.data).push_back(argument);
  return found;
}
