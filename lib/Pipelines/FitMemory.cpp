// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memory=8GiB: lowers copies of the module, with stronger memory memoryPolicies
// each time, until the memory planned by amp-plan-memory fits. The
// memoryPolicies raise the price of a saved byte, then move updates next to
// their gradients, then keep gradients of an f16 step in f32 until the overflow
// test.
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

/// Measures in the order in which they are tried. The price in picoseconds per
/// saved byte rises until no kernel saves values. Then updates move next to
/// their gradients, which prevents the merging of some launches. Planning one
/// measure takes a fraction of the time of a lowering.
static constexpr MemoryPolicy memoryPolicies[] = {
    {0, false},       {0.1, false}, {0.2, false},    {0.4, false},
    {0.7, false},     {1, false},   {3, false},      {10, false},
    {1e4, false},     {0, true},    {0.4, true},     {1, true},
    {3, true},        {1e4, true},  {0, true, true}, {1, true, true},
    {1e4, true, true}};

namespace {
/// Memory of a plan, in bytes.
struct MemoryPlan {
  double fixed = 0, temporaries = 0;
  double total() const { return fixed + temporaries; }
};

class FitMemory : public PassWrapper<FitMemory, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FitMemory)

  FitMemory(std::string memory, bool mayTestOperands,
            AddFusionGroups addFusionGroups, AddKernels addKernels)
      : memory(std::move(memory)), mayTestOperands(mayTestOperands),
        addFusionGroups(std::move(addFusionGroups)),
        addKernels(std::move(addKernels)) {}

  StringRef getArgument() const override { return "amp-fit-memory"; }
  StringRef getDescription() const override {
    return "lowers at the least price of memory at which the plan fits";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager passes(ModuleOp::getOperationName());
    addFusionGroups(passes, MemoryPolicy());
    passes.getDependentDialects(registry);
  }
  void runOnOperation() override;

private:
  FailureOr<MemoryPlan> plan(const MemoryPolicy &policy);
  bool testsFactors();

  std::string memory;
  bool mayTestOperands;
  AddFusionGroups addFusionGroups;
  AddKernels addKernels;
};
} // namespace

FailureOr<MemoryPlan> FitMemory::plan(const MemoryPolicy &policy) {
  OwningOpRef<ModuleOp> copy = getOperation().clone();
  PassManager passes(&getContext());
  passes.enableVerifier(false);
  addFusionGroups(passes, policy);
  addKernels(passes);
  passes.addPass(createPlanMemory());
  // The final lowering emits the same diagnostics.
  ScopedDiagnosticHandler quiet(&getContext(), [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
  });
  if (failed(passes.run(*copy)))
    return failure();
  MemoryPlan planned;
  for (auto function : copy->getOps<func::FuncOp>())
    if (auto sizes = function->getAttrOfType<DictionaryAttr>("amp.memory")) {
      auto of = [&](StringRef name) {
        auto size = sizes.getAs<IntegerAttr>(name);
        return size ? static_cast<double>(size.getInt()) : 0.0;
      };
      MemoryPlan here = {of("arguments") + of("constants") + of("results") -
                             of("shared"),
                         of("temporaries")};
      if (here.total() > planned.total())
        planned = here;
    }
  return planned;
}

/// Returns true if amp-test-factors changes the module: it tests the operands
/// of gradient matmuls for overflow instead of the gradients.
bool FitMemory::testsFactors() {
  if (!mayTestOperands)
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

/// Returns the factor by which the batch can grow if all temporaries grow with
/// it; a lower bound, because some do not. 0 without temporaries.
static double batches(const MemoryPlan &planned, double limit) {
  return planned.temporaries > 0
             ? std::max(0., limit - planned.fixed) / planned.temporaries
             : 0;
}

static void report(ModuleOp module, const MemoryPlan &planned,
                   const MemoryPlan &fastest, double limit) {
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
  std::optional<MemoryPlan> fastest;
  bool mayKeepGradients = testsFactors();
  double least = std::numeric_limits<double>::infinity();
  for (const MemoryPolicy &policy : memoryPolicies) {
    if (policy.keepsGradients && !mayKeepGradients)
      break;
    FailureOr<MemoryPlan> planned = plan(policy);
    if (failed(planned))
      return signalPassFailure();
    if (!fastest)
      fastest = *planned;
    least = std::min(least, planned->total());
    if (planned->total() > *limit)
      continue;
    ::report(module, *planned, *fastest, *limit);
    if (policy.hoistsUpdates)
      emitRemark(module.getLoc(), "moves updates behind their gradients");
    if (policy.keepsGradients)
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
            .add("moves_updates", policy.hoistsUpdates)
            .add("keeps_gradients", policy.keepsGradients)
            .get());
    OpPassManager passes(ModuleOp::getOperationName());
    addFusionGroups(passes, policy);
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
                                           bool mayTestOperands,
                                           AddFusionGroups addFusionGroups,
                                           AddKernels addKernels) {
  return std::make_unique<FitMemory>(memory.str(), mayTestOperands,
                                     std::move(addFusionGroups),
                                     std::move(addKernels));
}
