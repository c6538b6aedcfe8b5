// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From linalg on buffers to what LLVM compiles for a CPU, in the order of the pipeline.
#ifndef LIB_LOWERING_CPU_PASSES_TD
#define LIB_LOWERING_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerContractions : Pass<"amp-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "lowers matmuls and convolutions to calls of the runtime";
  let description = [{
    Input: linalg on memrefs. A `linalg.generic` that sums products of f16,
    bf16, f32 or f64 elements in f32 or f64 becomes a call of `amprt_contract`
    (lib/Run/Run.h), with the sizes and strides of its loops in a constant
    table; a fill with zero right before it is erased. Other ops (integers,
    complex numbers, dynamic shapes) stay for amp-kernel-loops.

    See test/Lowering/Cpu/lower-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def OutlineKernels : Pass<"amp-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "outlines one function per distinct linalg op";
  let description = [{
    Input: linalg on memrefs. Output: calls of private functions, one per
    distinct op, whose arguments are the range of their parallel loop and the
    op's operands. Each function is compiled once, regardless of the number of
    layers. A call with `cpu.grain` may be split over cores in parts of that
    many iterations. `cpu.distinct` on a function states that its output
    overlaps no other argument.

    See test/Lowering/Cpu/outline-kernels.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def KernelLoops : Pass<"amp-kernel-loops", "::mlir::ModuleOp"> {
  let summary = "lowers linalg ops to loops";
  let description = [{
    Input: functions with linalg on memrefs. Output: scf.for. The innermost loop
    is the one with unit stride in most operands. In a kernel of
    amp-outline-kernels, the outermost parallel loop runs over the range that
    the caller passes.

    See test/Lowering/Cpu/kernel-loops.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LowerAsserts : Pass<"amp-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "lowers assertions to calls that end the run with a message";
  let description = [{
    A `cf.assert` becomes a branch that calls `amprt_fail` (lib/Run/Run.h) with
    the op's location and text.

    See test/Lowering/Cpu/lower-asserts.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def ParallelCalls : Pass<"amp-parallel-calls", "::mlir::ModuleOp"> {
  let summary = "distributes calls over the runtime's cores";
  let description = [{
    Input: the LLVM dialect. A call with `cpu.grain` becomes a call of
    `amprt_parallel_for` (lib/Run/Run.h) with a function that unpacks the
    arguments. Kernels stay functions of their own (`noinline`, internal);
    pointer arguments of those with `cpu.distinct` become `noalias`.

    See test/Lowering/Cpu/parallel-calls.mlir.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // LIB_LOWERING_CPU_PASSES_TD
