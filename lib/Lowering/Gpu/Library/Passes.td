// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_PASSES_TD
#define LIB_LOWERING_GPU_LIBRARY_PASSES_TD

include "mlir/Pass/PassBase.td"

def ReuseRelu : Pass<"amp-reuse-relu", "::mlir::ModuleOp"> {
  let summary = "reads the sign of relu's operand from its result";
  let description = [{
    Input: linalg on tensors. If all users of x are max(x, 0) and tests of x >
    0, the tests read max(x, 0) instead, which is stored for other users: x
    itself need not live until the backward pass. Such a user writes to a buffer
    of its own.

    See test/Lowering/Gpu/Library/reuse-relu.mlir.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def LibraryConvolutions : Pass<"amp-library-convolutions", "::mlir::ModuleOp"> {
  let summary = "replaces convolutions by calls of cuDNN";
  let description = [{
    Input: fusion groups (`amp.unit = "contraction"`) on memrefs of static
    shape. If a fusion group begins with a convolution that amprt_convolution
    describes (forward, or the gradient of a filter; the gradient of data is a
    convolution with the flipped filter), its calls become calls of a function
    without a body that has `amp.convolution`. The rest of the group stays, as
    an elementwise group. Filters, and parts of buffers, are copied into the
    library's order first. A convolution that the library does not support
    stays, with a remark that states the reason.

    cuDNN rounds the result to 16 bits if the operands have 16 bits. The library
    is used only if the fusion group does so, too, before any other op.

    See test/Lowering/Gpu/Library/library-convolutions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LibraryProducts : Pass<"amp-library-products", "::mlir::ModuleOp"> {
  let summary = "replaces contractions by calls of cuBLASLt";
  let description = [{
    Input: fusion groups (`amp.unit = "contraction"`) on memrefs of static
    shape. If a fusion group is exactly one matmul with epilogue that
    amprt_matmul describes (a sum with another matrix, a bias, relu, gelu or its
    derivative), its calls become calls of a function without a body that has
    `amp.product`. Other groups stay, with a remark that states the reason.
    Intermediate roundings to 16 bits become one rounding at the end. For a NaN
    argument, cuBLASLt's relu returns 0.

    The gradient of relu, select(h > 0, d, 0), is a fusion group of its own
    behind the matmul, because cuBLASLt's bit mask for it is set where h is 0.

    gelu and its derivative are recognised as polynomials in their argument y
    and tanh(sqrt(2/pi) (y + 0.044715 y^3)), in any spelling. Each coefficient
    may have the error of rounding its constants to the type of the matmul. gelu
    may store y, in a matrix like its result, which the derivative reads. It may
    store the tanh only if all its users are matmuls with the derivative, which
    the library computes from y. The gelu of erf is another function, and stays.

    If a matmul x^T dy in f32 has only a sum with another matrix as epilogue,
    and a reduction's fusion group begins with the sum of the same dy over its
    rows, in f32, too, the matmul also writes that sum (BGRADA and BGRADB, which
    alpha does not scale), and the group does the rest. A matmul with gelu's
    derivative in f32 also writes the sum of its result. A sum that no such
    matmul can write stays, with a remark that states the reason.

    See test/Lowering/Gpu/Library/library-products.mlir,
    test/Lowering/Gpu/Library/library-sums.mlir and
    test/Lowering/Gpu/Library/library-gelu.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // LIB_LOWERING_GPU_LIBRARY_PASSES_TD
