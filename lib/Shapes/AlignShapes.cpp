// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot(a, b) : 8x1001, 1001x77
//   ==>   slice(dot(pad(a), pad(b))) : 8x1008, 1008x80   // where it pays
#include "amp/ShapesPasses.h"
#include "lib/Shapes/Decide.h"
#include "lib/Shapes/Resize.h"
#include "lib/Shapes/check/CheckAlignment.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ALIGNSHAPES
#include "amp/ShapesPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// A dimension that is split over devices has its own ideas of its size.
static bool isSplit(ModuleOp module) {
  auto count = module->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  return (count && count.getInt() != 1) ||
         llvm::any_of(*module.getBody(), [](Operation &op) {
           return op.getName().getStringRef() == "sdy.mesh";
         });
}

/// Whether a contraction has a size that is no multiple of 16 bytes: programs
/// without one are not looked at any further.
static bool hasOddSizes(const PlacedOp &placed) {
  if (!placed.row || placed.row->opClass != OpClass::contraction)
    return false;
  auto isOdd = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.getElementType().isIntOrFloat())
      return false;
    int64_t bits = tensor.getElementTypeBitWidth();
    return llvm::any_of(tensor.getShape(),
                        [&](int64_t size) { return size * bits % 128 != 0; });
  };
  return llvm::any_of(placed.op->getOperandTypes(), isOdd) ||
         llvm::any_of(placed.op->getResultTypes(), isOdd);
}

static void say(const PaddedDim &dim, const Chip &chip) {
  InFlightDiagnostic remark = dim.first->emitRemark();
  int64_t target = dim.target == dim.size ? dim.targets.front() : dim.target;
  double cost = costOf(dim, target, chip) * 1e6;
  if (dim.target == dim.size)
    remark << "keeps " << dim.size << ": ";
  else
    remark << "pads " << dim.size << " to " << dim.target << ": ";
  remark << llvm::formatv("{0} products save {1:f2} us, {2} pads and {3} "
                          "slices cost {4:f2} us on {5}",
                          dim.numProducts, dim.gain * 1e6, dim.numPads,
                          dim.numSlices, cost, chip.name)
                .str();
}

namespace {
struct AlignShapes : amp::impl::AlignShapesBase<AlignShapes> {
  using Base::Base;

  void runOnOperation() override {
    const Chip *found = findChip(chip);
    std::optional<Align> mode = parseMode();
    if (!found || !mode) {
      refuse(found);
      return signalPassFailure();
    }
    if (*mode == Align::always && !found->gainsByAlignment()) {
      emitError(getOperation().getLoc())
          << "expects a chip that is faster on aligned shapes for "
             "align=always, but got '"
          << chip << "'";
      return signalPassFailure();
    }
    if (*mode == Align::off || !found->gainsByAlignment())
      return markAllAnalysesPreserved();
    run(*found, *mode);
  }

private:
  std::optional<Align> parseMode() {
    return llvm::StringSwitch<std::optional<Align>>(align)
        .Case("off", Align::off)
        .Case("profitable", Align::profitable)
        .Case("always", Align::always)
        .Default(std::nullopt);
  }

  void refuse(const Chip *found) {
    InFlightDiagnostic error = emitError(getOperation().getLoc());
    if (found) {
      error << "expects align to be off, profitable or always, but got '"
            << align << "'";
      return;
    }
    error << "expects chip to be one of ";
    llvm::interleaveComma(allChips(), error,
                          [&](const Chip &c) { error << c.name; });
    error << ", but got '" << chip << "'";
  }

  void run(const Chip &chip, Align mode) {
    ModuleOp module = getOperation();
    Program program = listProgram(module);
    auto isOurs = [](const PlacedOp &placed) {
      return placed.op->hasAttr(unpaddedName);
    };
    if (llvm::any_of(program, isOurs))
      return markAllAnalysesPreserved();
    if (!llvm::any_of(program, hasOddSizes))
      return markAllAnalysesPreserved();
    if (isSplit(module)) {
      if (remarks)
        module.emitRemark() << "keeps all shapes: the program is split over "
                               "devices";
      return markAllAnalysesPreserved();
    }
    PadPlan plan(module, program, chip);
    decideTargets(plan, chip, mode);
    unsigned numPadded = 0;
    for (const PaddedDim &dim : plan.padded) {
      numPadded += dim.target != dim.size;
      if (remarks)
        say(dim, chip);
    }
    numDims += numPadded;
    if (numPadded == 0)
      return markAllAnalysesPreserved();
    OwningOpRef<ModuleOp> before;
    if (check)
      before = module.clone();
    ResizeCounts counts = resize(plan, program);
    numPads += counts.pads;
    numSlices += counts.slices;
    numMasks += counts.masks;
    if (before && failed(checkAlignment(*before, module)))
      signalPassFailure();
  }
};
} // namespace
