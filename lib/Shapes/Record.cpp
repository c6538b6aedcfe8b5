// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Shapes/Record.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/ReshapeEffects.h"
#include "lib/Support/ReportEntry.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

namespace {
/// Decision; for an unpadded dimension, gain and cost of its first target.
struct Decision {
  Decision(const PaddedDim &dim, const Chip &chip)
      : isPadded(dim.target != dim.size), isTooLarge(dim.isTooLarge),
        isDynamic(dim.isDynamic), gain(dim.gain * 1e6),
        cost(costOf(dim, isPadded ? dim.target : dim.targets.front(), chip) *
             1e6) {}

  StringRef why() const {
    if (isDynamic)
      return "asked for by dynamic=round-up";
    if (isTooLarge)
      return "it would add too many bytes";
    if (isPadded)
      return gain > cost ? "its products save more than it costs"
                         : "asked for by align=always";
    return gain > cost ? "with it the whole program would not be faster"
                       : "its products save less than it would cost";
  }

  bool isPadded, isTooLarge, isDynamic;
  double gain, cost; ///< microseconds
};
} // namespace

void amp::shapes::sayConvolutions(ArrayRef<PlacedOp> program) {
  for (const PlacedOp &placed : program)
    if (placed.row && placed.row->opClass == OpClass::contraction &&
        isLinalg(placed.op) && !runsAlongDims(placed.op))
      placed.op->emitRemark()
          << "keeps all dimensions of '" << placed.op->getName()
          << "': convolutions of linalg are not padded";
}

void amp::shapes::sayDecisions(PadPlan &plan, const Chip &chip) {
  for (const PaddedDim &dim : plan.padded) {
    Decision decision(dim, chip);
    InFlightDiagnostic remark = dim.first->emitRemark();
    if (decision.isDynamic) {
      remark << "pads a dynamic dimension to the next multiple of "
             << dim.multiple << ": in " << dim.numContractions
             << " products, by " << dim.numPads << " pads and " << dim.numSlices
             << " slices";
      continue;
    }
    if (decision.isPadded)
      remark << "pads " << dim.size << " to " << dim.target << ": ";
    else
      remark << "keeps " << dim.size << ": ";
    remark << llvm::formatv("{0} products save {1:f2} us, {2} pads and {3} "
                            "slices cost {4:f2} us on {5}",
                            dim.numContractions, decision.gain, dim.numPads,
                            dim.numSlices, decision.cost, chip.name)
                  .str();
  }
  for (auto [dim, effects] :
       llvm::zip_equal(plan.padded, findReshapeEffects(plan)))
    if (effects.first)
      effects.first->emitRemark()
          << "cuts " << dim.size << " here: " << effects.why;
}

static remark::RemarkOpts remarkOptions(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(op->getName().getStringRef())
      .category("amp")
      .subCategory("alignment")
      .function(function ? function.getName() : StringRef());
}

/// Formats `time` with two decimals, without the sign of a negative zero.
static std::string hundredths(double time) {
  return llvm::formatv("{0:f2}", std::round(time * 100) / 100 + 0.0).str();
}

void amp::shapes::emitRemarks(PadPlan &plan, const Chip &chip) {
  using remark::detail::Remark;
  for (const PaddedDim &dim : plan.padded) {
    Operation *op = dim.first;
    if (!op->getContext()->getRemarkEngine())
      return;
    Decision decision(dim, chip);
    auto started = decision.isPadded || decision.isDynamic
                       ? remark::passed(op->getLoc(), remarkOptions(op))
                       : remark::missed(op->getLoc(), remarkOptions(op));
    if (!dim.isDynamic)
      started << Remark::Arg("From", dim.size) << Remark::Arg("To", dim.target)
              << Remark::Arg("SavedMicroseconds", hundredths(decision.gain))
              << Remark::Arg("CostMicroseconds", hundredths(decision.cost));
    started << Remark::Arg("Reason", decision.why());
  }
}

void amp::shapes::emitRefusal(ModuleOp module, StringRef why) {
  if (module.getContext()->getRemarkEngine())
    remark::missed(module.getLoc(), remarkOptions(module))
        << remark::detail::Remark::Arg("Reason", why);
}

static unsigned countPadded(const PadPlan &plan) {
  return llvm::count_if(
      plan.padded, [](const PaddedDim &dim) { return dim.target != dim.size; });
}

void Alignment::say(ModuleOp module, const PadPlan &plan) const {
  for (auto [op, why] : kept)
    op->emitRemark() << "keeps the dynamic dimensions of '" << op->getName()
                     << "': " << why;
  module.emitRemark() << llvm::formatv(
                             "alignment on {0}: {1} of {2} dimensions padded, "
                             "{3} pads, {4} slices, {5} masks, {6:f2} % more "
                             "bytes",
                             chip.name, countPadded(plan), plan.padded.size(),
                             counts.pads, counts.slices, counts.masks,
                             bytesBefore > 0
                                 ? 100 * (bytesAfter / bytesBefore - 1)
                                 : 0)
                             .str();
}

//===----------------------------------------------------------------------===//
// Report entries
//===----------------------------------------------------------------------===//

/// Returns the size; null for sizes unknown at compile time.
static Attribute sizeOf(MLIRContext *context, const PaddedDim &dim,
                        int64_t size) {
  Builder b(context);
  return dim.isDynamic ? Attribute(b.getUnitAttr()) : b.getI64IntegerAttr(size);
}

DictionaryAttr Alignment::record(MLIRContext *context, PadPlan &plan) const {
  SmallVector<Attribute> rows;
  for (auto [dim, effects] :
       llvm::zip_equal(plan.padded, findReshapeEffects(plan))) {
    Decision decision(dim, chip);
    ReportEntry row(context);
    if (effects.first)
      row.add("cut_why", effects.why);
    else
      row.addNull("cut_why");
    rows.push_back(row.add("from", sizeOf(context, dim, dim.size))
                       .add("to", sizeOf(context, dim, dim.target))
                       .add("multiple", dim.multiple)
                       .add("location", Attribute(dim.first->getLoc()))
                       .add("products", dim.numContractions)
                       .add("pads", dim.numPads)
                       .add("slices", dim.numSlices)
                       .add("reshapes_followed", effects.numPadded)
                       .add("reshapes_cut", effects.numUnpadded)
                       .addTime("gain_us", decision.gain)
                       .addTime("cost_us", decision.cost)
                       .add("why", decision.why())
                       .get());
  }
  Attribute null = UnitAttr::get(context);
  for (auto [op, why] : kept)
    rows.push_back(ReportEntry(context)
                       .add("from", null)
                       .add("to", null)
                       .add("multiple", null)
                       .add("location", Attribute(op->getLoc()))
                       .add("products", int64_t(1))
                       .add("pads", int64_t(0))
                       .add("slices", int64_t(0))
                       .add("reshapes_followed", int64_t(0))
                       .add("reshapes_cut", int64_t(0))
                       .add("cut_why", null)
                       .addTime("gain_us", 0)
                       .addTime("cost_us", 0)
                       .add("why", why)
                       .get());
  return ReportEntry(context)
      .add("chip", chip.name)
      .add("align", mode)
      .add("dimensions", ArrayAttr::get(context, rows))
      .add("pads", counts.pads)
      .add("slices", counts.slices)
      .add("masks", counts.masks)
      .add("bytes_before", static_cast<int64_t>(bytesBefore))
      .add("bytes_after", static_cast<int64_t>(bytesAfter))
      .addNull("why_not")
      .get();
}

DictionaryAttr amp::shapes::recordRefusal(MLIRContext *context, StringRef chip,
                                          StringRef mode, StringRef why) {
  return ReportEntry(context)
      .add("chip", chip)
      .add("align", mode)
      .add("dimensions", ArrayAttr::get(context, {}))
      .add("pads", int64_t(0))
      .add("slices", int64_t(0))
      .add("masks", int64_t(0))
      .addNull("bytes_before")
      .addNull("bytes_after")
      .add("why_not", why)
      .get();
}
