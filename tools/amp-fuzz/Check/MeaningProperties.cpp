// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Semantic equivalence without rounding, and bit equality if no op is lowered.
#include "Check/PropertyChecks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Returns true if the low type represents all constants exactly.
static bool constantsAreExact(Evaluation &e) {
  Type compute = StringRef(e.options).contains("compute=bf16")
                     ? Type(BFloat16Type::get(e.input.getContext()))
                     : Type(Float16Type::get(e.input.getContext()));
  const Format &format = formatOf(compute);
  bool exact = true;
  e.input.walk([&](stablehlo::ConstantOp op) {
    auto tensor = readConstant(op.getValue(), op.getType());
    if (tensor && tensor->isReal())
      for (Cell cell : tensor->cells)
        exact &= !std::isfinite(cell.f) || roundTo(format, cell.f) == cell.f;
  });
  e.input.walk([&](Operation *op) {
    exact &= op->getName().getStringRef() != "chlo.constant_like";
  });
  return exact;
}

/// Returns the largest deviation of each result if each op has a relative
/// error.
static std::vector<double> sensitivity(Evaluation &e, const Run &right,
                                       double noise) {
  std::vector<double> most(right.results.size(), 0);
  for (int trial = 0; trial < 3; ++trial) {
    InterpreterOptions options;
    options.rounding = Rounding::none;
    options.noise = noise * (1 + 0.3 * trial);
    Run noisy = execute(e.input, e.arguments, options);
    if (noisy.failed() || noisy.results.size() != right.results.size())
      return std::vector<double>(right.results.size(), INFINITY);
    for (auto [k, pair] :
         llvm::enumerate(llvm::zip(right.results, noisy.results)))
      for (auto [a, b] :
           llvm::zip(std::get<0>(pair).cells, std::get<1>(pair).cells)) {
        bool isReal = std::get<0>(pair).isReal();
        double off = isReal ? std::abs(a.f - b.f) : a.i != b.i ? INFINITY : 0;
        if (std::isnan(off) && !(isReal && std::isnan(a.f) && std::isnan(b.f)))
          off = INFINITY;
        most[k] = std::max(most[k], std::isnan(off) ? 0 : off);
      }
  }
  return most;
}

/// Returns the transformations that the options enable, besides precision.
static std::string meaningKind(Evaluation &e) {
  std::string kind = e.isTraining ? "step" : "program";
  for (StringRef key : {"loss-scale", "weights", "align", "reduce", "io"})
    if (!optionOf(e.options, key).empty())
      kind += (" " + key).str();
  return kind;
}

/// Compares results that may differ only by f64 rounding, due to reordering and
/// roots of scales.
static void compareMeaning(Evaluation &e, const Run &right, const Run &found) {
  std::vector<double> allowed;
  for (size_t k = 0; k < right.results.size(); ++k) {
    const Tensor &a = right.results[k], &b = found.results[k];
    if (a.cells.size() != b.cells.size())
      return e.report("meaning", "result " + Twine(k) + " has another shape");
    for (size_t i = 0; i < a.cells.size(); ++i) {
      if (a.format().isFloat() ? isSame(a.cells[i].f, b.cells[i].f)
                               : a.cells[i].i == b.cells[i].i)
        continue;
      if (allowed.empty())
        allowed = sensitivity(e, right, 1e-13);
      if (a.isReal() && std::abs(a.cells[i].f - b.cells[i].f) <=
                            100 * allowed[k] + 1e-9 * std::abs(a.cells[i].f))
        continue;
      if (!std::isfinite(allowed[k]))
        continue;
      std::string before = a.format().isFloat() ? numberText(a.cells[i].f)
                                                : std::to_string(a.cells[i].i);
      std::string after = a.format().isFloat() ? numberText(b.cells[i].f)
                                               : std::to_string(b.cells[i].i);
      return e.report("meaning", meaningKind(e) + ": result " + Twine(k) +
                                     ", " + place(a, i) + " is " + after +
                                     " instead of " + before +
                                     " before any rounding");
    }
  }
}

/// Property: with unlimited precision, the output computes the same as the
/// input. Casts, padding, scales and guards change no number.
void fuzz::keepsMeaning(Evaluation &e) {
  if (!e.rewrites() || !e.runs() || !constantsAreExact(e))
    return;
  InterpreterOptions options;
  options.rounding = Rounding::none;
  Run right = execute(e.input, e.arguments, options);
  auto arguments = extendArguments(*e.output.module, e.arguments, options);
  if (!arguments)
    return e.report("meaning",
                    "the output takes arguments that have no first values");
  Run found = execute(*e.output.module, *arguments, options);
  if (right.failed())
    return;
  if (found.failed()) {
    if (!found.wasUnsupported && !StringRef(found.error).contains("budget"))
      e.report("meaning", "the output does not run: " + found.error);
    return;
  }
  // The property "skip" covers the states of skipped steps.
  func::FuncOp main = mainOf(*e.output.module);
  for (unsigned i = 0; i < found.results.size(); ++i)
    if (auto role = main.getResultAttrOfType<StringAttr>(i, "amp.role");
        role && role.getValue() == "found_inf" && found.results[i].scalar())
      return;
  ++e.tally[e.isTraining ? "meaning of steps compared"
                         : "meaning of programs compared"];
  if (found.results.size() < right.results.size())
    return e.report("meaning", "the output has fewer results");
  compareMeaning(e, right, found);
}

/// Property: if no op is lowered, results have equal bits.
void fuzz::keepsBits(Evaluation &e) {
  if (e.isTraining || !e.rewrites() || !e.runs())
    return;
  std::string low =
      StringRef(e.options).contains("compute=bf16") ? "bf16" : "f16";
  auto uses = [&](ModuleOp module) {
    bool found = false;
    module.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto ranked = dyn_cast<RankedTensorType>(type))
          found |= low == "f16" ? ranked.getElementType().isF16()
                                : ranked.getElementType().isBF16();
    });
    return found;
  };
  if (uses(*e.output.module) || StringRef(e.options).contains("align"))
    return;
  Run again = execute(*e.output.module, e.arguments);
  if (again.failed() || again.results.size() != e.original.results.size())
    return e.report("bits", "the output does not run: " + again.error);
  for (auto [k, pair] :
       llvm::enumerate(llvm::zip(e.original.results, again.results)))
    if (!std::get<0>(pair).sameBits(std::get<1>(pair)))
      return e.report("bits", "result " + Twine(k) +
                                  " differs though nothing was lowered");
}
