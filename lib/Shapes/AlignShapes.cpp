// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot(a, b) : 8x1001, 1001x77
// ==>   slice(dot(pad(a), pad(b))) : 8x1008, 1008x80   // if profitable
#include "amp/ShapesPasses.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/Record.h"
#include "lib/Shapes/check/CheckAlignment.h"
#include "lib/Shapes/dynamic/DynamicShapeRestorer.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ALIGNSHAPES
#include "amp/ShapesPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr StringLiteral recordName = "amp.alignment";

/// Returns true if tensors may be sharded: a local size then differs from the
/// size in the type.
static bool isSplit(ModuleOp module) {
  auto count = module->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  return (count && count.getInt() != 1) ||
         llvm::any_of(*module.getBody(), [](Operation &op) {
           return kindOf(&op) == OpKind::mesh;
         });
}

/// Returns true if a contraction has a size that is no multiple of 16 bytes.
/// Programs without one are not analysed.
static bool hasOddSizes(const PlacedOp &placed) {
  if (!placed.row || placed.row->opClass != OpClass::contraction)
    return false;
  auto isOdd = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.getElementType().isIntOrFloat())
      return false;
    int64_t bits = tensor.getElementTypeBitWidth();
    return llvm::any_of(tensor.getShape(), [&](int64_t size) {
      return !ShapedType::isDynamic(size) && size * bits % 128 != 0;
    });
  };
  return llvm::any_of(placed.op->getOperandTypes(), isOdd) ||
         llvm::any_of(placed.op->getResultTypes(), isOdd);
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
    if (!(bytes >= 0)) { // rejects NaN
      emitOptionError(getOperation())
          << "expects bytes to be 0 percent or more, but got " << bytes;
      return signalPassFailure();
    }
    if (*mode == Align::always && !found->gainsByAlignment()) {
      emitOptionError(getOperation())
          << "expects a chip that is faster on aligned shapes for "
             "align=always, but got '"
          << chip << "'";
      return signalPassFailure();
    }
    if (dynamic != "keep" && dynamic != "round-up") {
      emitOptionError(getOperation())
          << "expects dynamic to be keep or round-up, but got '" << dynamic
          << "'";
      return signalPassFailure();
    }
    if (dynamic == "round-up" && *mode == Align::off) {
      emitOptionError(getOperation())
          << "expects align to be profitable or always for dynamic=round-up, "
             "but got 'off'";
      return signalPassFailure();
    }
    if (padState && *mode == Align::off) {
      emitOptionError(getOperation())
          << "expects align to be profitable or always for pad-state=true, but "
             "got 'off'";
      return signalPassFailure();
    }
    if (padState && listCarriedStates(getOperation()).empty()) {
      emitOptionError(getOperation())
          << "expects a state for pad-state=true: the same amp.state on an "
             "argument and a result of one type";
      return signalPassFailure();
    }
    if (*mode == Align::off)
      return markAllAnalysesPreserved();
    if (!found->gainsByAlignment())
      return keepAll("the chip is not faster on aligned shapes");
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
    InFlightDiagnostic error = emitOptionError(getOperation());
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
    numGraphs += !getCachedAnalysis<ProgramGraph>();
    const ProgramGraph *graph = &getAnalysis<ProgramGraph>();
    ArrayRef<PlacedOp> program = graph->getOps();
    auto added = StringAttr::get(&getContext(), unpaddedName);
    auto isOurs = [&](const PlacedOp &placed) {
      return placed.op->getDiscardableAttr(added) != nullptr;
    };
    if (llvm::any_of(program, isOurs))
      return keepAll("the program was aligned before");
    bool mayRound = dynamic == "round-up" && hasDynamicDims(module) &&
                    !llvm::any_of(program, [](const PlacedOp &placed) {
                      return isLinalg(placed.op);
                    });
    if (!mayRound && !llvm::any_of(program, hasOddSizes))
      return keepAll("all products are aligned");
    if (isSplit(module)) {
      if (remarks)
        module.emitRemark() << "keeps all shapes: the program is split over "
                               "devices";
      return keepAll("the program is split over devices");
    }
    SmallVector<CarriedState, 0> states;
    if (padState)
      states = listCarriedStates(module);
    OwningOpRef<ModuleOp> before;
    std::optional<DynamicShapeRestorer> example;
    std::optional<ProgramGraph> changed;
    if (mayRound) {
      if (check)
        before = module.clone();
      example.emplace(module);
      graph = &changed.emplace(module);
      program = graph->getOps();
      ++numGraphs;
    }
    std::unique_ptr<PadPlan> plan =
        decidePlan(*graph, chip, states, mode, bytes,
                   example ? example->listSizes() : llvm::DenseSet<int64_t>());
    bool reports = remarks || record;
    Alignment done{chip, align, {}, reports ? countBytes(program) : 0};
    done.bytesAfter = done.bytesBefore;
    if (mayRound && reports)
      done.kept = findKept(program);
    if (remarks)
      sayConvolutions(program);
    bool isPadded = pad(*plan, program, done, states, before);
    if (example)
      example->restore(plan->padded);
    emitRemarks(*plan, chip);
    if (remarks) {
      sayDecisions(*plan, chip);
      done.say(module, *plan);
    }
    if (record)
      module->setDiscardableAttr(recordName, done.record(&getContext(), *plan));
    if (before && isPadded && failed(checkAlignment(*before, module)))
      signalPassFailure();
  }

  /// Keeps the program as it is, without an analysis.
  void keepAll(StringRef why) {
    markAllAnalysesPreserved();
    emitRefusal(getOperation(), why);
    if (record)
      getOperation()->setDiscardableAttr(
          recordName, recordRefusal(&getContext(), chip, align, why));
  }

  bool pad(PadPlan &plan, ArrayRef<PlacedOp> program, Alignment &done,
           ArrayRef<CarriedState> states, OwningOpRef<ModuleOp> &before) {
    ModuleOp module = getOperation();
    auto isPadded = [](const PaddedDim &dim) { return dim.target != dim.size; };
    unsigned numPadded = llvm::count_if(plan.padded, isPadded);
    if (numPadded == 0) {
      markAllAnalysesPreserved();
      return false;
    }
    if (check && !before)
      before = module.clone();
    done.counts = resize(plan, program);
    numStates += describePadded(states, isLinalg(plan.contractions.front().op));
    numDims += numPadded;
    numPads += done.counts.pads;
    numSlices += done.counts.slices;
    numMasks += done.counts.masks;
    if (done.bytesBefore > 0) {
      done.bytesAfter = countBytes(ProgramGraph(module).getOps());
      ++numGraphs;
    }
    return true;
  }
};
} // namespace
