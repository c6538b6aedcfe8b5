// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%scale) { multiply %x, %scale {amp.role = "layer_norm.output"} … }
//   ==>   func @main(%scale {amp.keep = "layer_norm"}) { … }
#include "amp/ScalingPasses.h"
#include "lib/Graph/ProgramGraph.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_KEEPNORMS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral keepAttrName = "amp.keep";

namespace {
struct KeepNorms : amp::impl::KeepNormsBase<KeepNorms> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    if (!policy)
      return;
    readDenied(policy);
    if (denied.empty())
      return;
    const auto &graph = getAnalysis<ProgramGraph>();
    for (auto function : module.getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (BlockArgument argument : function.getArguments())
        if (StringAttr group = findNorm(argument, graph))
          function.setArgAttr(argument.getArgNumber(), keepAttrName, group);
    }
  }

private:
  /// Collects the norms whose statistics the policy keeps in f32.
  void readDenied(PolicyAttr policy) {
    denied.clear();
    for (Attribute entry : policy.getList(ListKind::deny)) {
      auto text = dyn_cast<StringAttr>(entry);
      StringRef name = text ? text.getValue() : StringRef();
      if (!name.consume_front(PolicyAttr::groupPrefix))
        continue;
      name.consume_back(".statistic");
      if (name.ends_with("_norm"))
        denied.insert(name);
    }
  }

  /// Returns the norm that uses `argument`, through data movement and casts.
  StringAttr findNorm(Value argument, const ProgramGraph &graph) {
    StringAttr group;
    auto passOn = [&](OpOperand &use) -> ValueRange {
      Operation *user = use.getOwner();
      if (!group)
        group = groupOf(user);
      if (group)
        return {};
      if (const CarriedValue *carried = graph.carriedValueOf(use))
        return carried->values;
      OpClass opClass = classOf(user, lookupRow(user));
      bool moves = opClass == OpClass::layout || opClass == OpClass::convert ||
                   isa<CastOp>(user);
      return moves ? ValueRange(user->getResults()) : ValueRange();
    };
    if (isFloat(argument.getType()))
      reachForward(argument, passOn);
    return group;
  }

  StringAttr groupOf(Operation *op) {
    auto role = op->getAttrOfType<StringAttr>(AmpDialect::roleAttrName);
    StringRef group = role ? role.getValue().rsplit('.').first : StringRef();
    return denied.contains(group) ? StringAttr::get(&getContext(), group)
                                  : StringAttr();
  }

  llvm::StringSet<> denied;
};
} // namespace
