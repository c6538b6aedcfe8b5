// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_PASSES_TD
#define LIB_LOWERING_GPU_LIBRARY_PASSES_TD

include "mlir/Pass/PassBase.td"

def ReuseRelu : Pass<"amp-reuse-relu", "::mlir::ModuleOp"> {
  let summary = "the sign of what relu took is read from what it gave";
  let description = [{
    Takes linalg on tensors. Where x is only read by max(x, 0) and by tests of
    x > 0, those test max(x, 0) instead, which is kept for other reasons: x
    itself need not be kept until the backward pass. What reads it so writes to
    memory of its own.

    See test/Lowering/Gpu/Library/reuse-relu.mlir.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def LibraryConvolutions : Pass<"amp-library-convolutions", "::mlir::ModuleOp"> {
  let summary = "convolutions that are one call of cuDNN";
  let description = [{
    Takes unit functions (`amp.unit = "contraction"`) on memrefs of static
    shape. Where a unit begins with a convolution as the runtime's
    amprt_convolution has it (forward, or the gradient of a filter; the gradient
    of data is a convolution with the flipped filter), its calls become calls of
    a function without a body that carries `amp.convolution`; what the unit does
    after it stays, as an elementwise unit. Filters, and parts of buffers, are
    copied into the library's order before. A convolution that the library does
    not have stays as it is, with a remark that says why.

    cuDNN rounds to 16 bits where factors have 16 bits: only where the unit does
    so, too, before it does anything else, is the convolution the library's.

    See test/Lowering/Gpu/Library/library-convolutions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LibraryProducts : Pass<"amp-library-products", "::mlir::ModuleOp"> {
  let summary = "contractions that are one call of cuBLASLt";
  let description = [{
    Takes unit functions (`amp.unit = "contraction"`) on memrefs of static
    shape. Where a unit is exactly one product as the runtime's amprt_matmul has
    it, with all that follows it (a sum with another matrix, a bias, relu, gelu
    or its derivative), its calls become calls of a function without a body that
    carries `amp.product`. A unit that is not stays as it is, with a remark that
    says why. What rounds to 16 bits between these ops is rounded once, at the
    end. Where relu's argument is NaN, cuBLASLt's gives 0.

    The gradient of relu, select(h > 0, d, 0), is a unit of its own after the
    product: the mask of bits that cuBLASLt has for it is set where h is 0.

    gelu and its derivative are recognised as polynomials in their argument y
    and tanh(sqrt(2/pi) (y + 0.044715 y^3)), however they are written; of each
    coefficient as much may be off as rounding its constants to the product's
    type can do. gelu may store y, in a matrix like its result, which the
    derivative reads. It may store the tanh only where nothing but products with
    the derivative reads it, which the library computes from y. The gelu of erf
    is another function, and stays.

    Where a product x^T dy in f32 has nothing but a sum with another matrix
    after it, and a reduction's unit begins with the sum of the same dy over its
    rows, in f32, too, the product leaves that sum (BGRADA and BGRADB, which
    alpha does not scale), and the unit does the rest. A product with gelu's
    derivative in f32 leaves the sum of its result so. A sum that no such
    product can leave stays, with a remark that says why.

    See test/Lowering/Gpu/Library/library-products.mlir, library-sums.mlir and
    library-gelu.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // LIB_LOWERING_GPU_LIBRARY_PASSES_TD
