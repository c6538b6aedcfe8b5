// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From linalg to what LLVM compiles for a CPU, in the order of the pipeline.
#ifndef LIB_LOWERING_CPU_PASSES_TD
#define LIB_LOWERING_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpstreamToLinalg : Pass<"amp-upstream-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lowers TOSA and exported linalg to linalg.generic";
  let description = [{
    Input: programs of TOSA or of linalg on tensors. TOSA is lowered by MLIR's
    own conversion. arith and math on tensors, named ops, `linalg.softmax` and
    `tensor.concat` become ops that the following passes accept; so do MHLO's
    copies and functions between StableHLO ops. Ops of TMTensor are errors.
    Modules without such ops (StableHLO) do not change.

    See test/Lowering/Cpu/upstream-to-linalg.mlir.
  }];
}

def FuseElementwise : Pass<"amp-fuse-elementwise", "::mlir::ModuleOp"> {
  let summary = "fuses elementwise ops, and reductions with their producers";
  let description = [{
    Input: linalg on tensors. A `linalg.generic` absorbs elementwise producers
    without other users, and producers that are cheap to recompute (broadcasts,
    constants, conversions of one operand), except transposes that contractions
    read: contractions read the transposed operand. Each op still rounds to its
    own type. With `device`, values computed from fewer bytes than their own
    (scores that are widened from 16 bits, and their exponentials) are
    recomputed by all their users: only the narrow value goes through memory.

    See test/Lowering/Cpu/fuse-elementwise.mlir and
    test/Lowering/Cpu/fuse-for-device.mlir.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "for a GPU: arithmetic costs less than memory">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def TransposeContractions
    : Pass<"amp-transpose-contractions", "::mlir::ModuleOp"> {
  let summary = "writes contractions in the order in which they are read";
  let description = [{
    Input: linalg on tensors. A contraction whose users all read it transposed
    in one way writes its result in that order. The runtime reads operands in
    any order, and sums in the same order as before.

    See test/Lowering/Cpu/transpose-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitReductions : Pass<"amp-split-reductions", "::mlir::ModuleOp"> {
  let summary = "splits full reductions for all cores";
  let description = [{
    Input: linalg on tensors. A large `linalg.generic` that reduces all loops to
    one integer or predicate in any order (all gradients are finite, for
    example) becomes a reduction to a row, whose iterations cores can share, and
    a reduction of the row. Sums of floats depend on their order and do not
    change, except with `device`, where few results have the parallelism of one.

    See test/Lowering/Cpu/split-reductions.mlir.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "for a GPU: sums of floats in any order">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChooseDestinations : Pass<"amp-choose-destinations", "::mlir::ModuleOp"> {
  let summary = "chooses destination operands before bufferization";
  let description = [{
    Input: linalg on tensors. Each op that updates a `linalg.fill` gets a fill
    of its own right before it: no later copy is needed, and
    amp-lower-contractions finds the zeros of accumulators. An elementwise op
    overwrites an operand without later users.

    See test/Lowering/Cpu/choose-destinations.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DistinctResults : Pass<"amp-distinct-results", "::mlir::ModuleOp"> {
  let summary = "gives results buffers of their own";
  let description = [{
    Input: functions on tensors. A value that a function returns twice is
    copied, so that each result can be computed in the caller's buffer.
    Arguments of public functions are marked `bufferization.writable = false`: a
    write into a part of an argument writes into a copy.

    See test/Lowering/Cpu/distinct-results.mlir.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

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

def RoundFloats : Pass<"amp-round-floats", "::mlir::ModuleOp"> {
  let summary = "computes small floats in f32, with one rounding per op";
  let description = [{
    Input: arith and math on scalars. Ops on f16, bf16 and 8-bit floats become
    f32 ops between conversions. Conversions to and from types that the CPU
    lacks become integer arithmetic, to nearest even, with the subnormals,
    signed zeros, infinities and NaN of the format.

    See test/Lowering/Cpu/round-floats.mlir.
  }];
  let options = [Option<"nativeBf16", "native-bf16", "bool", "false",
           "convert between bf16 and f32 by instructions">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def VerifyOps : Pass<"amp-verify-ops"> {
  let summary = "verifies ops at a stage of a pipeline";
  let description = [{
    The op, with all ops in it, satisfies MLIR's verifier; otherwise the pass
    fails with the verifier's error. Pipelines that lower run it between their
    stages, so that a pass manager need not verify after each pass: with
    unrolled kernels in the module, that takes a quarter of the time.

    See test/Lowering/verify-ops.mlir.
  }];
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
