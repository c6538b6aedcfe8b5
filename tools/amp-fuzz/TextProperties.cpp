// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refusals, determinism, idempotence.
#include "PropertyChecks.h"

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
