// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic that says by its form what it needs.
#ifndef LIB_PRECISION_IDIOMS_H
#define LIB_PRECISION_IDIOMS_H

#include "amp/Ranges.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Denies sums of squares that are written as products, where the squares of
/// usual numbers leave the range of `compute` (f16: from 256 on): a product of
/// x * x and a constant that is one number everywhere, as in a mean, and the
/// result of a product of x and x itself that leaves no dimension of its own.
/// Squares that go into a sum are not low anyhow: sums are denied.
void denySumsOfSquares(SlotGraph &graph, FloatType compute);

/// Takes the colour of what the program itself rounded away: x minus a copy of
/// x that went through fewer bits. In few bits it would be zero.
void pinResidues(SlotGraph &graph);

/// Takes the colour of ops that divide by, or take a logarithm or root of,
/// x + epsilon or max(x, epsilon), whatever is known of x, if `compute` does
/// not hold epsilon; and of the users of such a quotient, if `compute` does not
/// hold the quotient where x is zero.
void pinEpsilons(SlotGraph &graph, const RangeAnalysis &ranges,
                 FloatType compute);

/// The value that layout ops made this one of.
Value findOrigin(Value value);

/// Takes the colour of what a loop counts up: a carried value that each turn
/// adds a constant to, or anything, in a loop of so many turns that `compute`
/// would stop counting; and what an optimizer in a loop updates: a carried
/// value less something, a decaying average, or plus a constant times
/// something, with all that is made for these alone. So a scan of steps without
/// marks rounds no weight.
void pinCounters(SlotGraph &graph, FloatType compute);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_IDIOMS_H
