// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The marks of a step, in program order and through calls.
#ifndef LIB_VERIFY_SCALING_MARKS_H
#define LIB_VERIFY_SCALING_MARKS_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Verify/scaling/Program.h"

namespace mlir::amp::verify {

/// One amp.gradients in one call context.
struct GradientMark {
  GradientsOp op;
  const CallFrame *frame;
  unsigned group;
};

struct Marks {
  SmallVector<StringAttr, 1> groups; ///< in the order of their first marks
  SmallVector<GradientMark> gradients;

  unsigned groupOf(StringAttr name) const {
    return llvm::find(groups, name) - groups.begin();
  }
  /// Returns true if the group has gradients, and so a scale.
  bool isScaled(unsigned group) const {
    return llvm::any_of(gradients, [&](const GradientMark &mark) {
      return mark.group == group;
    });
  }
  std::optional<unsigned> find(Operation *op, const CallFrame *frame) const;

  /// Bit of a mark. Marks from the last bit on share one bit, as
  /// docs/concepts/scaling.md documents ("no more than 32 verdicts").
  static constexpr unsigned lastBit = 31;
  static uint64_t bitOf(unsigned mark) {
    return uint64_t(1) << std::min(mark, lastBit);
  }
};

/// Reads the marks of `function`. Emits an error if a callee is recursive.
FailureOr<Marks> readMarks(Program &program, FunctionOpInterface function);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_MARKS_H
