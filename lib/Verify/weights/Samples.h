// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates values elementwise at sample points: every element of a tensor has
// the same value there.
#ifndef LIB_VERIFY_WEIGHTS_SAMPLES_H
#define LIB_VERIFY_WEIGHTS_SAMPLES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::amp::verify {

/// Element of a tensor: an f32, or an integer of up to 32 bits.
struct Sample {
  bool isFloat = false;
  float real = 0;
  int64_t integer = 0;

  static Sample of(float value) { return {true, value, 0}; }
  static Sample of(int64_t value) { return {false, 0, value}; }
};

/// Values at a sample point. Starts with the values of leaves.
using SampleMap = llvm::DenseMap<Value, Sample>;

/// Returns the value at the point, or none if an op is no elementwise StableHLO
/// op, no reduction of equal elements, or has an operand that is no leaf.
std::optional<Sample> evaluate(Value value, SampleMap &known);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_SAMPLES_H
