// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %found = not(and(all_finite(%g0), all_finite(%g1)))   ==>   {%g0, %g1}
#ifndef LIB_VERIFY_SCALING_VERDICT_H
#define LIB_VERIFY_SCALING_VERDICT_H

#include "lib/Verify/scaling/Scales.h"

namespace mlir::amp::verify {

/// Meaning of a flag: true exactly if an element of one of `tested` is infinite
/// or NaN (false exactly then, where `saysFinite`), in any iteration and branch
/// that computes them.
struct Verdict {
  struct Tested {
    Value value;
    Operation *allReduce; ///< over which the flag is combined, or null
  };
  bool isValid = false;
  bool saysFinite = false;
  SmallVector<Tested> tested;
  Operation *unclear = nullptr; ///< where the flag has another form
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
