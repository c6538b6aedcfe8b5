// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {…}   ==>   module attributes {amp.policy = #amp.policy<…>} {…}
//                    // with amp.listed on the ops that its rules match
#include "amp/Passes.h"
#include "lib/Policy/CheckEntries.h"
#include "lib/Policy/ResolveRules.h"
#include "mlir/IR/Builders.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ATTACHPOLICY
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static FailureOr<Type> parseCompute(StringRef name, ModuleOp module) {
  if (name == "f16")
    return Type(Float16Type::get(module.getContext()));
  if (name == "bf16")
    return Type(BFloat16Type::get(module.getContext()));
  return emitError(module.getLoc())
         << "expects compute=f16 or compute=bf16, but got '" << name << "'";
}

namespace {
struct AttachPolicy : amp::impl::AttachPolicyBase<AttachPolicy> {
  using Base::Base;

  FailureOr<LocatedPolicy> choosePolicy(ModuleOp module) {
    auto own = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    FailureOr<LocatedPolicy> chosen =
        own                   ? LocatedPolicy{own, module.getLoc()}
        : !policyFile.empty() ? loadPolicyFile(policyFile, module.getLoc())
                              : loadPreset(preset, module.getLoc());
    bool typeIsGiven = own || !policyFile.empty();
    if (failed(chosen) || (compute.empty() && typeIsGiven))
      return chosen;
    FailureOr<Type> type = parseCompute(compute, module);
    if (failed(type))
      return failure();
    chosen->policy = chosen->policy.withCompute(*type);
    return chosen;
  }

  void runOnOperation() override {
    // Attributes only, each checked where it was made: nothing that an analysis
    // or the verifier of the ops would look at.
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    FailureOr<LocatedPolicy> chosen = choosePolicy(module);
    if (failed(chosen) || failed(checkEntries(*chosen)))
      return signalPassFailure();
    FailureOr<bool> done = isApplied(chosen->policy, module);
    if (failed(done))
      return signalPassFailure();
    if (*done)
      return;
    module->setAttr(AmpDialect::policyAttrName, chosen->policy);
    if (failed(resolveRules(*chosen, module)))
      signalPassFailure();
  }

  /// Whether this policy was applied before; an error if another one was.
  FailureOr<bool> isApplied(PolicyAttr policy, ModuleOp module) {
    auto applied =
        module->getAttrOfType<DictionaryAttr>(AmpDialect::appliedAttrName);
    if (!applied)
      return false;
    if (applied.get("policy") == policy.fingerprint())
      return true;
    return emitError(module.getLoc())
           << "expects a module that no other policy was applied to, but '"
           << AmpDialect::appliedAttrName << "' says " << applied;
  }
};
} // namespace
