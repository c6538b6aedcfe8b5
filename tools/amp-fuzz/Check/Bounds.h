// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error bounds of single ops in compiled code, for their actual operands.
#ifndef TOOLS_FUZZ_CHECK_BOUNDS_H
#define TOOLS_FUZZ_CHECK_BOUNDS_H

#include "Interpret/Interpreter.h"

namespace mlir::amp::fuzz {

/// Rules for comparing a result with the exact result.
enum class Rule {
  exact,    ///< equal bits: data movement, selection, integers
  rounded,  ///< the f64 value, computed in f32 or wider, rounded once
  function, ///< like `rounded`, plus ULPs of f32
  sum,      ///< K additions in any order with unit roundoff u:
            ///< error of at most K u times the sum of magnitudes
};

/// Error bound of an op; nullopt if no bound is known.
struct Bound {
  Rule rule;
  double units = 0; ///< Rule::function: ULPs of f32
};
std::optional<Bound> boundOf(Operation *op);

/// Compares `found`, computed for `result` by compiled code, with the result of
/// the interpreter for the operands in `environment`. Returns an error message,
/// "" for an accurate result, or nullopt if no bound applies.
std::optional<std::string> judge(ModuleOp module, OpResult result,
                                 const Tensor &found,
                                 const Interpreter::Environment &environment);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_CHECK_BOUNDS_H
