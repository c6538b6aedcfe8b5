// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that keep nodes f32, regardless of the lists of the policy. The order
// of the table in Pins.cpp is their precedence: a pinned node keeps the reason
// of the first rule that pins it, and later rules see it as f32.
#ifndef LIB_PRECISION_PINS_PINS_H
#define LIB_PRECISION_PINS_PINS_H

#include "lib/Precision/Range.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Input of the rules, and the facts that they establish.
struct PinState {
  SlotGraph &graph;
  const ProgramGraph &program;
  PolicyAttr policy;
  const RangeAnalysis &ranges;
  const Magnitudes &magnitudes;
  FloatType compute;
  llvm::BitVector parameters; ///< of findParameters
  RangeFacts facts = {};      ///< of pinOutOfRange
};

/// Applies all rules in their order.
void applyPins(PinState &state);

/// Pins every op whose body must stay f32. Operands, results and body of an op
/// have one type, so the op may be low only if each op in its body may be:
/// * the policy permits the op, by its own attributes, its name or its class;
///   an op that no list names follows a reduction, and an op that the user
///   names;
/// * the format holds the constants, none of which becomes infinite or zero;
/// * the format holds the values, as far as their ranges are known;
/// * the types may change: no bit casts, conversions, calls or unknown ops.
/// Bodies that compute in f32 whatever the op reads (linalg.generic) answer to
/// the policy, and the format holds what they yield. A forced op ignores lists
/// and ranges, but not what the user denies inside.
void pinBodies(PinState &state);

/// Pins values that are computed from random bits and scalars alone, in all
/// functions, up to ops that also read data: bounds in 16 bits would be other
/// bounds; and comparisons with them.
void pinRandom(PinState &state);

/// Pins ops that compare random values in their bodies.
void pinRandomBodies(PinState &state);

/// Pins every node that is f32 by the structure of a training step:
/// * what no contraction comes after: updates, losses, statistics;
/// * from the gradient marks to the state marks, contractions included;
/// * before the loss mark and after the seed mark, up to a contraction;
/// * what nothing but the gradient marks reads, back to a contraction;
/// * an argument on its way to one of these through what moves values, such as
///   a weight that a loop carries: contractions that read it cast it.
/// Nodes with a force, rule or requirement of the user keep their colour.
void pinStructure(PinState &state);

/// Pins what is computed from positions and counts (counters along a dimension,
/// wide integers converted to floats) and constants alone: indices, angles,
/// differences of positions. What an op computes from these and data is data, in
/// products too.
void pinPositions(PinState &state);

/// Pins x minus a copy of x that went through fewer bits: it would be zero.
void pinResidues(PinState &state);

/// Pins what a loop counts up: a carried value that each iteration adds a
/// constant to, or anything, in a loop of so many iterations that `compute`
/// would stop counting; what an optimizer in a loop updates: a carried value
/// less something, a decaying average, or plus a constant times something; and
/// running statistics: sums of what does not depend on the sum, or of multiples
/// of a difference to a carried value; with all that is made for these alone.
/// So a scan of steps without marks rounds no weight. Pins what a loop
/// multiplies, maybe after a maximum or another choice, and the factors that it
/// computes of such a value.
void pinCounters(PinState &state);

/// Denies sums of squares that are written as products, where the squares of
/// usual numbers leave the range of `compute` (f16: from 256 on): a product of
/// x * x and a constant that is one number everywhere, as in a mean, and the
/// result of a product of x and x itself that leaves no dimension of its own.
/// And squares of unknown size that a reduction sums.
void denySumsOfSquares(PinState &state);

/// Finds RangeFacts, and pins every node that reads or makes values that
/// `compute` cannot hold:
/// * values beyond its largest number (a mask of -1e30), where they occur or
///   are likely to, or where the program alone bounds them and the bound does
///   not fit; bounds that follow from declarations are merely possible. An op
///   that computes such a value in f32 is followed by ops that read it in f32,
///   unless they saturate: tanh and logistic at either end, exponential of what
///   is very low;
/// * values that all lie below a few of its smallest ones (an epsilon of 1e-12,
///   weights of 1e-8), and divisors, or arguments of logarithms and roots, that
///   f32 keeps from zero and `compute` would not;
/// * integers that it cannot tell apart (positions beyond 2048 in f16);
/// * angles beyond which it has no sixteenth of a radian.
/// Loss scaling guards values computed from a seed; they pin nothing.
void pinOutOfRange(PinState &state);

/// Pins ops that divide by, or take a logarithm or root of, x + epsilon or
/// max(x, epsilon), whatever is known of x, if `compute` does not hold epsilon;
/// and users of such a quotient, if `compute` does not hold the quotient where
/// x is zero.
void pinEpsilons(PinState &state);

/// Pins products of three factors of one value and more, where `compute` has
/// fewer exponents than f32 and is not known to hold the product: with the ops
/// that read the product or what sums and multiplies it, contractions included;
/// not where all of them saturate (GELU's tanh). In a format of eight digits,
/// products of eight factors and more, such as Newton's iteration written out.
void pinPowers(PinState &state);

/// Pins exponentials of the results of contractions that nothing bounds, where
/// `compute` has fewer exponents than f32: with the ops that read them or what
/// is about as large, contractions included; not behind a division by the sum
/// of such values, nor where ops that saturate read them.
void pinExponentials(PinState &state);

/// Pins arithmetic whose rounding errors an op magnifies, up to contractions,
/// sums and arguments:
/// * differences of values that may be near each other (1 - c * c), if a
///   division by them, or a logarithm or root of them, follows, also behind
///   factors;
/// * angles that may exceed a sixteenth of the integers that `compute` holds
///   (16 in bf16, 128 in f16), with the sine or cosine that reads them.
void pinIllConditioned(PinState &state);

/// Pins values that are compared with their own maximum, minimum or k-th
/// element, and what computes them, up to contractions, whose results are
/// pinned: distinct values would be equal in 16 bits. Not where a sum counts
/// the equal ones, nor what control flow computes.
void pinTies(PinState &state);

/// Pins Horner's schemes of at least three steps with constant coefficients:
/// elementary functions that the exporter of a program wrote out.
void pinPolynomials(PinState &state);

/// Returns the nodes that move and choose elements of `data`, by their size, up
/// to `chosen`, and those of `computes` between; none if `chosen` is not
/// computed from such elements.
llvm::BitVector findChoice(const SlotGraph &graph, Value chosen, Value data,
                           function_ref<bool(unsigned)> computes = nullptr);

/// Pins sums, differences, products and quotients with a constant that is one
/// number everywhere, and that `compute` changes by more than 1/512: the error
/// is the same in all elements.
void pinInexactConstants(PinState &state);

/// Returns the value that layout ops made this one of.
Value findOrigin(Value value);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PINS_PINS_H
