// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interface between amp-outline-kernels, amp-kernel-loops and
// amp-parallel-calls.
#ifndef LIB_LOWERING_CPU_KERNELS_H
#define LIB_LOWERING_CPU_KERNELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Attribute of a function that contains one linalg op.
inline constexpr llvm::StringLiteral kernelAttrName = "cpu.kernel";
/// Attribute of a function whose outputs overlap no other argument.
inline constexpr llvm::StringLiteral distinctAttrName = "cpu.distinct";
/// Attribute of a call that may be split into parts of this many iterations or
/// more.
inline constexpr llvm::StringLiteral grainAttrName = "cpu.grain";

/// Collapses the loops of `op` over contiguous operands. The innermost loop is
/// the one with the smallest strides.
linalg::GenericOp orderLoops(linalg::GenericOp op, RewriterBase &rewriter);

/// Returns the loop whose range the caller of a kernel passes: the outermost
/// parallel one of more than one iteration. None if no loop is parallel.
std::optional<unsigned> splitLoop(linalg::LinalgOp op);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_CPU_KERNELS_H
