// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_EXACTQUOTIENTS_H
#define LIB_LOWERING_GPU_PTX_EXACTQUOTIENTS_H

#include "llvm/IR/PassManager.h"

namespace mlir::amp::lowering {

/// Computes correctly rounded f32 quotients and square roots without a branch
/// for each, if a basic block has several. One branch tests whether all
/// operands are in the range for which the fast sequences are exact. Otherwise,
/// the original instructions execute.
struct ExactQuotients : llvm::PassInfoMixin<ExactQuotients> {
  static constexpr llvm::StringLiteral passName = "amp-exact-quotients";

  llvm::PreservedAnalyses run(llvm::Function &kernel,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_EXACTQUOTIENTS_H
