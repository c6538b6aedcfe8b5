// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise linalg on tensors: work per element, and conditions of producer
// fusion.
#ifndef LIB_LOWERING_COMMON_ELEMENTWISE_H
#define LIB_LOWERING_COMMON_ELEMENTWISE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace mlir::amp::lowering {

/// Attribute of an op that recomputes a value: CSE must not merge it.
inline constexpr llvm::StringLiteral recomputedAttrName = "recomputed";

/// Work of each iteration, without values that are equal in all iterations.
struct BodyWork {
  unsigned ops = 0, hard = 0; // hard: math functions and divisions
  unsigned places = 0;        // index computations
  bool branches = false;      // control flow or gathers

  /// Returns the number of float ops; a function or a division counts as 9.
  unsigned arithmetic() const { return ops - places + 8 * hard; }
};

BodyWork workOf(linalg::GenericOp producer);

bool hasOneElement(Value value);

/// Returns true for a linalg.generic without reduction loops.
bool hasOnlyParallelLoops(Operation *op);

/// Returns the bytes of tensors, each counted once, without scalars; none if a
/// size is not known.
std::optional<int64_t> bytesOf(ValueRange values);

/// Returns true if the body yields its argument, extended at most.
bool onlyMoves(linalg::GenericOp producer);

/// Returns false for an operand of a TF32 matmul that is extended from a
/// narrower type than that of the other operand: tensor cores multiply operands
/// of one type.
bool keepsTensorCores(OpOperand &factor);

/// Returns true if the producer of `operand` can be fused. A producer that
/// reads its destination (a reduction over no dimensions) would accumulate on
/// the same element in each iteration of a broadcast.
bool isFusable(OpOperand *operand);

/// Returns true if the user can fuse the producer of `use`.
bool canTake(OpOperand &use);

/// Returns true if the fused body would compile slowly, and spill.
bool isTooLarge(linalg::GenericOp producer, linalg::GenericOp consumer);

/// Creates an op that applies `compute` to each element of `value`, a tensor of
/// static shape.
linalg::GenericOp
mapElements(Value value, FloatType format,
            function_ref<Value(OpBuilder &, Location, Value)> compute,
            OpBuilder &builder);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_ELEMENTWISE_H
