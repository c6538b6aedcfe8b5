// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error bounds of single ops in compiled code, from their actual operands.
#ifndef TOOLS_FUZZ_CHECK_BOUNDS_H
#define TOOLS_FUZZ_CHECK_BOUNDS_H

#include "Interpret/Interpreter.h"

namespace mlir::amp::fuzz {

/// Rules by which a result is judged.
enum class Rule {
  exact,    ///< the same bits: movement, choices, integers
  rounded,  ///< the f64 value, computed in f32 or wider, rounded once
  function, ///< as `rounded`, with units in the last place of f32 besides
  sum,      ///< K additions in any order, u = half a unit in the last place:
            ///< at most K u times the sum of magnitudes
};

/// Judgement of an op; none if no bound is known for it.
struct Bound {
  Rule rule;
  double units = 0; ///< Rule::function: in the last place of f32
};
std::optional<Bound> boundOf(Operation *op);

/// Compares `found`, which compiled code computed for `result`, with the value
/// that follows from the operands in `environment`. Returns an error message,
/// an empty string for an accurate value, or nothing if no bound applies.
std::optional<std::string> judge(ModuleOp module, OpResult result,
                                 const Tensor &found,
                                 const Interpreter::Environment &environment);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_CHECK_BOUNDS_H
