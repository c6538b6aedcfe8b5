// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check/PropertyChecks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

Evaluation::Evaluation(ModuleOp input, std::string options, uint64_t seed,
                       Tally &tally)
    : input(input), options(std::move(options)), seed(seed), tally(tally),
      isTraining(hasMarks(input)) {}

void Evaluation::report(StringRef property, const Twine &what) {
  findings.push_back({property.str(), what.str()});
}

bool Evaluation::rewrites() {
  if (didRewrite)
    return *didRewrite;
  output = rewrite(input, options);
  if (!output.succeeded()) {
    refusal = std::move(output.errors);
    // If a checker rejects the output, it is rebuilt without the checker, for
    // the other properties.
    std::string unchecked = withOption(options, "verify", "false");
    output = rewrite(input, unchecked);
    isRejected = output.succeeded();
    if (isRejected)
      options = unchecked;
  }
  return *(didRewrite = output.succeeded());
}

bool Evaluation::runs() {
  if (didRun)
    return *didRun;
  func::FuncOp main = mainOf(input);
  arguments = drawArguments(main, seed);
  if (arguments.size() != main.getNumArguments())
    return *(didRun = false);
  original = execute(input, arguments, {}, [&](Value, const Tensor &tensor) {
    if (!tensor.isReal())
      return;
    for (Cell cell : tensor.cells)
      if (std::isfinite(cell.f))
        largest = std::max(largest, std::abs(cell.f));
      else
        isFinite = false;
  });
  ++tally[original.failed() ? "run: not interpreted" : "run: interpreted"];
  if (original.failed())
    ++tally["not interpreted: " + original.error];
  return *(didRun = !original.failed());
}

std::string fuzz::place(const Tensor &tensor, size_t cell) {
  return "element " + std::to_string(cell / tensor.width());
}

std::string fuzz::numberText(double value) {
  return llvm::formatv("{0}", llvm::format("%.9g", value)).str();
}

bool fuzz::isSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

std::optional<OpId> fuzz::idOf(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto location = dyn_cast<FileLineColLoc>(value.getLoc());
  if (!result || !location || isa<stablehlo::ConvertOp>(result.getOwner()))
    return std::nullopt;
  return std::make_pair(location.getLine(), result.getResultNumber());
}

ArrayRef<PropertyRow> fuzz::properties() {
  static const PropertyRow rows[] = {
      {"accepted",
       "a refusal is a located error; programs without marks are never refused",
       1, isAccepted},
      {"deterministic", "two runs give the same bytes", 10, isDeterministic},
      {"idempotent", "rewriting the output again changes nothing", 5,
       isIdempotent},
      {"range", "executed values lie in the ranges of the analysis", 1,
       rangesAreSound},
      {"finite", "what the program bounds stays finite", 1, boundedStaysFinite},
      {"overflow", "values in the format's range stay finite", 1,
       inRangeStaysFinite},
      {"meaning", "without rounding, input and output compute the same", 1,
       keepsMeaning},
      {"bits", "where nothing is lowered, no bit changes", 1, keepsBits},
      {"scale", "a scale of a power of two changes no bit in range", 1,
       scaleChangesNoBit},
      {"skip", "a skipped step keeps all states but keys", 1,
       skippedStepKeepsStates},
      {"found", "an infinite gradient is found", 2, overflowIsFound},
      {"warns", "warnings have a reason in the options or in lost values", 1,
       warnsWithReason},
      {"scaler", "scale and counters move as those of their framework", 1,
       scalerFollowsItsModel},
      {"threshold", "integers and accumulators hold the f32 step's weights", 2,
       thresholdFollowsItsRule},
      {"compiled", "each op of compiled code is within its error bound", 1,
       compiledCodeIsAccurate},
  };
  return rows;
}

std::vector<Finding> fuzz::checkAll(ModuleOp input, StringRef options,
                                    uint64_t seed, Tally &tally,
                                    CheckOptions check,
                                    OwningOpRef<ModuleOp> output) {
  Evaluation evaluation(input, options.str(), seed, tally);
  if (output)
    evaluation.setOutput(std::move(output));
  Random random(seed ^ 0x5bd1e995);
  for (const PropertyRow &row : properties()) {
    bool compiles = row.check == compiledCodeIsAccurate;
    int nth = compiles ? check.compileEveryNth : row.everyNth;
    bool isDrawn = nth > 0 && (!check.drawsSome || random.below(nth) == 0);
    if (!isDrawn || (!check.only.empty() && row.name != check.only))
      continue;
    size_t before = evaluation.findings.size();
    row.check(evaluation);
    // Findings have the name of their row, so that one row can be rerun.
    for (size_t i = before; i < evaluation.findings.size(); ++i)
      evaluation.findings[i].property = row.name.str();
  }
  return evaluation.findings;
}

std::string fuzz::keyOf(const Finding &finding) {
  // Removes numbers, names and types, which differ between programs.
  StringRef what = StringRef(finding.what).split(" against ").first;
  if (finding.property != "accepted")
    what = what.split(", element ").first;
  std::string key = finding.property + ": ";
  bool inQuotes = false;
  for (char c : what) {
    if (c == '\'' || c == '"')
      inQuotes = !inQuotes;
    else if (!inQuotes && !isdigit(c))
      key += c;
  }
  if (size_t number = key.find(" range: "); number != std::string::npos)
    key.resize(number);
  if (size_t number = key.find(" says: "); number != std::string::npos)
    key.resize(number);
  return key.substr(0, 110);
}
