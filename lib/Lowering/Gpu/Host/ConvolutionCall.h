// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Library call of a convolution in host code:
//   func.func private @convolution(memref<..>, memref<..>, memref<..>)
//       attributes {amp.convolution = {..}}
//   call @convolution(%x, %w, %y)
#ifndef LIB_LOWERING_GPU_HOST_CONVOLUTIONCALL_H
#define LIB_LOWERING_GPU_HOST_CONVOLUTIONCALL_H

#include "lib/Lowering/Gpu/Kernels/KernelEffects.h"
#include "lib/Run/Convolution.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::lowering {

/// Attribute of a function without a body: the convolution that it computes.
inline constexpr llvm::StringLiteral convolutionAttrName = "amp.convolution";

DictionaryAttr writeConvolution(const struct amprt_convolution &how,
                                MLIRContext *context);
struct amprt_convolution readConvolution(DictionaryAttr text);

/// Returns the description of a convolution call; null if `call` is none.
DictionaryAttr convolutionOf(func::CallOp call, const SymbolTable &symbols);

/// Returns the operand number of the output among x, w and y.
unsigned resultOf(const struct amprt_convolution &how);

/// Returns the reads and writes of operand `i`.
ArgumentUse useOf(const struct amprt_convolution &how, unsigned i);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_CONVOLUTIONCALL_H
