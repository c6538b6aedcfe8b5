// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @f() attributes {amp.require = deny} { exp %x }
//   ==>   … { exp %x {amp.listed = #amp.listed<deny, <require, "deny">>} }
#include "lib/Policy/OffRegions.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Policy/LocationText.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

namespace {
/// Region without mixed precision, and the list entry for the ops inside.
struct OffRegion {
  Operation *op;
  ListedAttr said;
};
} // namespace

/// Matches "jit(step)/transpose(jvp(amp.off))/mul", but not "amp.offset".
static bool namesOff(StringRef name) {
  size_t at = name.find(offName);
  if (at == StringRef::npos)
    return false;
  StringRef rest = name.drop_front(at + offName.size());
  return rest.empty() || !(llvm::isAlnum(rest.front()) || rest.front() == '_');
}

/// Returns true if the op is a composite named "amp.off", or in such a scope.
static bool isNamedOff(Operation *op) {
  StringAttr composite = findCompositeName(op);
  return (composite && composite == offName) ||
         anyScope(op->getLoc(), namesOff);
}

/// Returns the `amp.require` that denies `op` and the ops inside; null if there
/// is none.
static RequireAttr findDenial(Operation *op) {
  if (op->getNumRegions() == 0 && !isCallLike(op))
    return nullptr;
  auto constraint = op->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName);
  return constraint && constraint.getList() == ListKind::deny ? constraint
                                                              : nullptr;
}

static SmallVector<OffRegion> findOffRegions(ModuleOp module) {
  SmallVector<OffRegion> found;
  auto off = ListedAttr::ofEntry(ListKind::deny,
                                 StringAttr::get(module.getContext(), offName));
  walkOpsAndBodies(module, [&](Operation *op) {
    if (op == module)
      return WalkResult::advance();
    if (RequireAttr constraint = findDenial(op))
      found.push_back({op, ListedAttr::ofConstraint(constraint)});
    else if (isNamedOff(op))
      found.push_back({op, off});
    return WalkResult::advance();
  });
  return found;
}

void amp::policy::listOffRegions(ModuleOp module, GraphOf graphOf) {
  SmallVector<OffRegion> work = findOffRegions(module);
  if (work.empty())
    return;
  auto listed =
      StringAttr::get(module.getContext(), AmpDialect::listedAttrName);
  const ProgramGraph &graph = graphOf();
  llvm::DenseSet<Operation *> isOff;
  while (!work.empty()) {
    auto [region, said] = work.pop_back_val();
    walkOpsAndBodies(region, [&, said = said](Operation *op) {
      if (op->hasTrait<OpTrait::IsTerminator>())
        return WalkResult::advance();
      op->setDiscardableAttr(listed, said);
      FunctionOpInterface function = graph.calleeOf(op);
      if (!function)
        return WalkResult::advance();
      isOff.insert(op);
      if (llvm::all_of(graph.callsOf(function),
                       [&](Operation *call) { return isOff.contains(call); }))
        work.push_back({function, said});
      return WalkResult::advance();
    });
  }
}
