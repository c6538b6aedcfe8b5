// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Library call of a matmul in host code:
//   func.func private @product(memref<..>, ...) attributes {amp.product = {..}}
//   call @product(%a, %b, %d, ...)
#ifndef LIB_LOWERING_GPU_HOST_MATMULCALL_H
#define LIB_LOWERING_GPU_HOST_MATMULCALL_H

#include "lib/Lowering/Gpu/Kernels/KernelEffects.h"
#include "lib/Run/Matmul.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::lowering {

/// Attribute of a function without a body: the matmul that it computes.
inline constexpr llvm::StringLiteral productAttrName = "amp.product";

/// Operands of a matmul, as in struct amprt_operands.
enum class Part { A, B, D, C, Bias, Aux, Alpha };
inline constexpr unsigned partCount = 7;

/// Operand of a matmul: a buffer at `offset` elements into an argument.
struct ProductPart {
  bool isThere = false;
  int64_t offset = 0, elementBytes = 1;
};

struct LibraryMatmul {
  struct amprt_matmul how = {};
  ProductPart parts[partCount];

  ProductPart &operator[](Part part) { return parts[unsigned(part)]; }
};

DictionaryAttr writeProduct(LibraryMatmul product, MLIRContext *context);
LibraryMatmul readProduct(DictionaryAttr text);

/// Returns the description of a matmul call; null if `call` is none.
DictionaryAttr productOf(func::CallOp call, const SymbolTable &symbols);

/// Returns the reads and writes of operand `i`.
ArgumentUse useOf(DictionaryAttr product, unsigned i);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_MATMULCALL_H
