// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses of integers as random bits.
#ifndef LIB_SCALING_RANDOMBITS_H
#define LIB_SCALING_RANDOMBITS_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::scaling {

enum class Drawing {
  no,
  unclear, ///< bits become floats, but no generator is known to mix them
  yes
};

/// Returns `yes` if bits of the old value of state `number` of `mark` reach an
/// op that draws random numbers, or a conversion of bits to floats that are
/// uniform in an interval. Uses inside the update of that state do not count.
///
///   rng_bit_generator(key)
///   bitcast_convert(or(bits, <bits of 1.0 or another power of two>))
///   convert(bits) * 2^-n, convert(bits) / 2^n, for n >= 16
///
/// A generator must have mixed the bits: rng_bit_generator, rotations that an
/// xor uses (Threefry), or several steps xor(x, shift(x)). Flags and counters
/// that xor and shifts update have no such use or no generator.
Drawing findDrawing(StateOp mark, unsigned number, const ProgramGraph &graph);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_RANDOMBITS_H
