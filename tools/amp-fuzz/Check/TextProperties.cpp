// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refusals, determinism, idempotence.
#include "Check/PropertyChecks.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// A refusal is an error with a location; programs without marks are accepted.
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
  // A step may be refused by the passes, but what they make not by a checker.
  if (e.isRejected)
    ++e.tally["rejected by a checker, other properties checked without it"];
  // Results that io= cannot hold are the user's choice.
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

/// A module that the policy was applied to is left alone.
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
/// A warning, and the options under which it may occur; an empty value stands
/// for an absent option.
struct WarningRow {
  StringLiteral text, option, value;
};
} // namespace

// clang-format off
static const WarningRow warnings[] = {
    // constants that the low type flushes to zero lose their values
    {"constant underflows", "", ""},
    // einsum and dot have no attribute for the precision of f32=
    {"may be cut to TF32 on a GPU all the same", "f32", "*"},
    // rules of presets name ops of whole models
    {"matches no op that handles f32", "preset", "*"},
    {"matches no op that handles f32", "reduce", "*"},
    // gradients of f16 without a scale
    {"loses gradients below", "loss-scale", ""},
};
// clang-format on

/// Warnings occur where values are lost or options ask for what is not there.
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
