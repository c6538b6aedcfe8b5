// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Properties.h"
#include "amp/Ranges.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

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
  if (!didRewrite) {
    output = rewrite(input, options);
    didRewrite = output.succeeded();
  }
  return *didRewrite;
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

static std::string place(const Tensor &tensor, size_t cell) {
  return "element " + std::to_string(cell / tensor.width());
}

static std::string numberText(double value) {
  return llvm::formatv("{0}", llvm::format("%.9g", value)).str();
}

//===- Properties of the text
//-----------------------------------------------===//

/// A refusal is an error with a location; programs without marks are accepted.
static void isAccepted(Evaluation &e) {
  if (e.rewrites())
    return;
  if (e.output.errors.empty())
    return e.report("accepted", "fails without an error");
  const Diagnosed &first = e.output.errors.front();
  if (isa<UnknownLoc>(first.location))
    return e.report("accepted", "error without a location: " + first.message);
  ++e.tally[(e.isTraining ? "refused step: " : "refused: ") +
            keyOf({"", first.message})];
  // A step may be refused by the passes, but what they make not by a checker.
  StringRef said = first.message;
  bool isRejected = said.contains("breaks \"") ||
                    said.contains("is pinned to") ||
                    said.contains("expects no flow");
  if (!e.isTraining || isRejected)
    e.report("accepted",
             (isRejected ? "rejected by a checker: " : "refused: ") +
                 first.message);
}

static void isDeterministic(Evaluation &e) {
  if (!e.rewrites())
    return;
  Rewritten again = rewrite(e.input, e.options);
  if (!again.succeeded())
    e.report("deterministic",
             "a second run is refused: " + again.errors.front().message);
  else if (textOf(*again.module) != textOf(*e.output.module))
    e.report("deterministic", "a second run gives another module");
}

/// A module that the policy was applied to is left alone.
static void isIdempotent(Evaluation &e) {
  if (!e.rewrites() || e.isTraining)
    return;
  Rewritten again = rewrite(*e.output.module, e.options);
  if (!again.succeeded())
    e.report("idempotent",
             "the output is refused: " + again.errors.front().message);
  else if (textOf(*again.module) != textOf(*e.output.module))
    e.report("idempotent", "the output changes when it is rewritten again");
}

//===- Ranges
//---------------------------------------------------------------===//

/// Room for functions that are not rounded correctly everywhere.
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

/// Each executed value lies in the range that the analysis gives it.
static void rangesAreSound(Evaluation &e) {
  if (!e.runs())
    return;
  RangeAnalysis analysis(e.input);
  bool isFound = false;
  execute(e.input, e.arguments, {}, [&](Value value, const Tensor &tensor) {
    if (!isFound)
      isFound = checkRange(e, value, tensor, analysis.of(value));
  });
}

//===- Numbers
//--------------------------------------------------------------===//

/// Every real value of the program has finite ends, and constants of `--amp`'s
/// own choice are none of them.
static bool isBounded(ModuleOp module) {
  RangeAnalysis analysis(module);
  bool bounded = true;
  auto look = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && isa<FloatType>(type.getElementType()))
      bounded &= analysis.of(value).isBounded();
  };
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      look(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!isa<func::FuncOp>(op)) // arguments may be what squashing follows
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

/// What the program bounds stays finite.
static void boundedStaysFinite(Evaluation &e) {
  // What io= makes of a result is the user's choice.
  if (e.isTraining || !optionOf(e.options, "io").empty() || !e.rewrites() ||
      !e.runs() || !e.isFinite || !isBounded(e.input))
    return;
  ++e.tally["bounded programs"];
  auto arguments = extendArguments(*e.output.module, e.arguments);
  if (!arguments)
    return;
  Run lowered = execute(*e.output.module, *arguments);
  if (lowered.failed())
    return e.report("finite", "the output does not run: " + lowered.error);
  compareFiniteness(e, lowered, "a bounded program overflows");
}

/// First overflow of a 16-bit value whose f32 counterpart is small, from
/// operands that are near theirs.
namespace {
struct Seen {
  Tensor value;
  int times = 0;
};
using SeenValues =
    std::map<std::pair<unsigned, unsigned>, Seen>; // line, result
} // namespace

static std::optional<std::pair<unsigned, unsigned>> idOf(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto location = dyn_cast<FileLineColLoc>(value.getLoc());
  if (!result || !location || isa<stablehlo::ConvertOp>(result.getOwner()))
    return std::nullopt;
  return std::make_pair(location.getLine(), result.getResultNumber());
}

static bool isNear(const Tensor &a, const Tensor &b) {
  if (a.cells.size() != b.cells.size())
    return false;
  double scale = 0;
  for (Cell cell : a.cells)
    scale = std::max(scale, std::abs(cell.f));
  for (auto [x, y] : llvm::zip(a.cells, b.cells))
    if (!(std::abs(x.f - y.f) <= 0.05 * std::abs(x.f) + 1e-12 * scale))
      return false;
  return true;
}

/// Values that f16 holds in the run in f32 do not overflow when they are
/// lowered.
static void inRangeStaysFinite(Evaluation &e) {
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
        for (Value operand : value.getDefiningOp()->getOperands()) {
          auto type = dyn_cast<RankedTensorType>(operand.getType());
          if (!type || !isa<FloatType>(type.getElementType()))
            continue;
          Value from = operand;
          while (auto cast = from.getDefiningOp<stablehlo::ConvertOp>())
            from = cast.getOperand();
          auto source = idOf(from);
          if (!source || plain[*source].times != 1 ||
              !isNear(plain[*source].value, now[operand]))
            return;
        }
        e.report("finite", value.getDefiningOp()->getName().getStringRef() +
                               " overflows where f32 values are in range");
      });
}

//===- Meaning: no rounding at all
//------------------------------------------===//

/// Constants that are rounded when their users are lowered keep their values.
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

static bool isSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// Largest deviation of each result when every op has a relative error.
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

/// What the options change beside precision.
static std::string meaningKind(Evaluation &e) {
  std::string kind = e.isTraining ? "step" : "program";
  for (StringRef key : {"loss-scale", "weights", "align", "reduce", "io"})
    if (!optionOf(e.options, key).empty())
      kind += (" " + key).str();
  return kind;
}

/// Compares results that reordering and roots of scales may change by rounding
/// of f64 alone.
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

/// With unlimited precision, the output computes what the input does: casts,
/// padding, scales and guards change no number.
static void keepsMeaning(Evaluation &e) {
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
  // A step that is skipped keeps its states: another property.
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

/// Where nothing was lowered, results are the same to the bit.
static void keepsBits(Evaluation &e) {
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

//===- Scaling
//--------------------------------------------------------------===//

/// Runs a rewritten step; notes 16-bit subnormals and numbers out of range.
static std::optional<Run> runStep(Evaluation &e, const Rewritten &step,
                                  bool &leavesRange) {
  auto arguments = extendArguments(*step.module, e.arguments);
  if (!arguments)
    return std::nullopt;
  return execute(*step.module, *arguments, {},
                 [&](Value, const Tensor &tensor) {
                   if (!tensor.isReal())
                     return;
                   double least = std::ldexp(1.0, tensor.format().minExponent);
                   for (Cell cell : tensor.cells)
                     leavesRange |= !std::isfinite(cell.f) ||
                                    (cell.f != 0 && std::abs(cell.f) < least);
                 });
}

/// Types of each op, by its place in the program.
static std::map<std::pair<unsigned, unsigned>, Type> typesOf(ModuleOp module) {
  std::map<std::pair<unsigned, unsigned>, Type> types;
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (auto id = idOf(result))
        types.emplace(*id, result.getType());
  });
  return types;
}

/// What is unscaled ahead of an op that is not linear is f32 from there on.
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

/// A scale that is a power of two changes no bit of a step in range.
static void scaleChangesNoBit(Evaluation &e) {
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
  bool leavesRange = false;
  auto scaled = runStep(e, e.output, leavesRange),
       unscaled = runStep(e, plain, leavesRange);
  if (!scaled || !unscaled || scaled->failed() || unscaled->failed() ||
      leavesRange)
    return;
  ++e.tally["steps compared to the bit"];
  for (auto [k, pair] :
       llvm::enumerate(llvm::zip(unscaled->results, scaled->results)))
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

/// A step that overflows keeps every state but its keys, and lowers its scale.
static void skippedStepKeepsStates(Evaluation &e) {
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
  SmallVector<StringRef> kinds;
  e.input.walk([&](Operation *op) {
    Attribute list = isa<StateOp>(op) ? op->getAttr("kinds") : Attribute();
    if (auto composite = dyn_cast<stablehlo::CompositeOp>(op);
        composite && composite.getName() == "amp.state")
      list = composite.getCompositeAttributes().get("kinds");
    if (auto array = dyn_cast_or_null<ArrayAttr>(list))
      for (Attribute kind : array)
        kinds.push_back(cast<StringAttr>(kind).getValue());
  });
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

/// An infinity in a gradient is found.
static void overflowIsFound(Evaluation &e) {
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
  };
  return rows;
}

std::vector<Finding> fuzz::checkAll(ModuleOp input, StringRef options,
                                    uint64_t seed, Tally &tally, StringRef only,
                                    bool drawsSome,
                                    OwningOpRef<ModuleOp> output) {
  Evaluation evaluation(input, options.str(), seed, tally);
  if (output)
    evaluation.setOutput(std::move(output));
  Random random(seed ^ 0x5bd1e995);
  for (const PropertyRow &row : properties()) {
    bool isDrawn = !drawsSome || random.below(row.everyNth) == 0;
    if (!isDrawn || (!only.empty() && row.name != only))
      continue;
    size_t before = evaluation.findings.size();
    row.check(evaluation);
    // A row's findings go by its name, so that one row can be asked for again.
    for (size_t i = before; i < evaluation.findings.size(); ++i)
      evaluation.findings[i].property = row.name.str();
  }
  return evaluation.findings;
}

std::string fuzz::keyOf(const Finding &finding) {
  // Numbers, names and types differ from program to program.
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
