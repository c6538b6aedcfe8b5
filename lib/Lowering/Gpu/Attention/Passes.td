// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_PASSES_TD
#define LIB_LOWERING_GPU_ATTENTION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandAttention : Pass<"amp-expand-attention", "::mlir::ModuleOp"> {
  let summary = "gives a softmax the dimensions of the contractions around it";
  let description = [{
    Input: linalg on tensors. Where reshapes stand between a softmax, or its
    gradient, and the contractions of scores and probabilities (batch and heads
    as one dimension, heads in groups), these ops get the loops of the shape
    with more dimensions (upstream's fold of reshapes by expansion), and the
    reshapes move to the operands and results of the contractions. All results
    have the same bits.

    See test/Lowering/Gpu/Attention/expand-attention.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseAttention : Pass<"amp-fuse-attention", "::mlir::ModuleOp"> {
  let summary = "fuses softmax(f(Q K^T)) V to amp.attention";
  let description = [{
    Input: linalg on tensors, before elementwise ops are fused. A contraction V
    of 16-bit operands with the softmax of another contraction becomes
    `amp.attention` if the softmax computes in f32 or 16 bits over the contracted
    dimension, subtracts the maximum, and nothing else reads scores,
    probabilities or statistics. The sum of the exponentials may divide them or
    the result of the contraction. Elementwise ops between the scores and the
    softmax (scale, masks, biases) become the body, whatever they are. Products,
    quotients and selects behind it that make a multiple of each probability,
    by factors that do not depend on scores, become the body of `dropout`; a
    mask of i1 that elementwise ops compute is packed to one bit an element. A
    remark at the second contraction reports the fusion, or the first condition that
    failed; the ops then stay.

    See test/Lowering/Gpu/Attention/fuse-attention.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "chip whose shared memory holds the tiles">,
    Option<"mode", "mode", "std::string", "\"fused\"",
           "fused; another text is an error of the pipeline's option">];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseAttentionGradient : Pass<"amp-fuse-attention-gradient", "::mlir::ModuleOp"> {
  let summary = "fuses the gradient of softmax(f(Q K^T)) V to amp.attention_gradient";
  let description = [{
    Input: what `amp-fuse-attention` takes, before it. An attention whose scores
    and probabilities reach three more contractions, P^T dO, dS K and dS^T Q, is
    followed by two ops that compute these from Q, K, V and dO alone, if dS is
    P (dP - sum of P dP) with dP = dO V^T or, behind a dropout, a multiple of
    it, in whatever order and with whatever
    roundings the program computes it, and elementwise ops of the position
    behind it (masks, scales). Where the sum of exponentials divides the result,
    dO is divided by it, too, and sum P dP may be that of dO times the result. A
    gradient through the maximum is 0. Nothing reads probabilities then. A remark at the
    attention's second contraction reports the fusion, or the first condition
    that failed; the ops then stay.

    See test/Lowering/Gpu/Attention/fuse-attention-gradient.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "chip whose shared memory holds the tiles">];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AttentionKernels : Pass<"amp-attention-kernels", "::mlir::ModuleOp"> {
  let summary = "compiles amp.attention and its gradient to kernels, and calls to launches";
  let description = [{
    Input: fusion groups with `amp.unit = "attention"` on memrefs. A block
    computes a tile of rows and walks over all keys with the online softmax of
    FlashAttention (Milakov and Gimelshein, 2018; Dao, 2023): `mma.sync` for
    both contractions, operands by `ldmatrix` from shared memory that `cp.async`
    fills one tile ahead, maxima and sums in f32 registers. On sm_90a, where
    lines of both tiles have 128 bytes, `wgmma` contracts rows in registers with
    these tiles. No atomics: all runs
    have the same bits. An attention that does not fit the chip is an error.

    A gradient is two kernels, each a fusion group of its own. That of queries
    walks over all keys twice, first for maxima, sums and the row sums of P dP;
    that of keys and values walks over all queries. Both compute probabilities
    again, so that none is in memory.

    Tiles that a mask by position hides are visited only if a row of the block
    may give them weight: where its largest logit is less than 89 above the
    masked value. Results have the same bits, but for infinities and NaN at
    hidden keys or queries, which do not reach the rows that they are hidden
    from.

    See test/Lowering/Gpu/Attention/attention-kernels.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "chip whose shared memory holds the tiles">];
  let dependentDialects = [
      "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
      "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
      "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
      "::mlir::scf::SCFDialect"];
}

#endif // LIB_LOWERING_GPU_ATTENTION_PASSES_TD
