// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {…}   ==>   module attributes {amp.policy = #amp.policy<…>} {…}
#include "amp/Passes.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Policy/Presets.h"
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

/// A word without a dot must be a class of the op model; op names may be of
/// dialects that are not here today.
static LogicalResult checkEntries(PolicyAttr policy, ModuleOp module) {
  for (ArrayAttr list : {policy.getAllow(), policy.getInfer(),
                         policy.getClear(), policy.getDeny()})
    for (StringAttr entry : list.getAsRange<StringAttr>()) {
      if (entry.getValue().contains('.') || symbolizeOpClass(entry))
        continue;
      return emitError(module.getLoc())
             << "expects an op name or a class of ops in a "
                "policy, but got "
             << entry;
    }
  return success();
}

namespace {
struct AttachPolicy : amp::impl::AttachPolicyBase<AttachPolicy> {
  using Base::Base;

  FailureOr<PolicyAttr> choosePolicy(ModuleOp module) {
    auto own = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    FailureOr<PolicyAttr> policy =
        own                   ? FailureOr<PolicyAttr>(own)
        : !policyFile.empty() ? loadPolicyFile(policyFile, module.getLoc())
                              : loadPreset(preset, module.getLoc());
    bool typeIsGiven = own || !policyFile.empty();
    if (failed(policy) || (compute.empty() && typeIsGiven))
      return policy;
    FailureOr<Type> type = parseCompute(compute, module);
    if (failed(type))
      return failure();
    return policy->withCompute(*type);
  }

  void runOnOperation() override {
    // One attribute of the module, which the policy's own verifier has checked:
    // nothing that an analysis or the verifier of the ops would look at.
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    FailureOr<PolicyAttr> policy = choosePolicy(module);
    if (failed(policy) || failed(checkEntries(*policy, module)))
      return signalPassFailure();
    if (FailureOr<bool> done = isApplied(*policy, module); failed(done))
      signalPassFailure();
    else if (!*done)
      module->setAttr(AmpDialect::policyAttrName, *policy);
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
