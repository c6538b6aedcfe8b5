// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that an iteration reads, independent of the ops that copy, transpose
// or broadcast them in between.
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_READS_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_READS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Element `map`(loops) of a tensor. Reads of one nest of loops are comparable.
struct Read {
  Value tensor;
  AffineMap map;

  bool operator==(const Read &other) const {
    return tensor == other.tensor && map == other.map;
  }
  Type type() const { return getElementTypeOrSelf(tensor); }
};

/// Returns true for f32, f16 and bf16, which kernels compute as f32.
bool isKernelFloat(Type type);

/// Returns the elementwise op that computes the tensor: parallel loops, one
/// result that each iteration writes once. Null for other definitions.
linalg::GenericOp elementwiseOf(Value tensor);

/// Returns the read of `input` in the iteration of `op` that computes `result`.
Read inputOf(linalg::GenericOp op, OpOperand &input, const Read &result);

/// Returns the read of each element of a ranked tensor, in the tensor's loops.
Read allOf(Value tensor);

/// Returns `read` behind copies, transposes and broadcasts.
Read sourceOf(Read read);

/// An elementwise op with one op in its body, and the sources of its operands.
struct Applied {
  Operation *op = nullptr; // in the body; null if there is no such op
  SmallVector<Read> operands;
};
Applied appliedAt(const Read &read);

/// Returns the operand of which one elementwise op computes a multiple, rounded
/// or not: the one that `isVariable`, if all others are `isFixed`. The branch
/// of a select that is 0 needs no predicate.
std::optional<Read>
multipliedBy(const Read &read,
             llvm::function_ref<bool(const Read &)> isVariable,
             llvm::function_ref<bool(const Read &)> isFixed);

/// Returns the constant that all elements of `tensor` are, or null.
TypedAttr constantOf(Value tensor);
std::optional<double> numberOf(Value tensor);

/// Returns the read that a reduction takes over `loop` to compute `read`, with
/// `Combiner` from `init`; fails for another definition.
template <typename Combiner>
FailureOr<Read> reducedBy(const Read &read, double init, unsigned loop);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_READS_H
