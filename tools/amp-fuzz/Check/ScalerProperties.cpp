// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 2 to 4 steps, some with an overflow ==> scale and counters match the model
#include "Check/PropertyChecks.h"
#include "Check/ScalerModel.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
/// Steps of one rewritten program; each step takes the states of the previous
/// one.
class Steps {
public:
  Steps(Evaluation &e, const ScalerRow &row, SmallVector<Tensor> arguments)
      : e(e), row(row), main(mainOf(*e.output.module)),
        random(e.seed * 0x2545f4914f6cdd1dull + 3),
        arguments(std::move(arguments)) {}
  void run();

private:
  static StringRef roleOf(DictionaryAttr attributes) {
    auto role =
        attributes ? attributes.getAs<StringAttr>("amp.role") : StringAttr();
    return role ? role.getValue() : StringRef();
  }
  Tensor *argumentOf(StringRef role);
  void drawState();
  SmallVector<Tensor> poison();
  bool matches(const Run &run, bool overflows);
  bool expect(StringRef role, const Tensor &found, double wanted);
  void feedBack(const Run &run);

  Evaluation &e;
  const ScalerRow &row;
  func::FuncOp main;
  Random random;
  SmallVector<Tensor> arguments;
  ScalerState state;
};
} // namespace

Tensor *Steps::argumentOf(StringRef role) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (roleOf(main.getArgAttrDict(i)) == role)
      return &arguments[i];
  return nullptr;
}

/// Draws a state close to the events of a scaler: full windows and limits.
void Steps::drawState() {
  auto set = [&](StringRef role, double number) {
    if (Tensor *tensor = argumentOf(role)) {
      if (tensor->isReal())
        tensor->cells[0].f = number;
      else
        tensor->cells[0].i = int64_t(number);
    }
  };
  state.scale = float(std::ldexp(1.0, random.between(-1, 24)));
  state.nextScale =
      random.chance(50) ? state.scale : std::min(state.scale * 2, row.max);
  state.good = random.chance(70) ? row.window - random.between(1, 3) : 0;
  state.patience = int(random.between(1, row.patience));
  set("scale", state.scale);
  set("next_scale", state.nextScale);
  set("growth_tracker", state.good);
  set("hysteresis", state.patience);
  if (argumentOf("bad_steps"))
    set("bad_steps", state.bad = int(random.below(row.patience)));
}

/// Returns the arguments with an infinity in one argument that is not a state.
SmallVector<Tensor> Steps::poison() {
  SmallVector<Tensor> poisoned(arguments);
  for (auto [i, tensor] : llvm::enumerate(poisoned))
    if (tensor.isReal() && !main.getArgAttr(i, "amp.state")) {
      tensor.cells[0].f = INFINITY;
      break;
    }
  return poisoned;
}

bool Steps::expect(StringRef role, const Tensor &found, double wanted) {
  double number = found.isReal() ? found.cells[0].f : double(found.cells[0].i);
  if (isSame(number, wanted))
    return true;
  e.report("scaler", "scaler '" + row.name + "': " + role + " becomes " +
                         numberText(number) + " instead of " +
                         numberText(wanted));
  return false;
}

bool Steps::matches(const Run &run, bool overflows) {
  row.update(row, state, overflows);
  state.skipped += overflows;
  for (unsigned i = 0; i < run.results.size(); ++i) {
    StringRef role = roleOf(main.getResultAttrDict(i));
    std::pair<StringRef, double> model[] = {
        {"scale", state.scale},         {"next_scale", state.nextScale},
        {"growth_tracker", state.good}, {"hysteresis", state.patience},
        {"bad_steps", state.bad},       {"at_min", state.atMin},
        {"skipped", state.skipped}};
    for (auto [name, wanted] : model)
      if (role == name && !expect(role, run.results[i], wanted))
        return false;
  }
  return true;
}

/// Makes results the arguments of the next step.
void Steps::feedBack(const Run &run) {
  for (unsigned i = 0; i < run.results.size(); ++i) {
    auto name = main.getResultAttr(i, "amp.state");
    for (unsigned k = 0; name && k < main.getNumArguments(); ++k)
      if (main.getArgAttr(k, "amp.state") == name)
        arguments[k] = run.results[i];
  }
}

void Steps::run() {
  drawState();
  if (Tensor *skipped = argumentOf("skipped"))
    state.skipped = int(skipped->scalar());
  int64_t count = random.between(2, 4);
  for (int64_t step = 0; step < count; ++step) {
    SmallVector<Tensor> used = random.chance(40) ? poison() : arguments;
    Run run = execute(*e.output.module, used);
    if (run.failed())
      return;
    std::optional<bool> overflows;
    for (unsigned i = 0; i < run.results.size(); ++i)
      if (roleOf(main.getResultAttrDict(i)) == "found_inf")
        overflows = run.results[i].scalar() != 0;
    if (!overflows)
      return;
    ++e.tally[*overflows ? "steps of scalers, skipped"
                         : "steps of scalers, taken"];
    if (!matches(run, *overflows))
      return;
    feedBack(run);
  }
  ++e.tally["scalers followed for 2 to 4 steps"];
}

/// Property: scale and counters of a dynamic scaler match its framework.
void fuzz::scalerFollowsItsModel(Evaluation &e) {
  if (!e.isTraining ||
      !StringRef(optionOf(e.options, "loss-scale")).starts_with("dynamic") ||
      !e.rewrites() || !e.runs())
    return;
  const ScalerRow *row = findScalerRow(optionOf(e.options, "scaler"));
  auto arguments = extendArguments(*e.output.module, e.arguments);
  if (row && arguments)
    Steps(e, *row, std::move(*arguments)).run();
}
