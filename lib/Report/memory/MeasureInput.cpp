// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {…}   ==>   module attributes {amp.before = {casts = {…}, …}} {…}
#include "amp/Passes.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/Report/memory/Measure.h"

namespace mlir::amp {
#define GEN_PASS_DEF_MEASUREINPUT
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
struct MeasureInput : amp::impl::MeasureInputBase<MeasureInput> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    markAllAnalysesPreserved();
    auto question = MemoryQuestion::parse(module, memory, batch);
    if (failed(question))
      return signalPassFailure();
    numGraphs += !getCachedAnalysis<ProgramGraph>();
    module->setDiscardableAttr(AmpDialect::beforeAttrName,
                               measure(getAnalysis<ProgramGraph>(), *question));
  }
};
} // namespace
