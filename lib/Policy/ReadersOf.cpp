// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/ReadersOf.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/Policy/LocationText.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

/// Attributes in which exporters write the names of arguments, beside the
/// location.
static constexpr StringLiteral nameAttrs[] = {"jax.arg_info",
                                              "jax.result_info"};

static bool isNamed(FunctionOpInterface function, unsigned index,
                    const llvm::Regex &pattern) {
  return (function.isPublic() && pattern.match(("#" + Twine(index)).str())) ||
         matchesScope(function.getArgument(index).getLoc(), pattern) ||
         llvm::any_of(nameAttrs, [&](StringRef attr) {
           auto name = function.getArgAttrOfType<StringAttr>(index, attr);
           return name && pattern.match(name);
         });
}

static SmallVector<Value> findArguments(ModuleOp module,
                                        const llvm::Regex &pattern) {
  SmallVector<Value> found;
  module.walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (isNamed(function, i, pattern))
          found.push_back(function.getArgument(i));
  });
  return found;
}

namespace {
/// Follows values through what hands them on.
class ReaderSearch {
public:
  explicit ReaderSearch(ModuleOp module) : symbols(module) {}

  DenseSet<Operation *> run(SmallVector<Value> from) {
    for (Value value : from)
      add(value);
    while (!work.empty())
      for (OpOperand &use : work.pop_back_val().getUses())
        follow(use);
    return std::move(readers);
  }

private:
  void add(Value value) {
    if (seen.insert(value).second)
      work.push_back(value);
  }
  void follow(OpOperand &use);
  void followHandovers(Operation *op, OpOperand &use);

  SymbolTable symbols;
  DenseSet<Value> seen;
  DenseSet<Operation *> readers;
  SmallVector<Value> work;
};
} // namespace

void ReaderSearch::followHandovers(Operation *op, OpOperand &use) {
  for (const Joint &joint : findHandovers(op))
    if (llvm::is_contained(joint.inputs, &use))
      llvm::for_each(joint.values, [&](Value value) { add(value); });
}

void ReaderSearch::follow(OpOperand &use) {
  Operation *op = use.getOwner();
  if (op->hasTrait<OpTrait::IsTerminator>())
    return followHandovers(op->getParentOp(), use);
  const OpRow *row = lookupRow(op);
  if (handsOn(row) || (row && row->opClass == OpClass::control))
    return followHandovers(op, use);
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call) {
    readers.insert(op);
    return;
  }
  StringAttr name = findCallee(op);
  auto callee = name ? symbols.lookup<FunctionOpInterface>(name) : nullptr;
  auto operands = call.getArgOperands();
  unsigned index = use.getOperandNumber() - operands.getBeginOperandIndex();
  if (callee && !callee.isExternal() && index < callee.getNumArguments())
    add(callee.getArgument(index));
}

DenseSet<Operation *> amp::policy::findReadersOf(const llvm::Regex &argument,
                                                 ModuleOp module) {
  return ReaderSearch(module).run(findArguments(module, argument));
}
