// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that a loop iteration reads, independent of copies, transposes and
// broadcasts in between.
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_READS_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_READS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Element `map`(loops) of a tensor. Reads in one loop nest are comparable.
struct Read {
  Value tensor;
  AffineMap map;

  bool operator==(const Read &other) const {
    return tensor == other.tensor && map == other.map;
  }
  Type type() const { return getElementTypeOrSelf(tensor); }
};

/// Returns true for f32, f16 and bf16, which kernels compute in f32.
bool isKernelFloat(Type type);

/// Returns the elementwise op that defines `tensor`: parallel loops, and one
/// result, which each iteration writes once. Null for other definitions.
linalg::GenericOp elementwiseOf(Value tensor);

/// Returns the read of `input` in the iteration of `op` that computes `result`.
Read inputOf(linalg::GenericOp op, OpOperand &input, const Read &result);

/// Returns the identity read of a ranked tensor, in loops over its dimensions.
Read allOf(Value tensor);

/// Returns the read that copies, transposes and broadcasts forward to `read`.
Read sourceOf(Read read);

/// Elementwise op with one op in its body, and the sources of its operands.
struct Applied {
  Operation *op = nullptr; // in the body; null if there is no such op
  SmallVector<Read> operands;
};
Applied appliedAt(const Read &read);

/// Returns the operand that the elementwise op of `read` multiplies or
/// converts: the one that satisfies `isVariable`, if all others satisfy
/// `isFixed`. The zero branch of a select needs no predicate.
std::optional<Read>
multipliedBy(const Read &read,
             llvm::function_ref<bool(const Read &)> isVariable,
             llvm::function_ref<bool(const Read &)> isFixed);

/// Returns the constant of which `tensor` is a splat, or null.
TypedAttr constantOf(Value tensor);
std::optional<double> numberOf(Value tensor);

/// Returns the operand of the reduction over `loop` that computes `read` with
/// `Combiner` from the initial value `init`. Fails for other definitions.
template <typename Combiner>
FailureOr<Read> reducedBy(const Read &read, double init, unsigned loop);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_READS_H
