// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_SCOREBODY_H
#define LIB_LOWERING_GPU_ATTENTION_SCOREBODY_H

#include "lib/Lowering/Gpu/Attention/Reads.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

/// The elementwise ops between scores and logits, as the body of amp.attention.
class ScoreBody {
public:
  /// `scores`: the read of the first contraction's result.
  explicit ScoreBody(const Read &scores) : scores(scores) {}

  /// Collects the ops that compute `logits` and the operands that they read.
  /// Fails with `why` if a tensor depends on scores in another way.
  LogicalResult collect(const Read &logits, std::string &why);

  /// Tensors besides the scores that the body reads.
  ArrayRef<Read> others() const { return leaves; }

  /// Writes the body for `loops` loops into `region`; `operands`: those that it
  /// takes, among them all others().
  void emit(Region &region, ArrayRef<Read> operands, unsigned loops,
            Location loc);

private:
  bool isInlined(const Read &read);
  Value valueOf(const Read &read, OpBuilder &builder, Block &block);

  Read scores, logits;
  SmallVector<Read> leaves;
  ArrayRef<Read> operands;                // of the body that is being emitted
  llvm::DenseMap<Value, bool> dependents; // on scores
  SmallVector<std::pair<Read, Value>> emitted;
  unsigned ops = 0;
};

/// Returns true if elementwise ops compute `tensor` from `scores`.
bool dependsOn(Value tensor, Value scores, llvm::DenseMap<Value, bool> &known);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_SCOREBODY_H
