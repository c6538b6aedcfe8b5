// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %norm2 = dot_general %g, %g        // %g is computed from a seed
//   ==>   %norm2 = dot_general %g, %g {amp.listed = deny,
//                                      amp.listed_result = …}
//
// amp-scale-loss unscales %g here, so a cast of %g to f16 would underflow.
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "lib/OpModel/Traits.h"
#include "lib/Scaling/degrees/Degree.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {
#define GEN_PASS_DEF_KEEPUNSCALED
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral reasonText = "unscaled gradient";

namespace {
struct KeepUnscaled : amp::impl::KeepUnscaledBase<KeepUnscaled> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    SmallVector<Group, 1> groups = listGroups();
    if (groups.empty())
      return;
    SymbolTable symbols(module);
    llvm::SetVector<Operation *> readers;
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        DegreeAnalysis(Step{function, &symbols, groups, {}}, &readers);
    llvm::SetVector<Operation *> kept;
    for (Operation *op : readers)
      kept.insert(withBody(op));
    for (Operation *op : kept)
      deny(op);
    numKept += kept.size();
  }

private:
  /// Returns the mark groups by name. The marks are still composites, so the
  /// groups contain no mark ops.
  SmallVector<Group, 1> listGroups() {
    SmallVector<Group, 1> groups;
    getOperation().walk([&](Operation *op) {
      if (findMark(op) != SeedOp::markName)
        return;
      StringAttr name = groupOfMark(op);
      if (llvm::none_of(groups, [&](Group &g) { return g.name == name; }))
        groups.push_back({name, {}, {}, {}, {}});
    });
    return groups;
  }

  /// Returns the outermost op that has `op` in its body, such as a reduction;
  /// `op` if there is none.
  static Operation *withBody(Operation *op) {
    for (;;) {
      Operation *around = op->getParentOp();
      const OpRow *row = lookupRow(around);
      if (!row || row->regions != RegionRule::body)
        return op;
      op = around;
    }
  }

  /// Denies low precision to `op`, unless its own `amp.require` takes
  /// precedence.
  void deny(Operation *op) {
    if (isTerminator(op) || !findMark(op).empty() ||
        op->hasAttr(AmpDialect::requireAttrName))
      return;
    auto reason = ReasonAttr::get(&getContext(), ReasonKind::structure,
                                  StringAttr::get(&getContext(), reasonText));
    auto denied = ListedAttr::get(&getContext(), ListKind::deny, reason);
    op->setDiscardableAttr(AmpDialect::listedAttrName, denied);
    if (classOf(op, lookupRow(op)) == OpClass::contraction)
      op->setDiscardableAttr(AmpDialect::listedResultAttrName, denied);
  }
};
} // namespace
