// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_SCOREBODY_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_SCOREBODY_H

#include "lib/Lowering/Gpu/Attention/Match/Reads.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

/// Body of amp.attention: the elementwise ops from scores to logits, or between
/// other values of a query and a key.
class ScoreBody {
public:
  /// `scores`: input of the ops, the result of a contraction or of a softmax;
  /// `name`: of their result, in failure messages.
  explicit ScoreBody(const Read &scores, StringRef name = "its logits")
      : scores(scores), name(name) {}

  /// Collects the ops that compute `logits`, and their operands. Fails with
  /// `why` if an operand depends on scores in another way.
  LogicalResult collect(const Read &logits, std::string &why);

  /// Returns the tensors, besides the scores, that the body reads.
  ArrayRef<Read> others() const { return leaves; }

  /// Emits the body with `loops` indices into `region`. `operands`: operands of
  /// the op, which include all others(). If scores are not f32, the score is
  /// rounded to their type first.
  void emit(Region &region, ArrayRef<Read> operands, unsigned loops,
            Location loc);

  /// Verifies that a body that multiplies a probability may multiply an
  /// exponential, which is at most 1, instead. Fails with `why` if it rounds to
  /// 8 bits or if, for an f16 `type`, the product may overflow.
  LogicalResult verifyMultiple(Type type, unsigned loops, std::string &why);

private:
  bool isInlined(const Read &read);
  Value valueOf(const Read &read, OpBuilder &builder, Block &block);
  Value valueByFlag(const Read &read, const Read &flag, OpBuilder &builder,
                    Block &block);
  Value emitOp(const Read &read, OpBuilder &builder, Block &block);

  Read scores, logits;
  StringRef name;
  Value start; // the score in the body that is being emitted
  SmallVector<Read> leaves;
  ArrayRef<Read> operands;                // of the body that is being emitted
  llvm::DenseMap<Value, bool> dependents; // memo of dependsOn()
  SmallVector<std::pair<Read, Value>> emitted;
  bool isFlagKnown = false; // `emitted` has its value
  unsigned ops = 0;
};

/// Returns true if elementwise ops compute `tensor` from `scores`.
bool dependsOn(Value tensor, Value scores, llvm::DenseMap<Value, bool> &known);

/// Emits a body that yields its first argument.
void emitIdentity(Region &region, ArrayRef<Read> operands, unsigned loops,
                  Location loc);

/// Emits a body that yields a multiple. Divisions by constants become
/// multiplications by the reciprocal in f32, which add one rounding.
void emitMultiple(ScoreBody &body, Region &region, ArrayRef<Read> operands,
                  unsigned loops, Location loc);

/// Adds the reads of `more` that `reads` lacks.
void addReads(SmallVectorImpl<Read> &reads, ArrayRef<Read> more);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_SCOREBODY_H
