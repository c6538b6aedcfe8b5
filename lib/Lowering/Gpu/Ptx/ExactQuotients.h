// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_EXACTQUOTIENTS_H
#define LIB_LOWERING_GPU_PTX_EXACTQUOTIENTS_H

#include "llvm/IR/PassManager.h"

namespace mlir::amp::lowering {

/// Computes correctly rounded quotients and square roots of f32 without a
/// branch for each, where a basic block has several. One branch tests whether
/// the operands of all of them are in the range for which that holds; behind it
/// is what the block computed before.
struct ExactQuotients : llvm::PassInfoMixin<ExactQuotients> {
  static constexpr llvm::StringLiteral passName = "amp-exact-quotients";

  llvm::PreservedAnalyses run(llvm::Function &kernel,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_EXACTQUOTIENTS_H
