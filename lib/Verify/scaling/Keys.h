// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of random number generators: states that advance in a skipped step.
#ifndef LIB_VERIFY_SCALING_KEYS_H
#define LIB_VERIFY_SCALING_KEYS_H

#include "lib/Verify/scaling/Program.h"

namespace mlir::amp::verify {

enum class KeyRule {
  no,     ///< has to be guarded
  either, ///< integers whose mixed bits become floats in some form
  yes     ///< has to advance
};

class Keys {
public:
  explicit Keys(Program &program) : program(program) {}

  /// Judges a state whose mark does not say its kind, from the uses of its old
  /// value and from what its new value is computed from.
  KeyRule judge(Point old, Point updated);

private:
  Program &program;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_KEYS_H
