// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot {amp.precision = #amp.precision<[bf16, f32], <allow, "contraction">>}
//   ==>   remark: [Passed] stablehlo.dot_general, category amp:allow,
//                 "contraction is on the allow list"
#include "amp/ReportPasses.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Words.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EMITREMARKS
#include "amp/ReportPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// Reasons of ops that no list could lower.
static constexpr ReasonKind neverLow[] = {
    ReasonKind::deny, ReasonKind::given, ReasonKind::unlisted, ReasonKind::rule,
    ReasonKind::require};

static remark::detail::InFlightRemark
start(Location loc, bool isLow, ReasonKind kind, remark::RemarkOpts options) {
  if (isLow)
    return remark::passed(loc, options);
  return llvm::is_contained(neverLow, kind) ? remark::analysis(loc, options)
                                            : remark::missed(loc, options);
}

namespace {
struct EmitRemarks : amp::impl::EmitRemarksBase<EmitRemarks> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!getContext().getRemarkEngine())
      return;
    StringRef function;
    walkOps(getOperation(), [&](Operation *op) {
      if (auto entered = dyn_cast<FunctionOpInterface>(op))
        function = entered.getName();
      else
        emit(op, function);
      return WalkResult::advance();
    });
  }

private:
  static void emit(Operation *op, StringRef function);
};
} // namespace

void EmitRemarks::emit(Operation *op, StringRef function) {
  auto precision =
      op->getAttrOfType<PrecisionAttr>(AmpDialect::precisionAttrName);
  if (!precision || !decidesItself(op))
    return;
  ReasonAttr reason = precision.getReason();
  bool isLow = !precision.getSlots().empty();
  StringRef kind = stringifyReasonKind(reason.getKind());
  auto options = remark::RemarkOpts::name(op->getName().getStringRef())
                     .category("amp")
                     .subCategory(kind)
                     .function(function);
  start(op->getLoc(), isLow, reason.getKind(), options)
      << remark::detail::Remark::Arg("Reason", inWords(reason, isLow));
}
