// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counter-based generators of Salmon et al., "Parallel random numbers: as
// easy as 1, 2, 3" (SC 2011), in scalar IR.
#ifndef DIALECTS_STABLEHLO_CONVERSION_RANDOM_BLOCKCIPHERS_H
#define DIALECTS_STABLEHLO_CONVERSION_RANDOM_BLOCKCIPHERS_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

/// 128 bits in two i64.
struct Counter {
  Value low, high;
};

/// Threefry-2x32 with 20 rounds: two i32 from an i64 key and an i64 counter.
SmallVector<Value> threeFry(ImplicitLocOpBuilder &builder, Value key,
                            Value counter);
/// Philox-4x32 with 10 rounds: four i32 from an i64 key and a counter.
SmallVector<Value> philox(ImplicitLocOpBuilder &builder, Value key,
                          Counter counter);
/// Joins pairs of i32 to i64, low half first.
SmallVector<Value> joinPairs(ImplicitLocOpBuilder &builder,
                             ArrayRef<Value> words);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_RANDOM_BLOCKCIPHERS_H
