// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interface between amp-outline-kernels, amp-kernel-loops and
// amp-parallel-calls.
#ifndef LIB_LOWERING_CPU_KERNELS_H
#define LIB_LOWERING_CPU_KERNELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// On a function: made of one linalg op.
inline constexpr llvm::StringLiteral kernelAttrName = "cpu.kernel";
/// On a function: what it writes overlaps nothing else that it is given.
inline constexpr llvm::StringLiteral distinctAttrName = "cpu.distinct";
/// On a call: it may be split in parts of this many iterations or more.
inline constexpr llvm::StringLiteral grainAttrName = "cpu.grain";

/// `op` with fewer loops where its operands are contiguous, the loop that most
/// operands walk element by element innermost.
linalg::GenericOp orderLoops(linalg::GenericOp op, RewriterBase &rewriter);

/// The loop that a kernel's caller gives the range of: the outermost parallel
/// one of more than one iteration. None when nothing is parallel.
std::optional<unsigned> splitLoop(linalg::LinalgOp op);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_CPU_KERNELS_H
