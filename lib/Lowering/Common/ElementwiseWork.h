// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Costs by which elementwise ops are fused or recomputed, and limits of both.
#ifndef LIB_LOWERING_COMMON_ELEMENTWISEWORK_H
#define LIB_LOWERING_COMMON_ELEMENTWISEWORK_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Bodies beyond this are compiled slowly and spill.
constexpr size_t maxBodyOps = 256;
constexpr unsigned maxOperands = 24;

/// Work of one iteration, without values that are equal in all iterations.
struct ElementwiseWork {
  unsigned ops = 0, hard = 0; // hard: functions and divisions
  unsigned places = 0;        // ops that compute positions
  bool branches = false;      // or gathers

  /// Returns true if users may compute it again in order to read less.
  bool isRepeatable() const;
};

ElementwiseWork workOf(linalg::GenericOp op);

bool hasOneElement(Value value);

/// Returns the bytes of tensors, each counted once, without scalars; none if a
/// size is not known.
std::optional<int64_t> bytesOf(ValueRange values);

/// Returns true if the user of `operand` can absorb its producer. A producer
/// that reads its destination (a reduction over no dimensions) would add to the
/// same element again in each iteration of a broadcast.
bool isFusable(OpOperand *operand);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_ELEMENTWISEWORK_H
