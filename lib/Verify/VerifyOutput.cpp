// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// input:  add %a, %b
// output: %0 = cast %a; %1 = cast %b; add %0, %1   ==>   equal except for casts
#include "amp/Passes.h"
#include "lib/Verify/Session.h"
#include "mlir/Parser/Parser.h"

namespace mlir::amp {
#define GEN_PASS_DEF_RECORDINPUT
#define GEN_PASS_DEF_VERIFYOUTPUT
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
struct RecordInput : amp::impl::RecordInputBase<RecordInput> {
  using Base::Base;

  void runOnOperation() override {
    getAnalysis<Record>();
    markAllAnalysesPreserved();
  }
};

struct VerifyOutput : amp::impl::VerifyOutputBase<VerifyOutput> {
  using Base::Base;

  LogicalResult compare(const Record &record) {
    numGraphs += !getCachedAnalysis<ProgramGraph>();
    return Session(record, getAnalysis<ProgramGraph>()).run();
  }

  LogicalResult compareWithFile() {
    ParserConfig config(&getContext(), /*verifyAfterParse=*/false);
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(input, config);
    if (!module)
      return emitError(getOperation().getLoc())
             << "cannot read the input '" << input << "' to compare with";
    auto policy =
        getOperation()->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    std::optional<ProgramGraph> graph;
    return compare(Record(*module, policy, [&]() -> const ProgramGraph & {
      return graph ? *graph : graph.emplace(*module);
    }));
  }

  void runOnOperation() override {
    markAllAnalysesPreserved();
    auto record = getCachedAnalysis<Record>();
    if (input.empty() && !record) {
      emitError(getOperation().getLoc())
          << "expects a record of the input; run amp-record-input first, or "
             "name the input's file";
      return signalPassFailure();
    }
    if (failed(input.empty() ? compare(*record) : compareWithFile()))
      signalPassFailure();
  }
};
} // namespace
