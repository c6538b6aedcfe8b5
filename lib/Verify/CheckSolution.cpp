// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {amp.solution = {time = 42, flow = 42, …}}: does the placed program
// take 42 fs by its own types and casts?
#include "amp/Passes.h"
#include "lib/OpModel/cost/Objective.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKSOLUTION
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct CheckSolution : amp::impl::CheckSolutionBase<CheckSolution> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    auto solution =
        module->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
    auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    if (solution && policy && failed(check(module, solution, policy)))
      signalPassFailure();
  }

private:
  static LogicalResult check(ModuleOp module, DictionaryAttr solution,
                             PolicyAttr policy);
};
} // namespace

LogicalResult CheckSolution::check(ModuleOp module, DictionaryAttr solution,
                                   PolicyAttr policy) {
  auto chipName = solution.getAs<StringAttr>("chip");
  auto time = solution.getAs<IntegerAttr>("time");
  const Chip *chip = chipName ? findChip(chipName) : nullptr;
  if (!chip || !time)
    return module.emitError()
           << "expects a known 'chip' and a 'time' in '"
           << AmpDialect::solutionAttrName << "', but got " << solution;
  auto flow = solution.getAs<IntegerAttr>("flow");
  if (flow && flow != time)
    return module.emitError()
           << "assignment of " << time.getInt()
           << " fs is not optimal: the flow is " << flow.getInt() << " fs";
  Objective objective(module, *chip, cast<FloatType>(policy.getCompute()));
  std::optional<int64_t> placed = objective.evaluate(objective.lowNow);
  if (placed && *placed == time.getInt())
    return success();
  InFlightDiagnostic error = module.emitError("expects a placed program of ");
  error << time.getInt() << " fs on " << chip->name << ", but got ";
  return placed ? error << *placed << " fs" : error << "a low sum of f32";
}
