// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_PASSES_TD
#define LIB_LOWERING_GPU_TENSORCORE_PASSES_TD

include "mlir/Pass/PassBase.td"

def MarkTf32 : Pass<"amp-mark-tf32", "::mlir::ModuleOp"> {
  let summary = "marks contractions of f32 that permit TF32";
  let description = [{
    Input: a model graph. Contractions of f32 that do not request f32 precision
    get `amp.tf32`, as in XLA. The multiplication to which stablehlo-to-linalg
    lowers them keeps the mark.

    See test/Lowering/Gpu/TensorCore/mark-tf32.mlir.
  }];
}

def TensorCoreKernels
    : Pass<"amp-tensor-core-kernels", "::mlir::ModuleOp"> {
  let summary = "compiles contractions with their epilogues for tensor cores";
  let description = [{
    Input: fusion groups (`amp.unit = "contraction"`) on memrefs of static
    shape: a fill with zero, a contraction with an f32 accumulator, and its
    elementwise users. Each becomes a kernel in `gpu.module @kernels`, and its
    calls become launches. `cp.async` fills shared memory a few pipeline stages
    ahead. On Hopper (`sm_90a`) the contraction of 16-bit operands runs on
    `wgmma`, which reads shared memory itself, and elsewhere on `mma.sync` with
    operands by `ldmatrix`; tiles are chosen by modelled time. Accumulators go
    through shared memory to the epilogue, which reads and writes up to four
    columns at a time and whole lines of memory. Blocks take tiles in an order
    that keeps the operands in the L2 cache. A fusion group that does not fit this
    form stays, with a remark that states the reason.

    Fusion groups that reduce the result of a contraction (bias gradients, tests
    for infinities) become two: each block of the contraction's kernel (each warp,
    where a block's rows belong to several results) writes its partial sums, and
    the rest combines them. They may reduce over all rows or columns, over runs of
    them, and over any matrices of a batch. See test/Lowering/Gpu/TensorCore/join-totals.mlir and
    test/Lowering/Gpu/TensorCore/join-runs.mlir.

    f32 operands are rounded to TF32 if their multiplication has `amp.tf32`, or
    with `tf32` always.

    See test/Lowering/Gpu/TensorCore/kernel.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "chip for the choice of tiles: a target of lib/Cost/Chips.cpp">,
    Option<"tf32", "tf32", "bool", "false",
           "multiply f32 operands as TF32 everywhere">,
    Option<"tile", "tile", "int", "-1",
           "row of the table of tiles in Plan.cpp for contractions that it "
           "suits; -1 chooses by modelled time">];
  let dependentDialects = [
      "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
      "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
      "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect"];
}

#endif // LIB_LOWERING_GPU_TENSORCORE_PASSES_TD
