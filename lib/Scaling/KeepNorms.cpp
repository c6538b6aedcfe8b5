// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%scale) { multiply %x, %scale {amp.role = "layer_norm.output"} … }
//   ==>   func @main(%scale {amp.keep = "layer_norm"}) { … }
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "mlir/IR/SymbolTable.h"
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
    SymbolTable symbols(module);
    for (auto function : module.getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (BlockArgument argument : function.getArguments())
        if (StringAttr group = findNorm(argument, symbols))
          function.setArgAttr(argument.getArgNumber(), keepAttrName, group);
    }
  }

private:
  /// The norms whose statistics the policy keeps in f32.
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

  /// The norm that reads `argument`, however it is moved and cast on its way.
  StringAttr findNorm(Value argument, const SymbolTable &symbols) {
    if (!isFloat(argument.getType()))
      return {};
    llvm::DenseSet<Value> seen = {argument};
    SmallVector<Value> work = {argument};
    while (!work.empty())
      for (OpOperand &use : work.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (StringAttr group = groupOf(user))
          return group;
        for (Value next : passOn(use, symbols))
          if (seen.insert(next).second)
            work.push_back(next);
      }
    return {};
  }

  StringAttr groupOf(Operation *op) {
    auto role = op->getAttrOfType<StringAttr>(AmpDialect::roleAttrName);
    StringRef group = role ? role.getValue().rsplit('.').first : StringRef();
    return denied.contains(group) ? StringAttr::get(&getContext(), group)
                                  : StringAttr();
  }

  static SmallVector<Value> passOn(OpOperand &use, const SymbolTable &symbols) {
    Operation *user = use.getOwner();
    for (Operation *around : {user, user->getParentOp()})
      for (const Joint &joint : findHandovers(around))
        if (llvm::is_contained(joint.inputs, &use))
          return llvm::to_vector_of<Value>(joint.values);
    if (StringAttr name = findCallee(user))
      if (auto callee = symbols.lookup<FunctionOpInterface>(name);
          callee && use.getOperandNumber() < callee.getNumArguments() &&
          !callee.isExternal())
        return {callee.getArgument(use.getOperandNumber())};
    OpClass opClass = classOf(user, lookupRow(user));
    bool moves = opClass == OpClass::layout || opClass == OpClass::convert ||
                 isa<CastOp>(user);
    return moves ? SmallVector<Value>(user->getResults())
                 : SmallVector<Value>();
  }

  llvm::StringSet<> denied;
};
} // namespace
