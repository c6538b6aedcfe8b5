// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From linalg to what LLVM compiles for a CPU, in the order of the pipeline.
#ifndef LIB_LOWERING_CPU_PASSES_TD
#define LIB_LOWERING_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpstreamToLinalg : Pass<"amp-upstream-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lowers TOSA, and linalg as exporters write it, to linalg.generic";
  let description = [{
    Takes programs of TOSA or of linalg on tensors. TOSA goes through MLIR's own
    lowering; arith and math on tensors, named ops, `linalg.softmax` and
    `tensor.concat` become what the passes after this one take, and so do MHLO's
    copies and functions between StableHLO ops; TMTensor's ops are refused.
    Modules that hold none of these (StableHLO) are left as they are.

    See test/Lowering/Cpu/upstream-to-linalg.mlir.
  }];
}

def FuseElementwise : Pass<"amp-fuse-elementwise", "::mlir::ModuleOp"> {
  let summary = "joins elementwise ops, and reductions with what feeds them";
  let description = [{
    Takes linalg on tensors. A `linalg.generic` takes in the elementwise ops
    that feed it alone, and those that cost nothing to do again (broadcasts,
    constants, conversions of one operand), but for transpositions that products
    read: those read what is transposed. Each op still rounds to its own type.
    With `device`, what is computed from fewer bytes than it has (scores that are
    widened from 16 bits, and their exponentials) is computed again by all that
    read it: the narrow value alone goes through memory.

    See test/Lowering/Cpu/fuse-elementwise.mlir and fuse-for-device.mlir.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "for a GPU: arithmetic costs less than memory">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def TransposeContractions
    : Pass<"amp-transpose-contractions", "::mlir::ModuleOp"> {
  let summary = "products are written in the order in which they are read";
  let description = [{
    Takes linalg on tensors. A `linalg.generic` that sums products, and that all
    readers read transposed in one way, writes its result so: the runtime reads
    factors in any order, and sums in the same order as before.

    See test/Lowering/Cpu/transpose-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitReductions : Pass<"amp-split-reductions", "::mlir::ModuleOp"> {
  let summary = "reductions of everything to one value, on all cores";
  let description = [{
    Takes linalg on tensors. A large `linalg.generic` that reduces all loops to
    one whole number or truth value, in any order (whether all gradients are
    finite, for example), becomes one that reduces to a row, whose iterations
    cores can share, and one that reduces the row. Sums of floats depend on
    their order, and stay as they are; not so with `device`, for which few
    results are as one.

    See test/Lowering/Cpu/split-reductions.mlir.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "for a GPU: sums of floats come in any order there">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChooseDestinations : Pass<"amp-choose-destinations", "::mlir::ModuleOp"> {
  let summary = "what each op writes upon, before tensors become buffers";
  let description = [{
    Takes linalg on tensors. Each op that updates a `linalg.fill` gets one of
    its own right before it: nothing is copied later, and
    amp-lower-contractions finds the zeros that products are summed upon. An
    elementwise op writes over an operand that nothing reads after it.

    See test/Lowering/Cpu/choose-destinations.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DistinctResults : Pass<"amp-distinct-results", "::mlir::ModuleOp"> {
  let summary = "results have buffers of their own, and arguments keep theirs";
  let description = [{
    Takes functions on tensors. A value that a function returns again is copied,
    so that each result can be computed where the caller wants it. Arguments of
    public functions are marked `bufferization.writable = false`: what is
    written into a part of one is written into a copy.

    See test/Lowering/Cpu/distinct-results.mlir.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def LowerContractions : Pass<"amp-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "calls the runtime for products of matrices and convolutions";
  let description = [{
    Takes linalg on memrefs. A `linalg.generic` that sums products of f16,
    bf16, f32 or f64 elements in f32 or f64 becomes a call of `amprt_contract`
    (lib/Run/Run.h), with the sizes and strides of its loops in a constant
    table; a fill with zero right before it goes. Others (integers, complex
    numbers, shapes that are not static) are left to the loops.

    See test/Lowering/Cpu/lower-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def OutlineKernels : Pass<"amp-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "one function per distinct linalg op";
  let description = [{
    Takes linalg on memrefs. Leaves calls of private functions, one per
    distinct op, that take the range of their parallel loop and the op's
    operands: each is compiled once, however many layers a model has. A call
    with `cpu.grain` may be split over cores in parts of that many iterations.
    `cpu.distinct` on a function says that what it writes overlaps nothing else
    that it is given.

    See test/Lowering/Cpu/outline-kernels.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def RoundFloats : Pass<"amp-round-floats", "::mlir::ModuleOp"> {
  let summary = "computes with small floats in f32, rounding once per op";
  let description = [{
    Takes arith and math on scalars. Ops on f16, bf16 and 8-bit floats become
    f32 ops between conversions; conversions to and from types that the CPU
    lacks become integer arithmetic, to nearest even, with subnormals, signed
    zeros, infinities and NaN as the format has them.

    See test/Lowering/Cpu/round-floats.mlir.
  }];
  let options = [Option<"nativeBf16", "native-bf16", "bool", "false",
                        "bf16 and f32 are converted by instructions">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def KernelLoops : Pass<"amp-kernel-loops", "::mlir::ModuleOp"> {
  let summary = "linalg ops as loops, in the order that memory likes";
  let description = [{
    Takes functions with linalg on memrefs. Leaves scf.for: the loop that walks
    most operands element by element is the innermost, and in a kernel
    (amp-outline-kernels) the outermost parallel loop runs over the range that
    the caller gives.

    See test/Lowering/Cpu/kernel-loops.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LowerAsserts : Pass<"amp-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "assertions that end the run with a message";
  let description = [{
    A `cf.assert` becomes a branch that calls `amprt_fail` (lib/Run/Run.h) with
    the op's place and text.

    See test/Lowering/Cpu/lower-asserts.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def ParallelCalls : Pass<"amp-parallel-calls", "::mlir::ModuleOp"> {
  let summary = "hands calls that may be split to the runtime's cores";
  let description = [{
    Takes the LLVM dialect. A call with `cpu.grain` becomes a call of
    `amprt_parallel_for` (lib/Run/Run.h) on a function that unpacks the
    arguments. Kernels stay functions of their own (`noinline`, internal);
    pointers of those with `cpu.distinct` become `noalias`.

    See test/Lowering/Cpu/parallel-calls.mlir.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // LIB_LOWERING_CPU_PASSES_TD
