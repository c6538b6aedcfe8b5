// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_SOLUTION_CERTIFICATE_H
#define LIB_VERIFY_SOLUTION_CERTIFICATE_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Verify/solution/PricedProgram.h"

namespace mlir::amp::verify {

/// Reason for the pin of a variable, as encoded in `flow_pins`.
enum class Pin : int8_t {
  free,
  list,
  rule,
  structure,
  range,
  path,
  given,
  forced,
  low,
  body
};
constexpr int8_t strictBit = 16;

/// Terms of an operand in `flow_edges`: 2 * kind + (1 for the low format) for a
/// cost that the users of a value share, or one of the last two.
enum class Shared : unsigned { conversion, memory, peak };
constexpr unsigned productTerm = 6, lowOnlyWithTerm = 7;
constexpr int64_t numTerms = 8;

/// `amp.solution` with the arrays that prove the assignment optimal.
struct Certificate {
  const Chip *chip;
  int64_t time;
  std::optional<int64_t> f32, flow;
  bool isProof; ///< the arrays are present
  ArrayRef<int64_t> edges;
  ArrayRef<int32_t> exact;
  ArrayRef<int8_t> pins;

  /// Diagnoses entries that are missing, of another type, or unexpected.
  static FailureOr<Certificate> read(ModuleOp module, DictionaryAttr solution);

  Pin pinOf(unsigned variable) const {
    return static_cast<Pin>(pins[variable] & ~strictBit);
  }
};

struct PinCounts {
  size_t rechecked = 0, trusted = 0;
};

/// Checks that there is one pin per variable, that the program obeys it, and
/// that the policy justifies the pins of lists and of force; others are counted
/// as trusted. Checks that exact groups consist of a maximum or minimum and the
/// comparisons of its result, or begin with data movement (counted as trusted,
/// too).
FailureOr<PinCounts> checkPins(ModuleOp module, const PricedProgram &program,
                               const Certificate &certificate,
                               PolicyAttr policy);

/// Returns the contractions that the certificate prices without TF32.
OpSet findStrict(const PricedProgram &program, const Certificate &certificate);

/// Checks that the program takes `time`, and that the flow proves that no other
/// assignment under these pins takes less.
LogicalResult checkTime(ModuleOp module, const PricedProgram &program,
                        const Certificate &certificate, FloatType compute);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SOLUTION_CERTIFICATE_H
