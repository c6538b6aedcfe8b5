// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %found = not(and(all_finite(%g0), all_finite(%g1)))   ==>   {%g0, %g1}
#ifndef LIB_VERIFY_SCALING_VERDICT_H
#define LIB_VERIFY_SCALING_VERDICT_H

#include "lib/Verify/scaling/Scales.h"

namespace mlir::amp::verify {

/// Meaning of a flag: true if and only if an element of a value in `tested` is
/// infinite or NaN, in any iteration and branch that computes the value. With
/// `saysFinite`, the meaning is inverted.
struct Verdict {
  struct Tested {
    Value value;
    Operation *allReduce; ///< combines the flag across devices; may be null
  };
  bool isValid = false;
  bool saysFinite = false;
  SmallVector<Tested> tested;
  Operation *unclear = nullptr; ///< op at which the analysis failed
  StringRef reason;
};

class Verdicts {
public:
  const Verdict &of(Value flag);

private:
  llvm::DenseMap<Value, std::unique_ptr<Verdict>> known;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_VERDICT_H
