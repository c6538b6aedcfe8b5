// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module {…}   ==>   module attributes {amp.before = {casts = {…}, …}} {…}
#include "amp/Passes.h"
#include "lib/Report/Measure.h"
#include "lib/Report/Totals.h"

namespace mlir::amp {
#define GEN_PASS_DEF_MEASUREINPUT
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

DictionaryAttr amp::measure(ModuleOp module) {
  return Totals::of(module).toAttr(module.getContext());
}

namespace {
struct MeasureInput : amp::impl::MeasureInputBase<MeasureInput> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->setDiscardableAttr(AmpDialect::beforeAttrName,
                                       measure(getOperation()));
    markAllAnalysesPreserved();
  }
};
} // namespace
