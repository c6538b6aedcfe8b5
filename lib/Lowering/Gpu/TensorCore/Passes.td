// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_PASSES_TD
#define LIB_LOWERING_GPU_TENSORCORE_PASSES_TD

include "mlir/Pass/PassBase.td"

def MarkTf32 : Pass<"amp-mark-tf32", "::mlir::ModuleOp"> {
  let summary = "which contractions of f32 may cut their factors to TF32";
  let description = [{
    Takes a model graph. Contractions of f32 that do not ask for f32's precision
    get `amp.tf32`, as XLA does; the multiplication in linalg that
    stablehlo-to-linalg makes of them keeps it.

    See test/Lowering/Gpu/TensorCore/mark-tf32.mlir.
  }];
}

def TensorCoreKernels
    : Pass<"amp-tensor-core-kernels", "::mlir::ModuleOp"> {
  let summary = "contractions, with what follows them, on tensor cores";
  let description = [{
    Takes unit functions (`amp.unit = "contraction"`) on memrefs of static
    shape: a fill with zero, a product that is summed in f32, and elementwise
    ops that read it. Each becomes a kernel in `gpu.module @kernels`, and its
    calls become launches. The product runs on `mma.sync`, fed by `ldmatrix` from
    shared memory that `cp.async` fills a few steps ahead; what follows it runs
    on the sums while they are in registers. A unit that cannot be done so stays
    as it is, with a remark that says why.

    Units that sum what a product leaves (bias gradients, checks for infinities)
    become two: each warp of the product's kernel leaves its part of the sums,
    and what remains puts those together. They may sum over all rows or columns,
    over runs of them that are whole warps', and over any matrices of a batch. See
    test/Lowering/Gpu/TensorCore/join-totals.mlir and join-runs.mlir.

    f32 factors are rounded to TF32 where their multiplication carries
    `amp.tf32`, or with `tf32` for all.

    See test/Lowering/Gpu/TensorCore/kernel.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "what the tiles are chosen for: sm_80, sm_90a or sm_100a">,
    Option<"tf32", "tf32", "bool", "false",
           "multiplies f32 factors as TF32 everywhere">,
    Option<"tile", "tile", "int", "-1",
           "the row of Plan.cpp's table of tiles to use; -1 chooses">];
  let dependentDialects = [
      "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
      "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
      "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect"];
}

#endif // LIB_LOWERING_GPU_TENSORCORE_PASSES_TD
