// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/ReadersOf.h"
#include "lib/Policy/LocationText.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

/// Attributes, besides locations, to which exporters write names of arguments.
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

DenseSet<Operation *> amp::policy::findReadersOf(const llvm::Regex &argument,
                                                 const ProgramGraph &graph) {
  DenseSet<Operation *> readers;
  reachForward(findArguments(graph.getModule(), argument), [&](OpOperand &use) {
    auto aliases = graph.aliasesOf(use);
    if (!aliases)
      readers.insert(use.getOwner());
    return aliases.value_or(ValueRange());
  });
  return readers;
}
