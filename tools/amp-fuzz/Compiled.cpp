// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// output of --amp ==> CPU code with a probe for each value
//   ==> each op is compared with the interpreter, on its actual operands
#include "Check/Bounds.h"
#include "Check/Flatten.h"
#include "Check/Probes.h"
#include "Check/PropertyChecks.h"
#include "Interpret/Bytes.h"
#include "TimeLimit.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/IRMapping.h"
#include "tools/amp-run/Compile/Program.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using namespace mlir::amp::fuzz;

namespace {
/// Receives the values of probes in execution order.
struct Audience {
  Evaluation &e;
  OwningOpRef<ModuleOp> module; ///< flattened, with the probed ops
  SmallVector<Value> shown;     ///< by probe index
  Interpreter::Environment latest = Interpreter::Environment();
  bool isDone = false;

  void see(int64_t index, const char *bytes);
  void checkResult(OpResult result);
  void checkRegions(OpResult result);
  void report(OpResult result, const Twine &why);
};
} // namespace

static Audience *audience = nullptr;

/// Probe callback of compiled code: an index and a dense memref descriptor.
static void showValue(int64_t index, void *descriptor) {
  audience->see(index, static_cast<char **>(descriptor)[1]);
}

void Audience::report(OpResult result, const Twine &why) {
  isDone = true;
  std::string text;
  llvm::raw_string_ostream(text) << result.getType();
  e.report("compiled", result.getOwner()->getName().getStringRef() +
                           " in compiled code, " + why + " against " + text);
}

/// Compares results of loops and branches with the values that regions yield.
void Audience::checkRegions(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  Value from;
  if (isa<stablehlo::WhileOp>(op)) {
    from = op->getRegion(0).getArgument(number);
  } else {
    auto choice = latest.find(op->getOperand(0));
    if (choice == latest.end())
      return;
    int64_t index = choice->second.scalar(), count = op->getNumRegions();
    if (isa<stablehlo::IfOp>(op))
      index = index ? 0 : 1;
    else if (index < 0 || index >= count)
      index = count - 1;
    from = op->getRegion(index).front().getTerminator()->getOperand(number);
  }
  auto handed = latest.find(from);
  if (handed == latest.end())
    return;
  ++e.tally["compiled: results of regions compared"];
  if (!handed->second.sameBits(latest[result]))
    report(result, "a result is not what its region hands on");
}

void Audience::checkResult(OpResult result) {
  Operation *op = result.getOwner();
  if (isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(op))
    return checkRegions(result);
  auto why = judge(*module, result, latest[result], latest);
  if (!why) {
    ++e.tally[("compiled: no bound for " + op->getName().getStringRef()).str()];
    return;
  }
  ++e.tally["compiled: ops compared"];
  if (!why->empty())
    report(result, *why);
}

void Audience::see(int64_t index, const char *bytes) {
  Value value = shown[index];
  latest[value] = load(cast<RankedTensorType>(value.getType()), bytes);
  if (auto result = dyn_cast<OpResult>(value); result && !isDone)
    checkResult(result);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Arrays of 64-byte aligned memory for the arguments or results of a program.
namespace {
struct Arrays {
  std::vector<std::unique_ptr<char, decltype(&std::free)>> owned;
  SmallVector<void *> addresses;

  char *add(size_t bytes) {
    auto *array = static_cast<char *>(
        std::aligned_alloc(64, std::max<size_t>(64, (bytes + 63) / 64 * 64)));
    owned.emplace_back(array, &std::free);
    addresses.push_back(array);
    return array;
  }
};
} // namespace

static std::vector<Tensor> run(const Program &program,
                               ArrayRef<Tensor> arguments) {
  Arrays inputs, outputs;
  for (const Tensor &tensor : arguments)
    store(tensor, inputs.add(byteSize(tensor)));
  for (RankedTensorType type : program.resultTypes())
    outputs.add(byteSize(Tensor(type)));
  SmallVector<const void *> from(inputs.addresses.begin(),
                                 inputs.addresses.end());
  program.run(from, outputs.addresses);
  std::vector<Tensor> results;
  for (auto [type, array] : llvm::zip(program.resultTypes(), outputs.owned))
    results.push_back(load(type, array.get()));
  return results;
}

/// Adds a probe for each tensor that @main computes, also in loops and
/// branches. Returns the values by probe index.
static SmallVector<Value> addProbes(func::FuncOp main, const IRMapping &map,
                                    Probes &probes) {
  SmallVector<Value> shown;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape())
      return;
    probes.add(map.lookup(value), shown.size());
    shown.push_back(value);
  };
  for (Value argument : main.getArguments())
    add(argument);
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      add(result);
    if (!isa<func::FuncOp, stablehlo::WhileOp, stablehlo::IfOp,
             stablehlo::CaseOp>(op))
      return WalkResult::skip();
    if (isa<stablehlo::WhileOp>(op))
      for (Region &region : op->getRegions())
        for (Value argument : region.getArguments())
          add(argument);
    return WalkResult::advance();
  });
  return shown;
}

/// Compiles the module and tallies errors; one without a location is a finding.
static std::optional<Program>
compileProgram(Evaluation &e, OwningOpRef<ModuleOp> module,
               const llvm::StringMap<void *> &functions = {}) {
  SmallVector<Diagnosed> errors;
  ScopedDiagnosticHandler handler(
      module->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors.push_back({diagnostic.getLocation(), diagnostic.str()});
        return success();
      });
  auto program = Program::compile(std::move(module), "main", functions);
  if (succeeded(program))
    return std::move(*program);
  if (errors.empty())
    e.report("compiled", "fails without an error");
  else if (isa<UnknownLoc>(errors.front().location))
    e.report("compiled", "error without a location: " + errors.front().message);
  else
    ++e.tally["not compiled: " + keyOf({"", errors.front().message})];
  return std::nullopt;
}

/// Compares code without probes with code with probes. Probes prevent fusion
/// and buffer sharing.
static void compareFused(Evaluation &e, ArrayRef<Tensor> arguments,
                         ArrayRef<Tensor> probed) {
  auto program = compileProgram(e, e.output.module->clone());
  if (!program)
    return;
  std::vector<Tensor> fused = run(*program, arguments);
  ++e.tally["compiled programs"];
  for (size_t k = 0; k < fused.size(); ++k)
    if (!fused[k].sameBits(probed[k])) {
      ++e.tally["compiled: fused results with other bits"];
      return;
    }
  ++e.tally["compiled: fused results with the same bits"];
}

/// Verifies that results equal the values that their ops computed: no later
/// write overwrites them.
static void checkResults(Audience &seen, ArrayRef<Tensor> results) {
  Operation *end = mainOf(*seen.module).getBody().front().getTerminator();
  for (auto [k, value] : llvm::enumerate(end->getOperands())) {
    auto shown = seen.latest.find(value);
    if (shown != seen.latest.end() && !shown->second.sameBits(results[k])) {
      seen.isDone = true;
      return seen.e.report("compiled", "result " + Twine(k) +
                                           " is not what its op computed");
    }
  }
}

/// Property: each op of compiled code is within its error bound of the exact
/// result for its actual operands.
void fuzz::compiledCodeIsAccurate(Evaluation &e) {
  if (!e.rewrites() || !e.runs())
    return;
  auto arguments = extendArguments(*e.output.module, e.arguments);
  if (!arguments)
    return;
  limitTime(120); // LLVM takes seconds to compile long loops
  Audience seen{e, e.output.module->clone()};
  func::FuncOp main = mainOf(*seen.module);
  if (main.getName() != "main" || failed(flatten(*seen.module, main)))
    return;
  IRMapping map;
  OwningOpRef<ModuleOp> probed(
      cast<ModuleOp>(seen.module->getOperation()->clone(map)));
  Probes probes(*probed);
  seen.shown = addProbes(main, map, probes);
  auto program =
      compileProgram(e, std::move(probed),
                     probes.functions(reinterpret_cast<void *>(showValue)));
  if (!program)
    return;
  audience = &seen;
  std::vector<Tensor> results = run(*program, *arguments);
  audience = nullptr;
  if (!seen.isDone)
    checkResults(seen, results);
  if (!seen.isDone)
    compareFused(e, *arguments, results);
}
