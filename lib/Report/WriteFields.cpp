// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.saved, amp.weights, amp.alignment   ==>   fields of the report
#include "amp/ScalingPasses.h"
#include "amp/ShapesPasses.h"
#include "lib/Report/ReportFile.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WRITESAVED
#define GEN_PASS_DEF_WRITEWEIGHTS
#include "amp/ScalingPasses.h.inc"
#define GEN_PASS_DEF_WRITEALIGNMENT
#include "amp/ShapesPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
/// Moves the attribute `amp.NAME` of the module to the field `name`.
template <typename Base> struct WriteField : Base {
  using Base::Base;

  void writeField(StringRef name) {
    ModuleOp module = this->getOperation();
    Attribute noted = module->removeDiscardableAttr(("amp." + name).str());
    auto &report = this->template getAnalysis<ReportFile>();
    if (failed(report.add(module, name, noted, this->file)))
      return this->signalPassFailure();
    this->markAllAnalysesPreserved();
  }
};

struct WriteSaved : WriteField<amp::impl::WriteSavedBase<WriteSaved>> {
  using WriteField::WriteField;
  void runOnOperation() override { writeField("saved"); }
};

struct WriteWeights : WriteField<amp::impl::WriteWeightsBase<WriteWeights>> {
  using WriteField::WriteField;
  void runOnOperation() override { writeField("weights"); }
};

struct WriteAlignment
    : WriteField<amp::impl::WriteAlignmentBase<WriteAlignment>> {
  using WriteField::WriteField;
  void runOnOperation() override { writeField("alignment"); }
};
} // namespace
