// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executed values against ranges; absence of overflow in bounded programs.
#include "Check/PropertyChecks.h"
#include "amp/Ranges.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Tolerates the errors of functions that are not correctly rounded.
static bool isInRange(double value, const Range &range) {
  if (value >= range.lo && value <= range.hi)
    return true;
  double slack = 1e-6 * std::max(std::abs(value), 1e-30);
  return std::isfinite(value) && value >= range.lo - slack &&
         value <= range.hi + slack;
}

static bool checkRange(Evaluation &e, Value value, const Tensor &tensor,
                       const Range &range) {
  if (!tensor.isReal() && tensor.format().isFloat())
    return false;
  for (size_t i = 0; i < tensor.cells.size(); ++i) {
    double number = tensor.isReal() ? tensor.cells[i].f
                    : tensor.format().kind == Kind::unsignedInteger
                        ? double(uint64_t(tensor.cells[i].i))
                        : double(tensor.cells[i].i);
    if (std::isnan(number))
      continue;
    if (std::isnan(range.lo) || std::isnan(range.hi)) {
      e.report("range", "an end of a range is NaN");
      return true;
    }
    std::string why;
    if (!isInRange(number, range))
      why = "lies outside of its range";
    else if (number != 0 && std::abs(number) < range.least * (1 - 1e-6))
      why = "is nearer to zero than its range says";
    else if (range.isInteger && std::isfinite(number) &&
             number != std::floor(number))
      why = "is no whole number, as its range says";
    if (why.empty())
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    range.print(os);
    StringRef op = value.getDefiningOp()
                       ? value.getDefiningOp()->getName().getStringRef()
                       : StringRef("an argument");
    e.report("range", op + ": a value " + why + ": " + numberText(number) +
                          " against [" + numberText(range.lo) + ", " +
                          numberText(range.hi) + "], " + text);
    return true;
  }
  return false;
}

/// Property: each executed value lies in its range of the analysis.
void fuzz::rangesAreSound(Evaluation &e) {
  if (!e.runs())
    return;
  RangeAnalysis analysis(e.input);
  bool isFound = false;
  execute(e.input, e.arguments, {}, [&](Value value, const Tensor &tensor) {
    if (!isFound)
      isFound = checkRange(e, value, tensor, analysis.of(value));
  });
}

/// Returns true if each real value has a finite range. Ranges derived from
/// declared inputs must also fit the compute format: sums of such inputs are
/// lowered until the analysis shows an overflow.
static bool isBounded(ModuleOp module, StringRef options) {
  RangeAnalysis analysis(module);
  bool bounded = true;
  double largest = optionOf(options, "compute") == "f16" ? 0x1p15 : 0x1p126;
  auto look = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && isa<FloatType>(type.getElementType()))
      bounded &= analysis.of(value).isBounded() &&
                 (!analysis.of(value).isDeclared ||
                  analysis.of(value).most() <= largest);
  };
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      look(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!isa<func::FuncOp>(op)) // only their squashed copies may be bounded
          for (Value argument : block.getArguments())
            look(argument);
  });
  return bounded;
}

static void compareFiniteness(Evaluation &e, const Run &lowered,
                              StringRef why) {
  for (auto [k, pair] :
       llvm::enumerate(llvm::zip(e.original.results, lowered.results))) {
    const auto &[plain, low] = pair;
    if (!plain.isReal() || plain.cells.size() != low.cells.size())
      continue;
    for (size_t i = 0; i < plain.cells.size(); ++i)
      if (std::isfinite(plain.cells[i].f) && !std::isfinite(low.cells[i].f))
        return e.report("finite",
                        why + ": result " + Twine(k) + ", " + place(plain, i) +
                            " is " + numberText(low.cells[i].f) +
                            " instead of " + numberText(plain.cells[i].f));
  }
}

/// Property: in a bounded program, results stay finite.
void fuzz::boundedStaysFinite(Evaluation &e) {
  // The effect of io= on a result is the user's responsibility.
  if (e.isTraining || !optionOf(e.options, "io").empty() || !e.rewrites() ||
      !e.runs() || !e.isFinite || !isBounded(e.input, e.options))
    return;
  ++e.tally["bounded programs"];
  auto arguments = extendArguments(*e.output.module, e.arguments);
  if (!arguments)
    return;
  Run lowered = execute(*e.output.module, *arguments);
  // The casts of the output may exceed a budget that the input barely met.
  if (StringRef(lowered.error).contains("budget is spent"))
    return void(++e.tally["bounded: not interpreted, budget is spent"]);
  if (lowered.failed())
    return e.report("finite", "the output does not run: " + lowered.error);
  compareFiniteness(e, lowered, "a bounded program overflows");
}

/// First overflow of a 16-bit value although its f32 counterpart is small and
/// its operands are close to their counterparts.
namespace {
struct Seen {
  Tensor value;
  int times = 0;
};
using SeenValues =
    std::map<std::pair<unsigned, unsigned>, Seen>; // line, result
} // namespace

static bool isNear(const Tensor &a, const Tensor &b, double share) {
  if (a.cells.size() != b.cells.size())
    return false;
  double scale = 0;
  for (Cell cell : a.cells)
    scale = std::max(scale, std::abs(cell.f));
  for (auto [x, y] : llvm::zip(a.cells, b.cells))
    if (!(std::abs(x.f - y.f) <= share * std::abs(x.f) + 1e-12 * scale))
      return false;
  return true;
}

/// Property: if all values of the f32 run fit f16, lowered values do not
/// overflow.
void fuzz::inRangeStaysFinite(Evaluation &e) {
  if (e.isTraining || !e.rewrites() || !e.runs() || !e.isFinite ||
      e.largest > 60000)
    return;
  auto arguments = extendArguments(*e.output.module, e.arguments);
  if (!arguments)
    return;
  ++e.tally["programs in range"];
  SeenValues plain;
  execute(e.input, e.arguments, {}, [&](Value value, const Tensor &tensor) {
    if (auto id = idOf(value); id && tensor.isReal()) {
      Seen &seen = plain[*id];
      ++seen.times;
      seen.value = tensor;
    }
  });
  llvm::DenseMap<Value, Tensor> now;
  bool isDone = false;
  Run run = execute(
      *e.output.module, *arguments, {}, [&](Value value, const Tensor &tensor) {
        if (isDone || !tensor.isReal())
          return;
        now[value] = tensor;
        if (llvm::all_of(tensor.cells,
                         [](Cell cell) { return std::isfinite(cell.f); }))
          return;
        isDone = true;
        auto id = idOf(value);
        if (!id || plain[*id].times != 1)
          return;
        // Rounding can make a matrix singular.
        double share =
            isa<stablehlo::CholeskyOp>(value.getDefiningOp()) ? 0 : 0.05;
        for (Value operand : value.getDefiningOp()->getOperands()) {
          auto type = dyn_cast<RankedTensorType>(operand.getType());
          if (!type || !isa<FloatType>(type.getElementType()))
            continue;
          Value from = operand;
          while (auto cast = from.getDefiningOp<stablehlo::ConvertOp>())
            from = cast.getOperand();
          auto source = idOf(from);
          if (!source || plain[*source].times != 1 ||
              !isNear(plain[*source].value, now[operand], share))
            return;
        }
        e.report("finite", value.getDefiningOp()->getName().getStringRef() +
                               " overflows where f32 values are in range");
      });
}
