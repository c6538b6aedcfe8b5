// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {…}   ==>   module attributes {amp.policy = #amp.policy<…>} {…}
//                    // with amp.listed on the ops that its rules match
#include "amp/Passes.h"
#include "lib/OpModel/OpModel.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Policy/CheckEntries.h"
#include "lib/Policy/OffRegions.h"
#include "lib/Policy/ResolveRules.h"
#include "mlir/IR/Builders.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ATTACHPOLICY
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

static FailureOr<Type> parseCompute(StringRef name, ModuleOp module) {
  if (name == "f16")
    return Type(Float16Type::get(module.getContext()));
  if (name == "bf16")
    return Type(BFloat16Type::get(module.getContext()));
  return emitOptionError(module)
         << "expects compute=f16, compute=bf16 or compute=f32, but got '"
         << name << "'";
}

namespace {
struct AttachPolicy : amp::impl::AttachPolicyBase<AttachPolicy> {
  using Base::Base;

  /// Returns the policy for compute=f32: the preset that lowers nothing.
  FailureOr<LocatedPolicy> keepPrecision(ModuleOp module) {
    if (preset != "default" || !policyFile.empty() ||
        module->hasAttr(AmpDialect::policyAttrName))
      return emitOptionError(module)
             << "compute=f32 lowers nothing: expects no policy";
    if ((!io.empty() && io != "keep") || (!reduce.empty() && reduce != "f32"))
      return emitOptionError(module)
             << "compute=f32 lowers nothing: expects io=keep and reduce=f32";
    return loadPreset("f32", UnknownLoc::get(module.getContext()));
  }

  FailureOr<LocatedPolicy> findPolicy(ModuleOp module) {
    if (compute == "f32")
      return keepPrecision(module);
    if (auto own =
            module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName))
      return LocatedPolicy{own, module.getLoc()};
    Location noPlace = UnknownLoc::get(module.getContext());
    return policyFile.empty() ? loadPreset(preset, noPlace)
                              : loadPolicyFile(policyFile, noPlace);
  }

  LogicalResult setCompute(LocatedPolicy &chosen, ModuleOp module) {
    bool typeIsGiven =
        !policyFile.empty() || module->hasAttr(AmpDialect::policyAttrName);
    if ((compute.empty() && typeIsGiven) || compute == "f32")
      return success();
    FailureOr<Type> type = parseCompute(compute, module);
    if (succeeded(type))
      chosen.policy = chosen.policy.withCompute(*type);
    return type;
  }

  LogicalResult setIo(LocatedPolicy &chosen, ModuleOp module) {
    Type low = chosen.policy.getCompute();
    StringRef lowName = low.isF16() ? "f16" : "bf16";
    if (io.empty())
      return success();
    if (io != "keep" && io != lowName)
      return emitOptionError(module)
             << "expects io=keep or io=" << lowName
             << ", the low precision, but got '" << io << "'";
    chosen.policy = chosen.policy.withIo(io == "keep" ? Type() : low);
    return success();
  }

  LogicalResult setF32(LocatedPolicy &chosen, ModuleOp module) {
    if (f32.empty())
      return success();
    std::optional<F32Mode> mode = symbolizeF32Mode(f32);
    if (!mode)
      return emitOptionError(module)
             << "expects f32=keep, f32=strict or f32=tf32, but got '" << f32
             << "'";
    chosen.policy = chosen.policy.withF32(*mode);
    return success();
  }

  /// Adds a rule that forces the gradient sums that amp-recognize finds.
  LogicalResult setReduce(LocatedPolicy &chosen, ModuleOp module) {
    if (reduce.empty() || reduce == "f32")
      return success();
    if (reduce != "low")
      return emitOptionError(module)
             << "expects reduce=f32 or reduce=low, but got '" << reduce << "'";
    Builder builder(&getContext());
    SmallVector<Attribute> rules(chosen.policy.getRules().begin(),
                                 chosen.policy.getRules().end());
    rules.push_back(RuleAttr::get(
        &getContext(), ListKind::force, builder.getStringAttr("reduce=low"),
        /*argument=*/{}, /*scope=*/{}, /*location=*/{}, /*function=*/{},
        builder.getStringAttr("gradients.sum"), /*attributes=*/{},
        /*min_elements=*/0, /*max_elements=*/0, /*op=*/{}));
    PolicyAttr old = chosen.policy;
    chosen.policy = PolicyAttr::get(
        &getContext(), old.getCompute(), old.getAccumulate(), old.getAllow(),
        old.getInfer(), old.getClear(), old.getDeny(), old.getForce(),
        builder.getArrayAttr(rules), old.getIo(), old.getTf32(), old.getF32());
    return success();
  }

  void runOnOperation() override {
    // Only attributes change: no analysis and no op verifier depends on them.
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    if (failed(checkRows(module)))
      return signalPassFailure();
    FailureOr<LocatedPolicy> chosen = findPolicy(module);
    if (failed(chosen) || failed(setCompute(*chosen, module)) ||
        failed(setIo(*chosen, module)) || failed(setF32(*chosen, module)) ||
        failed(setReduce(*chosen, module)) || failed(checkEntries(*chosen)))
      return signalPassFailure();
    FailureOr<bool> done = isApplied(chosen->policy, module);
    if (failed(done))
      return signalPassFailure();
    if (*done)
      return;
    module->setAttr(AmpDialect::policyAttrName, chosen->policy);
    auto graph = [&]() -> const ProgramGraph & {
      numGraphs += !getCachedAnalysis<ProgramGraph>();
      return getAnalysis<ProgramGraph>();
    };
    if (failed(resolveRules(*chosen, module, graph)))
      return signalPassFailure();
    listOffRegions(module, graph);
  }

  /// Returns true if this policy was applied before; fails if another one was.
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
