// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tensors of upstream dialects to fused linalg and buffers, for the CPU and the
// GPU alike, in the order of the pipelines.
#ifndef LIB_LOWERING_COMMON_PASSES_TD
#define LIB_LOWERING_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpstreamToLinalg : Pass<"amp-upstream-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lowers TOSA and exported linalg to linalg.generic";
  let description = [{
    Input: programs of TOSA or of linalg on tensors. TOSA is lowered by MLIR's
    own conversion. arith and math on tensors, named ops, `linalg.softmax` and
    `tensor.concat` become ops that the following passes accept; so do MHLO's
    copies and functions between StableHLO ops. Ops of TMTensor are errors.
    Modules without such ops (StableHLO) do not change.

    See test/Lowering/Common/upstream-to-linalg.mlir.
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

    See test/Lowering/Common/fuse-elementwise.mlir and
    test/Lowering/Common/fuse-for-device.mlir.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "for a GPU: arithmetic costs less than memory">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def SplitReductions : Pass<"amp-split-reductions", "::mlir::ModuleOp"> {
  let summary = "splits full reductions for all cores";
  let description = [{
    Input: linalg on tensors. A large `linalg.generic` that reduces all loops to
    one integer or predicate in any order (all gradients are finite, for
    example) becomes a reduction to a row, whose iterations cores can share, and
    a reduction of the row. Sums of floats depend on their order and do not
    change, except with `device`, where few results have the parallelism of one.

    See test/Lowering/Common/split-reductions.mlir.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "for a GPU: sums of floats in any order">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitContractions : Pass<"amp-split-contractions", "::mlir::ModuleOp"> {
  let summary = "splits the sums of contractions with few results";
  let description = [{
    Input: linalg on tensors, for a GPU. A contraction whose results are few
    tiles and whose sums are long, such as the gradient of a convolution's
    filter, would occupy a few multiprocessors. Parts of a reduction
    loop become a batch of contractions, whose results a second op adds in one
    order: the results have the same bits each time. The number of parts is the
    one with the least modelled time on the chip, if that is at most 0.6 of the
    time of one part. Contractions that tensor
    cores do not compute do not change.

    See test/Lowering/Common/split-contractions.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "chip whose multiprocessors parts occupy">,
    Option<"matmuls", "matmuls", "bool", "true", "split matmuls">,
    Option<"convolutions", "convolutions", "bool", "true",
           "split contractions with windows">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChainContractions : Pass<"amp-chain-contractions", "::mlir::ModuleOp"> {
  let summary = "makes contractions whose results are added continue one sum";
  let description = [{
    Input: linalg on tensors, for a GPU. Of two contractions on tensor cores
    with the same loops, whose results an elementwise op adds and nothing else
    reads, such as the gradients by the input of queries, keys and values, the
    second one starts from the result of the first. `amp-tensor-core-kernels`
    makes one kernel of both, so that no partial result is in memory. The sum is
    in f32 and rounded once, where the program rounds both results and then
    their sum. Contractions whose tiles are fewer than two waves of blocks, which
    merged launches compute beside each other, and those of slices do not change.

    See test/Lowering/Common/chain-contractions.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "chip whose multiprocessors the blocks occupy">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def SliceContractions : Pass<"amp-slice-contractions", "::mlir::ModuleOp"> {
  let summary = "computes of contractions only what is read";
  let description = [{
    Input: linalg on tensors. A contraction whose only user is a slice with unit
    strides, as alignment leaves them, reads slices of its operands instead:
    these are views, and what follows it joins its kernel. No sum changes.

    See test/Lowering/Common/slice-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TransposeContractions
    : Pass<"amp-transpose-contractions", "::mlir::ModuleOp"> {
  let summary = "writes contractions in the order in which they are read";
  let description = [{
    Input: linalg on tensors. A contraction whose users all read it transposed
    in one way writes its result in that order. The runtime reads operands in
    any order, and sums in the same order as before.

    See test/Lowering/Common/transpose-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChooseDestinations : Pass<"amp-choose-destinations", "::mlir::ModuleOp"> {
  let summary = "chooses destination operands before bufferization";
  let description = [{
    Input: linalg on tensors. Each op that updates a `linalg.fill` gets a fill
    of its own right before it: no later copy is needed, and
    amp-lower-contractions finds the zeros of accumulators. An elementwise op
    overwrites an operand without later users.

    See test/Lowering/Common/choose-destinations.mlir.
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

    See test/Lowering/Common/distinct-results.mlir.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def EliminateEmpties : Pass<"amp-eliminate-empties", "::mlir::ModuleOp"> {
  let summary = "computes values in the tensor that they are inserted into";
  let description = [{
    Input: linalg on tensors. MLIR's elimination of `tensor.empty`, run only
    where an op inserts into a tensor: without one there is nothing to
    eliminate, and the analysis before it, whose time grows with the square of
    the module, is left out.

    See test/Lowering/Common/eliminate-empties.mlir.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RoundFloats : Pass<"amp-round-floats", "::mlir::ModuleOp"> {
  let summary = "computes small floats in f32, with one rounding per op";
  let description = [{
    Input: arith and math on scalars. Ops on f16, bf16 and 8-bit floats become
    f32 ops between conversions. Conversions to and from types that the CPU
    lacks become integer arithmetic, to nearest even, with the subnormals,
    signed zeros, infinities and NaN of the format.

    See test/Lowering/Common/round-floats.mlir.
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

    See test/Lowering/Common/verify-ops.mlir.
  }];
}

#endif // LIB_LOWERING_COMMON_PASSES_TD
