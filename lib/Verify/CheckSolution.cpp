// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {amp.solution = {time = 42, flow = 42, flow_edges = …, …}}
//   ==>   checks that the program takes 42 fs, and that the flow proves that
//         no other assignment under the listed pins is faster
#include "amp/Passes.h"
#include "lib/Verify/solution/Certificate.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKSOLUTION
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
struct CheckSolution : amp::impl::CheckSolutionBase<CheckSolution> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    auto given =
        module->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
    auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    if (given && policy && failed(check(module, given, policy)))
      signalPassFailure();
  }

private:
  LogicalResult check(ModuleOp module, DictionaryAttr given, PolicyAttr policy);
};
} // namespace

/// Checks that a value has one cast per type, and that every cast has a use.
static LogicalResult checkCasts(ModuleOp module) {
  llvm::DenseSet<std::pair<Value, Type>> casts;
  WalkResult walked = module.walk([&](CastOp cast) {
    if (cast->use_empty())
      cast.emitOpError("expects a use");
    else if (!casts.insert({cast.getInput(), cast.getType()}).second)
      cast.emitOpError("expects one cast per value and type, but got another");
    else
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult CheckSolution::check(ModuleOp module, DictionaryAttr given,
                                   PolicyAttr policy) {
  auto certificate = verify::Certificate::read(module, given);
  if (failed(certificate) || failed(checkCasts(module)))
    return failure();
  auto compute = cast<FloatType>(policy.getCompute());
  numGraphs += !getCachedAnalysis<ProgramGraph>();
  verify::PricedProgram program(getAnalysis<ProgramGraph>(), compute);
  auto pins = verify::checkPins(module, program, *certificate, policy);
  if (failed(pins))
    return failure();
  numRechecked += pins->rechecked;
  numTrusted += pins->trusted;
  program.price(*certificate->chip, verify::findStrict(program, *certificate));
  if (failed(verify::checkTime(module, program, *certificate, compute)))
    return failure();
  if (remarks && certificate->isProof)
    module.emitRemark() << "is optimal under " << pins->rechecked
                        << " pins that follow from the policy's lists, and "
                        << pins->trusted << " pins that are trusted";
  return success();
}
