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
  llvm::BitVector parameters;     ///< result of findParameters
  RangeFacts facts = {};          ///< result of pinOutOfRange
  llvm::BitVector positions = {}; ///< result of pinPositions
};

/// Applies all rules in their order.
void applyPins(PinState &state);

/// Pins every op whose body must stay f32. Operands, results and body of an op
/// have one type, so the op may be low only if each op in its body may be:
/// * the policy permits the op, by its own attributes, its name or its class;
///   an unlisted op is permitted in a reduction, and in an op that the user
///   names;
/// * constants do not overflow, and do not underflow to zero;
/// * values with known ranges fit in the format;
/// * the types may change: no bit casts, conversions, calls or unknown ops.
/// In bodies that compute in f32 regardless of the operands (linalg.generic),
/// the policy must permit the ops, and the yielded values must fit. A forced op
/// ignores lists and ranges, but not denials of the user in its body.
void pinBodies(PinState &state);

/// Pins values that are computed from random bits and scalars alone, and
/// comparisons with them, in all functions, up to ops that also use data. In 16
/// bits the bounds of distributions would change.
void pinRandom(PinState &state);

/// Pins ops that compare random values in their bodies.
void pinRandomBodies(PinState &state);

/// Pins every node that is f32 by the structure of a training step:
/// * nodes on which no contraction depends: updates, losses, statistics;
/// * nodes from the gradient marks to the state marks, contractions included;
/// * nodes before the loss mark and after the seed mark, up to a contraction;
/// * nodes on elementwise paths from the old to the new value of a state;
/// * nodes with no other users than these updates, back to a contraction;
/// * data movement from an argument to one of these, such as that of a
///   loop-carried weight: contractions that use the weight cast it.
/// Nodes that the user forces, or allows by rule or `amp.require`, are exempt.
void pinStructure(PinState &state);

/// Pins values computed from positions, counts (iota, floats converted from
/// wide integers) and constants alone: indices, angles, differences of
/// positions. Results of ops that also use data are data, as are those of
/// contractions.
void pinPositions(PinState &state);

/// Pins the computation of rounding errors, which would be zero or another
/// error:
/// * that of a cast, x - f32(bf16(x));
/// * sums with two terms that cancel, with the ops between the sum and the
///   terms: (s - sum) - x with s = sum + x (Kahan 1965), c - (c - x) (Dekker
///   1971), (x + number) - number.
void pinRoundingErrors(PinState &state);

/// Pins loop-carried accumulators, so that a scan over training steps without
/// marks rounds no weight:
/// * counters: each iteration adds a constant; or any value, if the trip count
///   reaches the integers that `compute` represents exactly;
/// * optimizer updates: the value minus an update, a decaying average, or the
///   value plus an update times a constant or a rate (computed from scalars);
/// * running statistics: sums of values that do not depend on the sum, or of
///   multiples of a difference to a carried value;
/// * products: each iteration multiplies the value, possibly after a maximum or
///   another selection; with the factors that are computed from the value.
/// Between the value and its sum, there may be data movement, selections, signs
/// and constant factors. Values computed for updates and statistics alone are
/// pinned, too.
void pinCounters(PinState &state);

/// Denies sums of squares if squares of typical values overflow `compute` (f16:
/// from 256 on): contractions of x * x with a splat constant, as in a mean;
/// results of contractions of x with itself without free dimensions; and
/// squares of unknown magnitude that a reduction sums.
void denySumsOfSquares(PinState &state);

/// Computes RangeFacts, and pins nodes with operands or results that do not fit
/// in `compute`:
/// * overflow (a mask of -1e30): values that occur or are likely to, and bounds
///   that follow from the program alone; bounds from declarations do not pin.
///   Users of such a value are pinned, unless they saturate: tanh and logistic
///   on both sides, exponential for very low values;
/// * underflow: values that are all below a few of the smallest numbers (an
///   epsilon of 1e-12, weights of 1e-8), and divisors, or operands of
///   logarithms and roots, that are nonzero in f32 but may be zero in
///   `compute`;
/// * integers that `compute` does not distinguish (positions beyond 2048 in
///   f16);
/// * angles beyond which the spacing of `compute` exceeds 1/16 radian.
/// Values computed from a seed pin nothing: loss scaling guards them.
void pinOutOfRange(PinState &state);

/// Pins ops that divide by, or take a logarithm or root of, x + epsilon or
/// max(x, epsilon), for any range of x, if epsilon does not fit in `compute`;
/// and users of such a quotient, if the quotient for x = 0 overflows.
void pinEpsilons(PinState &state);

/// Pins powers of a value from the third on, if `compute` has a smaller
/// exponent range than f32 and the power is not known to fit. The users of the
/// power and of its sums and products are pinned, too, contractions included;
/// nothing, if all users saturate (tanh in GELU). In bf16, with 8 bits of
/// precision, pins powers from the eighth on, such as an unrolled Newton
/// iteration.
void pinPowers(PinState &state);

/// Pins exponentials of unbounded contraction results, if `compute` has a
/// smaller exponent range than f32, with the users of them and of values about
/// as large, contractions included. Quotients by sums of such values, and
/// exponentials that only saturating ops use, are exempt.
void pinExponentials(PinState &state);

/// Pins arithmetic whose rounding errors a later op magnifies, back to
/// contractions, sums and arguments:
/// * differences of nearly equal values (1 - c * c) that, possibly scaled, are
///   a divisor or the operand of a logarithm or root;
/// * angles that may exceed a sixteenth of the integers that `compute`
///   represents exactly (16 in bf16, 128 in f16), with their sine or cosine.
void pinIllConditioned(PinState &state);

/// Pins values that are compared with their own maximum, minimum or k-th
/// element, because distinct values may be equal in 16 bits; and the nodes that
/// compute them, back to and including results of contractions. Comparisons
/// whose results are summed, and values of control flow, are exempt.
void pinExtremumComparisons(PinState &state);

/// Pins states of a loop that each iteration multiplies by a value from outside
/// of it (linear recurrences, averages with a decay per channel), with the
/// factor, its difference to one, and the sum. A slice of a factor per layer or
/// per step is none.
void pinDecayingStates(PinState &state);

/// Pins the values of a loop that a float comparison in its condition depends
/// on, up to operands of contractions: in 16 bits, an iteration may never come
/// within a tolerance.
void pinToleranceLoops(PinState &state);

/// Pins ops that would change data by more than they round it, with what
/// computes their operands, back to contractions and sums:
/// * differences of data that no contraction has rounded (coordinates, prices),
///   and of a prediction and such a target of the same shape; not those of a
///   prediction and its own sum or maximum;
/// * sums of such data, computed from an argument, and others but positive
///   constants: x * scale + offset;
/// * comparisons of data that no contraction has rounded;
/// * floor, ceil, round and remainder of what such data is part of.
void pinUnroundedData(PinState &state);

/// Pins sums and differences of which an exponential is computed, possibly
/// through selections, if one of them may cancel and no low contraction has
/// rounded its operands: the absolute error of the operands is the relative
/// error of the exponential. Pins sums of data and large positions (a bias per
/// position, Press et al. 2022, as BLOOM has it), with what leads from them to
/// an exponential.
void pinExponents(PinState &state);

/// Pins what ops without a description read, such as LAPACK's factorizations as
/// custom calls, with what computes it, back to operands of contractions and
/// sums: they read f32, so that 16 bits would save nothing, and K + 1e-6 I may
/// no longer be positive definite.
void pinOpaqueOperands(PinState &state);

/// Pins Horner schemes of at least three steps with constant coefficients:
/// elementary functions that the exporter expanded.
void pinPolynomials(PinState &state);

/// Returns the nodes from `data` to `chosen` that select elements by value
/// (max, min, sort, top_k), move them, or satisfy `computes`; none if `chosen`
/// does not depend on a selection from `data`.
llvm::BitVector findChoice(const SlotGraph &graph, Value chosen, Value data,
                           function_ref<bool(unsigned)> computes = nullptr);

/// Pins sums, differences, products and quotients with a splat constant whose
/// relative rounding error in `compute` exceeds 1/512: the error is the same in
/// all elements.
void pinInexactConstants(PinState &state);

/// Pins nodes by structure, except those that the user forces.
void pinNodes(SlotGraph &graph, const llvm::BitVector &nodes, StringRef why,
              bool passesDenial = false);

/// Returns true if `value` is the product of a value with itself, possibly
/// moved.
bool isSquare(Value value);

/// Returns true if a sum or difference is never small beside its operands, so
/// that it loses at most two bits: 2 - cos(x).
bool keepsDigits(const RangeAnalysis &ranges, Operation *difference);

/// Returns the value from which `value` is computed by layout ops of one
/// operand; `value` itself, if there are none.
Value findOrigin(Value value);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PINS_PINS_H
