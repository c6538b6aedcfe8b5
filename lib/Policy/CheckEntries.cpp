// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/CheckEntries.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

/// Returns the op of `dialect` with the least edit distance from `name`, if it
/// is at most three; else an empty name.
static StringRef findNearest(Dialect *dialect, StringRef name) {
  StringRef nearest;
  unsigned least = 4;
  // MLIR 22's lookup of the ops of one dialect is a binary search that may miss
  // some.
  for (RegisteredOperationName op :
       dialect->getContext()->getRegisteredOperations()) {
    unsigned edits = name.edit_distance(op.getStringRef(), true, least);
    if (&op.getDialect() != dialect || edits >= least)
      continue;
    least = edits;
    nearest = op.getStringRef();
  }
  return nearest;
}

/// Warns about an op that neither its dialect nor the op model has; no error,
/// because another project's dialect may declare fewer ops. Accepts names of
/// dialects that are not loaded, or that allow unknown ops.
static void checkName(StringAttr name, Location where) {
  MLIRContext *context = name.getContext();
  Dialect *dialect =
      context->getLoadedDialect(name.getValue().split('.').first);
  if (!dialect || dialect->allowsUnknownOperations() ||
      RegisteredOperationName::lookup(name, context))
    return;
  if (llvm::any_of(allRows(*context), [&](const OpRow *row) {
        return row->name == name.getValue();
      }))
    return;
  InFlightDiagnostic warning = emitWarning(where)
                               << "dialect '" << dialect->getNamespace()
                               << "' has no op " << name;
  if (StringRef nearest = findNearest(dialect, name); !nearest.empty())
    warning << "; nearest is '" << nearest << "'";
}

/// Checks an entry: a name without a dot must be a class of the op model.
static LogicalResult checkEntry(StringAttr entry, Location where) {
  if (entry.getValue().contains('.')) {
    checkName(entry, where);
    return success();
  }
  if (symbolizeOpClass(entry))
    return success();
  return emitError(where)
         << "expects an op name or a class of ops in a policy, but got "
         << entry;
}

static StringAttr nameIn(Attribute entry) {
  if (auto when = dyn_cast<WhenAttr>(entry))
    return when.getOp();
  if (auto rule = dyn_cast<RuleAttr>(entry))
    return rule.getOp();
  return cast<StringAttr>(entry);
}

LogicalResult amp::policy::checkEntries(const LocatedPolicy &located) {
  SmallVector<Attribute> entries;
  for (ListKind list : PolicyAttr::allLists)
    llvm::append_range(entries, located.policy.getList(list));
  llvm::append_range(entries, located.policy.getRules());
  for (Attribute entry : entries)
    if (StringAttr name = nameIn(entry);
        name && failed(checkEntry(name, located.where)))
      return failure();
  return success();
}
