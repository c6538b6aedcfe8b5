// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threshold weights compared with the f32 step, in exact arithmetic.
#include "Check/PropertyChecks.h"
#include "dialects/amp/IR/Amp.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
struct Option {
  std::string text;
  int64_t largest;
  bool isDevice;
};

/// States by name.
using States = llvm::StringMap<Tensor>;
} // namespace

static Option drawOption(uint64_t seed) {
  Random random(seed ^ 0x7e57ed);
  int64_t bits = random.between(2, 8);
  Option option{"threshold:" + std::to_string(bits),
                (int64_t(1) << (bits - 1)) - 1, random.chance(25)};
  static const StringRef ranges[] = {"", ",range=1", ",range=0.1", ",range=3"};
  option.text += ranges[random.below(4)];
  if (random.chance(50))
    option.text += ",scale=channel";
  if (option.isDevice)
    option.text += random.chance(50) ? ",device=pcm"
                                     : ",device=pcm,refresh-steps=1,drift=0";
  return option;
}

/// Returns false if the program was rejected. Reports rejections by a checker.
static bool isMade(Evaluation &e, const Rewritten &made, StringRef options) {
  if (made.succeeded())
    return true;
  for (const Diagnosed &error : made.errors)
    if (!StringRef(error.message).starts_with("expects") ||
        isa<UnknownLoc>(error.location)) {
      e.report("threshold",
               "with " + options + ": " + StringRef(error.message));
      return false;
    }
  ++e.tally["threshold: refused"];
  return false;
}

static StringRef stateOf(DictionaryAttr attributes) {
  auto state = attributes ? attributes.getAs<StringAttr>("amp.state") : nullptr;
  return state ? state.getValue() : StringRef();
}

/// Runs @NAME_init_weights on the f32 weights among `arguments`.
static std::optional<States> runInitializer(ModuleOp module,
                                            ArrayRef<Tensor> arguments) {
  func::FuncOp main = mainOf(module);
  auto init = module.lookupSymbol<func::FuncOp>(
      (main.getName() + "_init_weights").str());
  if (!init)
    return std::nullopt;
  SmallVector<Tensor> taken;
  for (unsigned i = 0; i < init.getNumArguments(); ++i)
    for (unsigned k = 0; k < arguments.size(); ++k)
      if (stateOf(main.getArgAttrDict(k)) == stateOf(init.getArgAttrDict(i)))
        taken.push_back(arguments[k]);
  Interpreter interpreter(module, {});
  if (taken.size() != init.getNumArguments())
    return std::nullopt;
  Interpreter::Values first = interpreter.run(init, taken);
  if (interpreter.failed())
    return std::nullopt;
  States states;
  for (auto [i, tensor] : llvm::enumerate(first))
    states[stateOf(init.getResultAttrDict(i))] = tensor;
  return states;
}

/// Returns the scale of the element's channel. The dimensions of the scale are
/// a subsequence of the dimensions of the weight.
static double scaleAt(const Tensor &scale, ArrayRef<int64_t> channels,
                      ArrayRef<int64_t> index) {
  int64_t linear = 0;
  for (auto [size, dim] : llvm::zip_equal(scale.shape, channels))
    linear = linear * size + index[dim];
  return scale.cells[linear].f;
}

/// Returns the dimensions along which the step broadcasts a scale.
static SmallVector<int64_t> channelsOf(func::FuncOp main, unsigned argument) {
  for (Operation *user : main.getArgument(argument).getUsers())
    if (auto dims =
            user->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
      return SmallVector<int64_t>(dims.asArrayRef());
  return {};
}

static bool isNear(double a, double b, double size) {
  return std::abs(a - b) <= 1e-9 * (size + 1e-300) || (a == b);
}

namespace {
/// One weight before and after a step.
struct Moved {
  const Tensor &before, &after, &chi0, &chi1, &scale, &updated;
  SmallVector<int64_t> channels;
};
} // namespace

/// Verifies that n1 * epsilon + chi1 equals the f32 step from n0 * epsilon,
/// plus chi0. The remainder is below a quantum unless the weight is saturated.
static std::string findBreach(const Moved &w, int64_t largest) {
  std::string breach;
  forEach(w.after.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    double epsilon = scaleAt(w.scale, w.channels, index);
    double n = w.after.cells[i].i, chi = w.chi1.cells[i].f;
    double expected = w.updated.cells[i].f + w.chi0.cells[i].f;
    double size = std::abs(n * epsilon) + std::abs(chi) + std::abs(expected) +
                  std::abs(w.updated.cells[i].f);
    bool isEnd = std::abs(n) == largest && (chi > 0) == (n > 0);
    bool isSum = isNear(n * epsilon + chi, expected, size);
    bool isLess = std::abs(chi) < epsilon * (1 + 1e-9) || isEnd;
    if (breach.empty() && (!isSum || !isLess || std::abs(n) > largest))
      breach = "element " + std::to_string(i) + " has " + numberText(n) +
               " quanta of " + numberText(epsilon) + " and " + numberText(chi) +
               ", not " + numberText(expected);
  });
  return breach;
}

static bool isFinite(const Tensor &tensor) {
  return !tensor.isReal() || llvm::all_of(tensor.cells, [](Cell cell) {
    return std::isfinite(cell.f);
  });
}

/// Runs both steps without rounding and compares them.
static void compareSteps(Evaluation &e, const Rewritten &made,
                         const Option &option) {
  auto states = runInitializer(*made.module, e.arguments);
  if (!states)
    return;
  func::FuncOp main = mainOf(*made.module);
  SmallVector<Tensor> stored, wide(e.arguments);
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto found = states->find(stateOf(main.getArgAttrDict(i)));
    if (found == states->end() && i >= wide.size())
      return;
    stored.push_back(found == states->end() ? wide[i] : found->second);
    if (found == states->end() || i >= wide.size())
      continue;
    StringRef name = found->first();
    unsigned scale = 0;
    while (stateOf(main.getArgAttrDict(scale)) != (name + ".epsilon").str())
      ++scale;
    SmallVector<int64_t> channels = channelsOf(main, scale);
    const Tensor &epsilon = (*states)[(name + ".epsilon").str()];
    forEach(wide[i].shape, [&](ArrayRef<int64_t> index, int64_t k) {
      wide[i].cells[k].f =
          found->second.cells[k].i * scaleAt(epsilon, channels, index);
    });
  }
  InterpreterOptions exact;
  exact.rounding = Rounding::none;
  Run plain = execute(e.input, wide, exact);
  Run run = execute(*made.module, stored, exact);
  if (plain.failed() || run.failed() ||
      !llvm::all_of(plain.results, isFinite) ||
      !llvm::all_of(run.results, isFinite))
    return;
  ++e.tally["threshold: steps compared"];
  auto resultOf = [&](StringRef state) -> const Tensor & {
    unsigned i = 0;
    while (stateOf(main.getResultAttrDict(i)) != state)
      ++i;
    return run.results[i];
  };
  for (unsigned r = 0; r < plain.results.size(); ++r) {
    const Tensor &a = plain.results[r], &b = run.results[r];
    StringRef name = stateOf(main.getResultAttrDict(r));
    std::string chi = (name + ".chi").str(),
                epsilon = (name + ".epsilon").str();
    if (name.empty() || !states->count(chi)) {
      for (size_t i = 0; i < a.cells.size() && a.isReal(); ++i)
        if (!isNear(a.cells[i].f, b.cells[i].f,
                    1e3 * (std::abs(a.cells[i].f) + e.largest)))
          return e.report("threshold", "with " + option.text + ": result " +
                                           Twine(r) + " is another one");
      continue;
    }
    unsigned argument = 0;
    while (stateOf(main.getArgAttrDict(argument)) != epsilon)
      ++argument;
    ++e.tally["threshold: weights compared"];
    std::string breach =
        findBreach({(*states)[name], b, (*states)[chi], resultOf(chi),
                    (*states)[epsilon], a, channelsOf(main, argument)},
                   option.largest);
    if (!breach.empty())
      return e.report("threshold", "with " + option.text + ": state '" + name +
                                       "', " + breach);
  }
}

void fuzz::thresholdFollowsItsRule(Evaluation &e) {
  if (!e.isTraining || !e.runs() || StringRef(e.options).contains("align="))
    return;
  Option option = drawOption(e.seed);
  std::string options = withOption(e.options, "weights", option.text);
  if (!isMade(e, rewrite(e.input, options), options))
    return;
  ++e.tally["threshold: accepted"];
  Rewritten made =
      rewrite(e.input, "compute=f32 loss-scale=none weights=" + option.text);
  if (isMade(e, made, option.text) && !option.isDevice)
    compareSteps(e, made, option);
}
