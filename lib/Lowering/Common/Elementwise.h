// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise linalg on tensors: what an element costs, and which ops can be
// computed by their users.
#ifndef LIB_LOWERING_COMMON_ELEMENTWISE_H
#define LIB_LOWERING_COMMON_ELEMENTWISE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace mlir::amp::lowering {

/// On an op that computes a value again: CSE does not merge it with the first.
inline constexpr llvm::StringLiteral recomputedAttrName = "recomputed";

/// Work of each iteration, besides values that are equal in all of them.
struct BodyWork {
  unsigned ops = 0, hard = 0; // hard: functions and divisions
  unsigned places = 0;        // ops that say where it is
  bool branches = false;      // or gathers

  /// Ops on floats; a function or a division is so many.
  unsigned arithmetic() const { return ops - places + 8 * hard; }
};

BodyWork workOf(linalg::GenericOp producer);

bool hasOneElement(Value value);

/// Returns true for a linalg.generic that reduces nothing.
bool hasOnlyParallelLoops(Operation *op);

/// Bytes of tensors, each counted once, numbers not at all; none where a size
/// is not known.
std::optional<int64_t> bytesOf(ValueRange values);

/// A body that hands its argument on, widened at most.
bool onlyMoves(linalg::GenericOp producer);

/// Returns false for a factor of a product in TF32 that is widened from a
/// narrower type than that of the other factor: tensor cores multiply factors
/// of one type.
bool keepsTensorCores(OpOperand &factor);

/// Returns whether the op that `operand` uses the result of can be fused. A
/// producer that reads its destination (a reduction over no dimensions) would
/// add to the same element again in each iteration of a broadcast.
bool isFusable(OpOperand *operand);

/// Returns true if a user can compute the operand of `use` itself.
bool canTake(OpOperand &use);

/// Returns true if one body for both would be compiled slowly, and spill.
bool isTooLarge(linalg::GenericOp producer, linalg::GenericOp consumer);

/// Makes an op that computes each element of its result from that of `value`,
/// a tensor of static shape.
linalg::GenericOp
mapElements(Value value, FloatType format,
            function_ref<Value(OpBuilder &, Location, Value)> compute,
            OpBuilder &builder);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_ELEMENTWISE_H
