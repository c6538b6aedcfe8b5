// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memory=8GiB: copies of the module are lowered, at rising prices of a saved
// byte, then with updates behind their gradients, and with gradients in f32
// until the verdict on an f16 step, until the memory that amp-plan-memory plans
// for one fits.
#include "lib/Pipelines/FitMemory.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/StepReport.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// Picoseconds for each saved byte: from what reading it takes to as much as no
/// kernel saves; then with updates behind their gradients, of which fewer
/// launches are merged. Each plan takes a part of the time of a lowering.
static constexpr Saving measures[] = {
    {0, false},       {0.1, false}, {0.2, false},    {0.4, false},
    {0.7, false},     {1, false},   {3, false},      {10, false},
    {1e4, false},     {0, true},    {0.4, true},     {1, true},
    {3, true},        {1e4, true},  {0, true, true}, {1, true, true},
    {1e4, true, true}};

namespace {
/// Bytes of a plan.
struct Planned {
  double fixed = 0, temporaries = 0;
  double total() const { return fixed + temporaries; }
};

class FitMemory : public PassWrapper<FitMemory, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FitMemory)

  FitMemory(std::string memory, bool mayTestFactors, AddUnits addUnits,
            AddKernels addKernels)
      : memory(std::move(memory)), mayTestFactors(mayTestFactors),
        addUnits(std::move(addUnits)), addKernels(std::move(addKernels)) {}

  StringRef getArgument() const override { return "amp-fit-memory"; }
  StringRef getDescription() const override {
    return "lowers at the least price of memory at which the plan fits";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager passes(ModuleOp::getOperationName());
    addUnits(passes, Saving());
    passes.getDependentDialects(registry);
  }
  void runOnOperation() override;

private:
  FailureOr<Planned> plan(const Saving &saving);
  bool testsFactors();

  std::string memory;
  bool mayTestFactors;
  AddUnits addUnits;
  AddKernels addKernels;
};
} // namespace

FailureOr<Planned> FitMemory::plan(const Saving &saving) {
  OwningOpRef<ModuleOp> copy = getOperation().clone();
  PassManager passes(&getContext());
  passes.enableVerifier(false);
  addUnits(passes, saving);
  addKernels(passes);
  passes.addPass(createPlanMemory());
  // The lowering that follows says the same.
  ScopedDiagnosticHandler quiet(&getContext(), [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
  });
  if (failed(passes.run(*copy)))
    return failure();
  Planned planned;
  for (auto function : copy->getOps<func::FuncOp>())
    if (auto sizes = function->getAttrOfType<DictionaryAttr>("amp.memory")) {
      auto of = [&](StringRef name) {
        auto size = sizes.getAs<IntegerAttr>(name);
        return size ? static_cast<double>(size.getInt()) : 0.0;
      };
      Planned here = {of("arguments") + of("constants") + of("results") -
                          of("shared"),
                      of("temporaries")};
      if (here.total() > planned.total())
        planned = here;
    }
  return planned;
}

/// Returns true if verdicts on gradients are those on their factors.
bool FitMemory::testsFactors() {
  if (!mayTestFactors)
    return false;
  OwningOpRef<ModuleOp> copy = getOperation().clone();
  OperationFingerPrint before(*copy);
  PassManager passes(&getContext());
  passes.enableVerifier(false);
  passes.addPass(createTestFactors());
  return succeeded(passes.run(*copy)) && before != OperationFingerPrint(*copy);
}

static std::string text(double bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  report::printBytes(os, bytes);
  return text;
}

/// Returns how many times the batch of the program fits if all temporaries grow
/// with it: those that do not grow let more fit. 0 without temporaries.
static double batches(const Planned &planned, double limit) {
  return planned.temporaries > 0
             ? std::max(0., limit - planned.fixed) / planned.temporaries
             : 0;
}

static void report(ModuleOp module, const Planned &planned,
                   const Planned &fastest, double limit) {
  InFlightDiagnostic remark =
      emitRemark(module.getLoc(), "plans ")
      << text(planned.total()) << " of " << text(limit)
      << " of memory, a gap of " << text(limit - planned.total()) << ": "
      << text(planned.fixed) << " of arguments, constants and results, and "
      << text(planned.temporaries) << " of temporaries ("
      << text(fastest.temporaries) << " in the least time)";
  if (planned.temporaries > 0 && fastest.temporaries > 0 &&
      fastest.fixed < limit)
    remark << llvm::formatv("; a batch of at least {0:f2} times this one fits "
                            "({1:f2} times in the least time)",
                            batches(planned, limit), batches(fastest, limit))
                  .str();
}

void FitMemory::runOnOperation() {
  ModuleOp module = getOperation();
  std::optional<double> limit = report::parseBytes(memory);
  if (!limit) {
    emitOptionError(module)
        << "expects memory as a number and a unit, such as 80GiB, but got '"
        << memory << "'";
    return signalPassFailure();
  }
  std::optional<Planned> fastest;
  bool mayKeepGradients = testsFactors();
  double least = std::numeric_limits<double>::infinity();
  for (const Saving &saving : measures) {
    if (saving.keepsGradients && !mayKeepGradients)
      break;
    FailureOr<Planned> planned = plan(saving);
    if (failed(planned))
      return signalPassFailure();
    if (!fastest)
      fastest = *planned;
    least = std::min(least, planned->total());
    if (planned->total() > *limit)
      continue;
    ::report(module, *planned, *fastest, *limit);
    if (saving.hoistsUpdates)
      emitRemark(module.getLoc(), "moves updates behind their gradients");
    if (saving.keepsGradients)
      emitRemark(module.getLoc(), "keeps gradients of weights, not their "
                                  "factors, until all are tested");
    lowering::addToReport(
        module, "memory_limit",
        ReportEntry(&getContext())
            .add("limit", *limit)
            .add("planned", planned->total())
            .add("gap", *limit - planned->total())
            .add("temporaries", planned->temporaries)
            .add("temporaries_in_least_time", fastest->temporaries)
            .add("batches", batches(*planned, *limit))
            .add("batches_in_least_time", batches(*fastest, *limit))
            .add("moves_updates", saving.hoistsUpdates)
            .add("keeps_gradients", saving.keepsGradients)
            .get());
    OpPassManager passes(ModuleOp::getOperationName());
    addUnits(passes, saving);
    if (failed(runPipeline(passes, module)))
      signalPassFailure();
    return;
  }
  emitError(module.getLoc(), "expects a plan of at most ")
      << text(*limit) << " of memory, but it takes " << text(fastest->total())
      << " in the least time, and " << text(least)
      << " where less is saved and more is computed again";
  signalPassFailure();
}

std::unique_ptr<Pass> amp::createFitMemory(StringRef memory,
                                           bool mayTestFactors,
                                           AddUnits addUnits,
                                           AddKernels addKernels) {
  return std::make_unique<FitMemory>(
      memory.str(), mayTestFactors, std::move(addUnits), std::move(addKernels));
}
