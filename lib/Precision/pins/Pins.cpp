// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply(%random, 1e30)   ==>   f32, <random, …>: `random` precedes
//                                 `out-of-range`, and both override the lists
#include "lib/Precision/pins/Pins.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
/// test/Precision/pin-order.mlir has one function per row, named as the rule:
/// its op keeps the reason of the rule, although a later rule or a list says
/// otherwise.
struct PinRule {
  StringLiteral name;
  void (*apply)(PinState &);
  StringLiteral why; ///< reason for its position
};
} // namespace

// clang-format off
static constexpr PinRule rules[] = {
    {"bodies",          pinBodies,         "types of a body cannot change; denials of the user in a body outlast a force"},
    {"random",          pinRandom,         "other bounds draw other samples, also for nodes that the user forces"},
    {"random-bodies",   pinRandomBodies,   "reads the pins of `random`"},
    {"structure",       pinStructure,      "marks are statements of the user; those below are found in the arithmetic"},
    {"positions",       pinPositions,      "a counter that a loop adds to is a position first"},
    {"residues",        pinRoundingErrors,       "one op, before rules that pin what surrounds it"},
    {"counters",        pinCounters,       "an update stays f32 whatever its range is"},
    {"sums-of-squares", denySumsOfSquares, "denies: ops that infer from the sum stay f32, too; a pin by `out-of-range` keeps one node"},
    {"out-of-range",    pinOutOfRange,     "the solver may override its pins of nodes whose values fit"},
    {"epsilons",        pinEpsilons,       "for values whose range is unknown to `out-of-range`"},
    {"powers",          pinPowers,         "denies, too; bounds of `out-of-range` that do not fit say more"},
    {"exponentials",    pinExponentials,   "denies, too; as `powers`"},
    {"ill-conditioned", pinIllConditioned, "the reasons above say more"},
    {"ties",            pinExtremumComparisons,           "pins what computes the operands alone, not what reads them"},
    {"decays",          pinDecayingStates, "reasons of `counters` say more"},
    {"tolerances",      pinToleranceLoops, "pins what a loop computes; the reasons above say more"},
    {"unrounded",       pinUnroundedData,  "pins what computes the operands alone; the reasons above say more"},
    {"opaque",          pinOpaqueOperands, "pins what computes the operands alone; the reasons above say more"},
    {"exponents",       pinExponents,      "reads all pins above: an operand that is low by then has its error already"},
    {"polynomials",     pinPolynomials,    "pins steps alone, not what infers from them"},
    {"constants",       pinInexactConstants, "pins single ops; the reasons above say more"},
};
// clang-format on

void amp::precision::pinNodes(SlotGraph &graph, const llvm::BitVector &nodes,
                              StringRef why, bool passesDenial) {
  for (unsigned n : nodes.set_bits())
    if (!graph.nodes[n].isForced)
      pin(graph.nodes[n], ReasonKind::structure, why, passesDenial);
}

Value amp::precision::findOrigin(Value value) {
  while (Value moved = findMovedOperand(value.getDefiningOp()))
    value = moved;
  return value;
}

bool amp::precision::isSquare(Value value) {
  Operation *op = findOrigin(value).getDefiningOp();
  OpKind kind = namedKindOf(op);
  return kind == OpKind::square ||
         (kind == OpKind::multiply &&
          findOrigin(op->getOperand(0)) == findOrigin(op->getOperand(1)));
}

void amp::precision::applyPins(PinState &state) {
  for (const PinRule &rule : rules)
    rule.apply(state);
}
