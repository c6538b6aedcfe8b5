// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module, default, tf   ==>   predicted time   12.345 us  ->  10.200 us
//                             1 op changes:
//                               stablehlo.exponential at …: f32 -> bf16, …
#include "amp/Passes.h"
#include "amp/ReportPasses.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Report/Formats.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Prices.h"
#include "lib/Report/Totals.h"
#include "lib/Report/Words.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

namespace mlir::amp {
#define GEN_PASS_DEF_DIFFPOLICY
#include "amp/ReportPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
/// Decision of one policy for an op, joined over its clones.
struct Decision {
  SmallVector<Formats, 1> formats; ///< unique formats of the clones
  ReasonAttr reason;
  bool isLow = false;
  int64_t time = 0;
};

/// Result of one policy for the program.
struct Outcome {
  AttachPolicyOptions policy;
  std::string solver;

  DictionaryAttr solution;
  Totals::Casts casts;
  int64_t ops = 0, lowOps = 0;
  llvm::DenseMap<Operation *, Decision> decisions; ///< by op of the input

  LogicalResult find(ModuleOp input, StringRef chip);
  std::string name() const;

private:
  void read(ModuleOp placed, StringRef chip);
};

struct DiffPolicy : amp::impl::DiffPolicyBase<DiffPolicy> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// One policy
//===----------------------------------------------------------------------===//

static LogicalResult runPasses(ModuleOp module,
                               function_ref<void(OpPassManager &)> add) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  add(passes);
  return passes.run(module);
}

/// Stores the original op of `input` in the location of each op of `copy`, so
/// that clones keep it.
static void nameOriginals(ModuleOp input, ModuleOp copy) {
  SmallVector<Operation *> originals;
  input.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { originals.push_back(op); });
  Operation **next = originals.begin();
  copy.walk<WalkOrder::PreOrder>([&](Operation *op) {
    op->setLoc(OpaqueLoc::get(*next++, op->getLoc()));
  });
}

LogicalResult Outcome::find(ModuleOp input, StringRef chip) {
  OwningOpRef<ModuleOp> copy = input.clone();
  if (failed(runPasses(*copy, [&](OpPassManager &passes) {
        passes.addPass(createAttachPolicy(policy));
      })))
    return failure();
  nameOriginals(input, *copy);
  if (failed(runPasses(*copy, [&](OpPassManager &passes) {
        passes.addPass(
            createAssignPrecision({solver, chip.str(), /*compare=*/true}));
        passes.addPass(createPlaceCasts({/*keepReasons=*/true}));
        passes.addPass(createFoldCasts());
      })))
    return failure();
  read(*copy, chip);
  return success();
}

void Outcome::read(ModuleOp placed, StringRef chip) {
  solution =
      placed->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
  auto attached = placed->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
  ProgramGraph graph(placed);
  ArrayRef<PlacedOp> program = graph.getOps();
  casts = Totals::of(program).casts;
  auto times =
      Prices(graph, *findChip(chip), cast<FloatType>(attached.getCompute()))
          .shareOut();
  for (const PlacedOp &op : program) {
    auto reason = op.op->getAttrOfType<ReasonAttr>(AmpDialect::reasonAttrName);
    auto *original =
        OpaqueLoc::getUnderlyingLocationOrNull<Operation *>(op.op->getLoc());
    if (!reason || !original || !precisionOf(op.op) ||
        op.op->hasTrait<OpTrait::ConstantLike>())
      continue;
    bool isLow = handlesLow(op.op);
    ++ops;
    lowOps += isLow;
    Decision &decision = decisions[original];
    if (!decision.reason || (isLow && !decision.isLow))
      decision.reason = reason;
    decision.isLow |= isLow;
    decision.time += times.lookup(op.op);
    if (Formats formats = Formats::of(op.op);
        !llvm::is_contained(decision.formats, formats))
      decision.formats.push_back(formats);
  }
}

std::string Outcome::name() const {
  return (policy.policyFile.empty() ? policy.preset : policy.policyFile) +
         " (" + policy.compute + ", " + solver + ")";
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static std::string inWords(const Decision &decision) {
  std::string words;
  llvm::raw_string_ostream os(words);
  llvm::interleave(
      decision.formats, os,
      [&](const Formats &formats) { os << formats.inWords(); }, " or ");
  return words;
}

static void printTotals(raw_ostream &os, const Outcome &before,
                        const Outcome &after, StringRef chip) {
  auto both = [&](StringRef what, auto print) {
    os << "  " << llvm::left_justify(what, 16);
    print(before);
    os << "  ->  ";
    print(after);
  };
  both("predicted time", [&](const Outcome &outcome) {
    printTime(os, outcome.solution.getAs<IntegerAttr>("time").getInt());
  });
  os << ", on " << chip << " (all f32: ";
  printTime(os, before.solution.getAs<IntegerAttr>("f32").getInt());
  os << ")\n";
  both("casts", [&](const Outcome &outcome) { os << outcome.casts.ops; });
  os << '\n';
  both("bytes of casts", [&](const Outcome &outcome) {
    printBytes(os, outcome.casts.bytesRead + outcome.casts.bytesWritten);
  });
  os << '\n';
  both("16-bit ops", [&](const Outcome &outcome) { os << outcome.lowOps; });
  os << ", of " << before.ops << '\n';
}

static void printChange(raw_ostream &os, Operation *op, StringRef function,
                        const Decision &before, const Decision &after) {
  os << "  " << op->getName().getStringRef() << " at ";
  writeLocation(os, op->getLoc());
  os << " in @" << function << ": " << inWords(before) << "  ->  "
     << inWords(after) << ", ";
  printTime(os, before.time);
  os << "  ->  ";
  printTime(os, after.time);
  os << "\n    before: " << inWords(before.reason, before.isLow)
     << "\n    after: " << inWords(after.reason, after.isLow) << '\n';
}

static void printChanges(raw_ostream &os, ModuleOp input, const Outcome &before,
                         const Outcome &after) {
  struct Change {
    Operation *op;
    StringRef function;
    const Decision *before, *after;
    int64_t size() const { return std::abs(after->time - before->time); }
  };
  SmallVector<Change> changes;
  ProgramGraph graph(input);
  for (const PlacedOp &placed : graph.getOps()) {
    auto then = before.decisions.find(placed.op);
    auto now = after.decisions.find(placed.op);
    if (then == before.decisions.end() || now == after.decisions.end() ||
        then->second.formats == now->second.formats)
      continue;
    auto name = placed.function->getAttrOfType<StringAttr>(
        SymbolTable::getSymbolAttrName());
    changes.push_back({placed.op, name ? name.getValue() : StringRef(),
                       &then->second, &now->second});
  }
  llvm::stable_sort(changes, [](const Change &a, const Change &b) {
    return a.size() > b.size();
  });
  if (changes.empty())
    os << "no op changes\n";
  else
    os << changes.size()
       << (changes.size() == 1 ? " op changes" : " ops change")
       << ", the largest change of time first:\n";
  for (const Change &change : changes)
    printChange(os, change.op, change.function, *change.before, *change.after);
}

void DiffPolicy::runOnOperation() {
  markAllAnalysesPreserved();
  ModuleOp module = getOperation();
  if (module->hasAttr(AmpDialect::appliedAttrName)) {
    emitError(module.getLoc()) << "expects a module that no policy was applied "
                                  "to, but mixed precision is there already";
    return signalPassFailure();
  }
  OwningOpRef<ModuleOp> input = module.clone();
  if (failed(runPasses(*input, [](OpPassManager &passes) {
        passes.addPass(createRecognize());
      })))
    return signalPassFailure();
  Outcome before;
  before.policy = {compute, preset, policyFile};
  before.solver = solver;
  Outcome after = before;
  if (!otherCompute.empty())
    after.policy.compute = otherCompute;
  if (!otherSolver.empty())
    after.solver = otherSolver;
  if (!other.empty()) {
    bool isFile = StringRef(other).find_first_of("./") != StringRef::npos;
    (isFile ? after.policy.policyFile : after.policy.preset) = other;
    (isFile ? after.policy.preset : after.policy.policyFile).clear();
  }
  if (failed(before.find(*input, chip)))
    return signalPassFailure();
  // Remove the module's own policy, which would override the second one.
  if (!other.empty())
    (*input)->removeAttr(AmpDialect::policyAttrName);
  if (failed(after.find(*input, chip)))
    return signalPassFailure();

  std::string text;
  llvm::raw_string_ostream os(text);
  os << "policies compared on @" << module.getName().value_or("module") << ": "
     << before.name() << "  ->  " << after.name() << '\n';
  printTotals(os, before, after, chip);
  printChanges(os, *input, before, after);
  printOnStderr(text);
}
