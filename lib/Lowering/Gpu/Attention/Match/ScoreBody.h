// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_SCOREBODY_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_SCOREBODY_H

#include "lib/Lowering/Gpu/Attention/Match/Reads.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

/// The elementwise ops between scores and logits, or other values of a
/// position, as a body of amp.attention.
class ScoreBody {
public:
  /// `scores`: what the ops start from, the read of a contraction's result or
  /// of a softmax; `name`: of what they compute, in reasons of a failure.
  explicit ScoreBody(const Read &scores, StringRef name = "its logits")
      : scores(scores), name(name) {}

  /// Collects the ops that compute `logits` and the operands that they read.
  /// Fails with `why` if a tensor depends on scores in another way.
  LogicalResult collect(const Read &logits, std::string &why);

  /// Tensors besides the scores that the body reads.
  ArrayRef<Read> others() const { return leaves; }

  /// Writes the body for `loops` loops into `region`; `operands`: those that it
  /// takes, among them all others(). A score of another type than f32 is
  /// rounded first.
  void emit(Region &region, ArrayRef<Read> operands, unsigned loops,
            Location loc);

  /// Verifies of a body that yields a multiple that it may have an exponential,
  /// up to 1, in place of a probability, and be rounded to `type` then: f16
  /// holds the multiple of 1, as far as constants show. Fails with `why`.
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
  llvm::DenseMap<Value, bool> dependents; // on scores
  SmallVector<std::pair<Read, Value>> emitted;
  bool isFlagKnown = false; // `emitted` has it
  unsigned ops = 0;
};

/// Returns true if elementwise ops compute `tensor` from `scores`.
bool dependsOn(Value tensor, Value scores, llvm::DenseMap<Value, bool> &known);

/// Writes a body that yields its first argument.
void emitIdentity(Region &region, ArrayRef<Read> operands, unsigned loops,
                  Location loc);

/// Writes a body that yields a multiple: quotients by numbers become products
/// in f32 with the reciprocal, which round once more.
void emitMultiple(ScoreBody &body, Region &region, ArrayRef<Read> operands,
                  unsigned loops, Location loc);

/// Adds the reads of `more` that `reads` lacks.
void addReads(SmallVectorImpl<Read> &reads, ArrayRef<Read> more);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_SCOREBODY_H
