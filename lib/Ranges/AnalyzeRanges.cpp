// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %0 = tanh %x   ==>   remark: stablehlo.tanh: [-1, 1] program
#include "amp/Passes.h"
#include "amp/Ranges.h"
#include "lib/Graph/ProgramGraph.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ANALYZERANGES
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static void printRanges(Operation *op, const RangeAnalysis &analysis) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Value result : op->getResults()) {
    if (!isa<FloatType>(getElementTypeOrSelf(result.getType())))
      continue;
    os << (text.empty() ? " " : "; ");
    analysis.of(result).print(os);
  }
  if (!text.empty())
    emitRemark(op->getLoc()) << op->getName().getStringRef() << ':' << text;
}

namespace {
struct AnalyzeRanges : amp::impl::AnalyzeRangesBase<AnalyzeRanges> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // The file describes the program before mixed precision.
    if (!ranges.empty() && !module->hasAttr(AmpDialect::appliedAttrName) &&
        failed(readRecordedRanges(ranges, module)))
      return signalPassFailure();
    if (print) {
      RangeAnalysis analysis(getAnalysis<ProgramGraph>());
      module.walk<WalkOrder::PreOrder>(
          [&](Operation *op) { printRanges(op, analysis); });
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
