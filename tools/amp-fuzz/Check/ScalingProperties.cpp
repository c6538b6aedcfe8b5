// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scaled and unscaled steps, skipped steps, overflow detection.
#include "Check/PropertyChecks.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
/// Run of a rewritten step, with observed underflow and overflow.
struct StepRun {
  std::optional<Run> run;
  /// True if a value is subnormal or not finite, or a cast flushes it to zero.
  bool leavesRange = false;
  /// Zeros of the 16-bit values of each op, in execution order.
  std::map<OpId, std::vector<bool>> zeros;

  bool succeeded() const { return run && !run->failed(); }
};
} // namespace

static StepRun runStep(Evaluation &e, const Rewritten &step) {
  StepRun result;
  auto arguments = extendArguments(*step.module, e.arguments);
  if (!arguments)
    return result;
  llvm::DenseMap<Value, std::vector<bool>> known; // zeros of each latest value
  auto vanishes = [&](Value value, const std::vector<bool> &zeros) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<stablehlo::ConvertOp>(op))
      return false;
    auto from = known.find(op->getOperand(0));
    if (from == known.end() || from->second.size() != zeros.size())
      return false;
    for (size_t i = 0; i < zeros.size(); ++i)
      if (zeros[i] && !from->second[i])
        return true;
    return false;
  };
  result.run = execute(
      *step.module, *arguments, {}, [&](Value value, const Tensor &tensor) {
        if (!tensor.isReal())
          return;
        double least = std::ldexp(1.0, tensor.format().minExponent);
        for (Cell cell : tensor.cells)
          result.leavesRange |= !std::isfinite(cell.f) ||
                                (cell.f != 0 && std::abs(cell.f) < least);
        std::vector<bool> zeros;
        for (Cell cell : tensor.cells)
          zeros.push_back(cell.f == 0);
        result.leavesRange |= vanishes(value, zeros);
        if (auto id = idOf(value);
            id && tensor.element.getIntOrFloatBitWidth() <= 16)
          llvm::append_range(result.zeros[*id], zeros);
        known[value] = std::move(zeros);
      });
  return result;
}

/// Returns true if numbers underflow that the scale keeps in the format's
/// range.
static bool vanishesUnscaled(const StepRun &unscaled, const StepRun &scaled) {
  return llvm::any_of(unscaled.zeros, [&](const auto &entry) {
    auto other = scaled.zeros.find(entry.first);
    if (other == scaled.zeros.end() ||
        other->second.size() != entry.second.size())
      return false;
    for (size_t i = 0; i < entry.second.size(); ++i)
      if (entry.second[i] && !other->second[i])
        return true;
    return false;
  });
}

/// Returns the types of results and operands of each op, by its location.
static std::map<OpId, SmallVector<Type>> typesOf(ModuleOp module) {
  std::map<OpId, SmallVector<Type>> types;
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (auto id = idOf(result)) {
        SmallVector<Type> all(op->getOperandTypes());
        all.push_back(result.getType());
        types.emplace(*id, all);
      }
  });
  return types;
}

/// Returns true if common ops have equal types. A value that is unscaled before
/// a nonlinear op is f32 from there on.
static bool sharesTypes(ModuleOp a, ModuleOp b) {
  auto types = typesOf(a);
  return llvm::all_of(typesOf(b), [&](const auto &entry) {
    auto found = types.find(entry.first);
    return found == types.end() || found->second == entry.second;
  });
}

static bool hasRoots(ModuleOp module) {
  bool found = false;
  module.walk([&](Operation *op) {
    StringRef name = op->getName().stripDialect();
    found |= name == "sqrt" || name == "rsqrt" || name == "cbrt" ||
             name == "power" || name == "cholesky";
  });
  return found;
}

/// Property: a power-of-two scale changes no bits of a step without overflow.
void fuzz::scaleChangesNoBit(Evaluation &e) {
  if (!e.isTraining || optionOf(e.options, "loss-scale").empty() ||
      !e.rewrites() || !e.runs() || hasRoots(e.input))
    return;
  if (!optionOf(e.options, "weights").empty() ||
      StringRef(e.options).contains("scaler="))
    return;
  Rewritten plain =
      rewrite(e.input, withOption(e.options, "loss-scale", "none"));
  if (!plain.succeeded() || !sharesTypes(*plain.module, *e.output.module))
    return;
  StepRun scaled = runStep(e, e.output), unscaled = runStep(e, plain);
  if (!scaled.succeeded() || !unscaled.succeeded() || scaled.leavesRange ||
      unscaled.leavesRange || vanishesUnscaled(unscaled, scaled))
    return;
  ++e.tally["steps compared to the bit"];
  for (auto [k, pair] :
       llvm::enumerate(llvm::zip(unscaled.run->results, scaled.run->results)))
    if (!std::get<0>(pair).sameBits(std::get<1>(pair))) {
      const Tensor &a = std::get<0>(pair), &b = std::get<1>(pair);
      for (size_t i = 0; i < a.cells.size() && a.isReal(); ++i)
        if (!isSame(a.cells[i].f, b.cells[i].f))
          return e.report("scale",
                          "result " + Twine(k) + ", " + place(a, i) + " is " +
                              numberText(b.cells[i].f) + " instead of " +
                              numberText(a.cells[i].f) + " without a scale");
      return e.report("scale", "result " + Twine(k) +
                                   " differs from the step without a scale");
    }
}

/// Returns the kinds of states that the program declares, or {} without kinds.
static SmallVector<StringRef> kindsOf(ModuleOp module) {
  SmallVector<StringRef> kinds;
  module.walk([&](Operation *op) {
    Attribute list = isa<StateOp>(op) ? op->getAttr("kinds") : Attribute();
    if (auto composite = dyn_cast<stablehlo::CompositeOp>(op);
        composite && composite.getName() == "amp.state")
      list = composite.getCompositeAttributes().get("kinds");
    if (auto array = dyn_cast_or_null<ArrayAttr>(list))
      for (Attribute kind : array)
        kinds.push_back(cast<StringAttr>(kind).getValue());
  });
  return kinds;
}

/// Property: a step that overflows keeps all states except keys and lowers the
/// scale.
void fuzz::skippedStepKeepsStates(Evaluation &e) {
  if (!e.isTraining ||
      !StringRef(optionOf(e.options, "loss-scale")).starts_with("dynamic") ||
      !e.rewrites() || !e.runs())
    return;
  func::FuncOp main = mainOf(*e.output.module);
  auto arguments = extendArguments(*e.output.module, e.arguments);
  if (!arguments)
    return;
  auto roleOf = [](DictionaryAttr attributes) {
    auto role =
        attributes ? attributes.getAs<StringAttr>("amp.role") : StringAttr();
    return role ? role.getValue() : StringRef();
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (roleOf(main.getArgAttrDict(i)) == "scale")
      (*arguments)[i].cells[0].f = 0x1p127;
  Run run = execute(*e.output.module, *arguments);
  if (run.failed())
    return;
  bool wasSkipped = false;
  for (unsigned i = 0; i < run.results.size(); ++i)
    wasSkipped |= roleOf(main.getResultAttrDict(i)) == "found_inf" &&
                  run.results[i].scalar();
  if (!wasSkipped)
    return;
  ++e.tally["skipped steps"];
  SmallVector<StringRef> kinds = kindsOf(e.input);
  for (unsigned i = 0; i < run.results.size(); ++i) {
    auto state = main.getResultAttr(i, "amp.state");
    StringRef role = roleOf(main.getResultAttrDict(i));
    if (!state)
      continue;
    for (unsigned k = 0; k < main.getNumArguments(); ++k) {
      if (main.getArgAttr(k, "amp.state") != state)
        continue;
      const Tensor &old = (*arguments)[k], &updated = run.results[i];
      bool isOwn = role.empty() || role == "shadow";
      bool isKey = i < kinds.size()
                       ? kinds[i] == "key"
                       : cast<RankedTensorType>(main.getResultTypes()[i])
                             .getElementType()
                             .isUnsignedInteger(64);
      if (isOwn && !isKey && !old.sameBits(updated))
        return e.report("skip",
                        "a skipped step changes result " + Twine(i) +
                            (i < kinds.size() ? " of kind " + kinds[i] : ""));
      if (role == "scale" && !(updated.cells[0].f <= old.cells[0].f))
        return e.report("skip", "the scale grows in a skipped step");
      if (role == "skipped" && updated.scalar() != old.scalar() + 1)
        return e.report("skip", "a skipped step is not counted");
    }
  }
}

/// Property: an infinity in a gradient sets found_inf.
void fuzz::overflowIsFound(Evaluation &e) {
  if (!e.isTraining || optionOf(e.options, "loss-scale").empty() ||
      !e.rewrites() || !e.runs())
    return;
  SmallVector<Tensor> poisoned(e.arguments);
  for (Tensor &tensor : poisoned)
    if (tensor.isReal()) {
      tensor.cells[0].f = INFINITY;
      break;
    }
  bool isBroken = false;
  Run plain =
      execute(e.input, poisoned, {}, [&](Value value, const Tensor &tensor) {
        Operation *op = value.getDefiningOp();
        auto composite = dyn_cast_or_null<stablehlo::CompositeOp>(op);
        if (op && (isa<GradientsOp>(op) ||
                   (composite && composite.getName() == "amp.gradients")))
          for (Cell cell : tensor.cells)
            isBroken |= tensor.isReal() && !std::isfinite(cell.f);
      });
  auto arguments = extendArguments(*e.output.module, poisoned);
  if (plain.failed() || !isBroken || !arguments)
    return;
  Run run = execute(*e.output.module, *arguments);
  if (run.failed())
    return;
  ++e.tally["poisoned steps"];
  func::FuncOp main = mainOf(*e.output.module);
  for (unsigned i = 0; i < run.results.size(); ++i)
    if (auto role = main.getResultAttrOfType<StringAttr>(i, "amp.role");
        role && role.getValue() == "found_inf" && !run.results[i].scalar())
      return e.report("skip", "an infinite gradient is not found");
}
