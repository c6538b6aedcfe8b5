// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of random number generators: states that advance even in a skipped step.
#ifndef LIB_VERIFY_SCALING_KEYS_H
#define LIB_VERIFY_SCALING_KEYS_H

#include "lib/Verify/scaling/Program.h"

namespace mlir::amp::verify {

enum class KeyRule {
  no,     ///< not a key: must be guarded
  either, ///< may be a key: mixed bits of integers become floats
  yes     ///< a key: must advance
};

class Keys {
public:
  explicit Keys(Program &program) : program(program) {}

  /// Classifies a state without a kind on its mark, by the uses of its old
  /// value and by the computation of its new value.
  KeyRule judge(Point old, Point updated);

private:
  Program &program;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_KEYS_H
