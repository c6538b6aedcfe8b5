// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rejections, determinism, idempotence.
#include "Check/PropertyChecks.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Property: rejections are errors with a location and occur only with marks.
void fuzz::isAccepted(Evaluation &e) {
  if (e.rewrites() && !e.isRejected)
    return;
  if (e.refusal.empty())
    return e.report("accepted", "fails without an error");
  const Diagnosed &first = e.refusal.front();
  if (isa<UnknownLoc>(first.location))
    return e.report("accepted", "error without a location: " + first.message);
  ++e.tally[(e.isTraining ? "refused step: " : "refused: ") +
            keyOf({"", first.message})];
  // A pass may reject a step, but a checker must not reject the passes' output.
  if (e.isRejected)
    ++e.tally["rejected by a checker, other properties checked without it"];
  // Results that overflow the type of io= are the user's responsibility.
  bool isChoice = StringRef(first.message).contains("at its interface (io=");
  if ((!e.isTraining && !isChoice) || e.isRejected)
    e.report("accepted",
             (e.isRejected ? "rejected by a checker: " : "refused: ") +
                 first.message);
}

void fuzz::isDeterministic(Evaluation &e) {
  if (!e.rewrites())
    return;
  Rewritten again = rewrite(e.input, e.options);
  if (!again.succeeded())
    e.report("deterministic",
             "a second run is refused: " + again.errors.front().message);
  else if (textOf(*again.module) != textOf(*e.output.module))
    e.report("deterministic", "a second run gives another module");
}

/// Property: the passes do not change a module that has the policy applied.
void fuzz::isIdempotent(Evaluation &e) {
  if (!e.rewrites() || e.isTraining)
    return;
  Rewritten again = rewrite(*e.output.module, e.options);
  if (!again.succeeded())
    e.report("idempotent",
             "the output is refused: " + again.errors.front().message);
  else if (textOf(*again.module) != textOf(*e.output.module))
    e.report("idempotent", "the output changes when it is rewritten again");
}

namespace {
/// Warning with the option value under which it may occur. An empty value means
/// that the option is absent.
struct WarningRow {
  StringLiteral text, option, value;
};
} // namespace

// clang-format off
static const WarningRow warnings[] = {
    // constants that underflow to zero in the low type
    {"constant underflows", "", ""},
    // einsum and dot have no precision attribute for f32=
    {"may be cut to TF32 on a GPU all the same", "f32", "*"},
    // rules of presets name ops that only whole models have
    {"matches no op that handles f32", "preset", "*"},
    {"matches no op that handles f32", "reduce", "*"},
    // f16 gradients without a loss scale
    {"loses gradients below", "loss-scale", ""},
};
// clang-format on

/// Property: warnings occur for lost values or options without effect only.
void fuzz::warnsWithReason(Evaluation &e) {
  if (!e.rewrites())
    return;
  for (const Diagnosed &warning : e.output.warnings) {
    bool isKnown = llvm::any_of(warnings, [&](const WarningRow &row) {
      StringRef value = optionOf(e.options, row.option);
      return StringRef(warning.message).contains(row.text) &&
             (row.value == "*" ? !value.empty() : value == row.value);
    });
    if (!isKnown)
      return e.report("warns", warning.message);
  }
}
