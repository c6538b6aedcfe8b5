// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Use of values that were stored in 8 bits. Each element errs by up to 1/16 of
// itself, so that an op may read such a value only if its error stays a small
// part of the result:
//
//   %r * %r, tanh %r, 1.0 - tanh %r, exp (- %r * %r)   accepted
//   %r - %mean, %r - 3.0, sine %r, exp %r, 1.0 / %r    refused
#ifndef LIB_VERIFY_SAVED_COARSEREADS_H
#define LIB_VERIFY_SAVED_COARSEREADS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::verify {

/// Returns the operand of the conversion that computes `value`; else `value`.
Value beforeFormat(Value value);

/// Returns true if `deviation` subtracts from its first operand the mean of
/// this operand over some dimensions.
bool subtractsMean(Operation *deviation);

/// Checks the ops of one step, in regions and behind barriers too.
class CoarseReads {
public:
  /// `restored` maps values read from 8 bits to those that were stored.
  CoarseReads(Block &step, const llvm::DenseMap<Value, Value> &restored)
      : step(step), restored(restored) {}

  /// Emits an error for an op that magnifies the error of a restored value,
  /// chooses by one, or serves another purpose than the backward pass.
  LogicalResult check();

  /// Checks that no gradient depends on a sum of `stored`, a value of which no
  /// mean was subtracted: with the gradient of E[x^2] - E[x]^2, the mean would
  /// be subtracted from the restored value. Called after check().
  LogicalResult checkSums(Value stored) const;

  /// Returns true if `value` depends on a seed, after check().
  bool isLate(Value value) const { return facts.lookup(value).isLate; }

private:
  enum class Error {
    none,
    ofRange,  ///< small beside 1, as the value is at most 2 or so
    ofValue,  ///< a small part of each element
    ofFactors ///< a small part of a product of restored values
  };
  /// Sign of each element: that of `like`, or nonnegative if null.
  struct Sign {
    Value like;
    bool isOpposite = false;
    bool operator==(const Sign &other) const {
      return like == other.like && isOpposite == other.isOpposite;
    }
  };
  struct Fact {
    Error error = Error::none;
    Sign sign;
    bool isAroundMean = false; ///< the error is small beside the deviations
    bool isLate = false;       ///< depends on a seed
    bool isSet = false;
    auto parts() const {
      return std::tuple(error, sign.like, sign.isOpposite, isAroundMean, isLate,
                        isSet);
    }
    bool isCoarse() const { return error != Error::none; }
  };

  Fact read(Value value) const;
  Sign signOf(Value value) const;
  bool isSmall(Value value) const;
  bool isZero(Value value) const;
  bool agree(Value a, Sign signOfA, Value b, Sign signOfB) const;
  void set(Value value, Fact fact);
  void visit(Block &block);
  void visit(Operation *op);
  std::optional<Fact> compute(Operation *op) const;
  std::optional<Fact> sum(Operation *op) const;
  Fact product(Operation *op) const;
  std::optional<Fact> choice(Operation *op, Value a, Value b) const;
  std::optional<Fact> exponential(Operation *op) const;
  std::optional<Fact> clamp(Operation *op) const;
  Sign signInBranch(Operation *select, unsigned branch) const;
  bool isSafeForGradients(Operation *op) const;
  bool hasPole(Operation *op) const;
  LogicalResult check(Operation *op);
  bool isLate(Operation *op) const;
  bool isReadLate(Value value) const;
  LogicalResult checkBody(Operation *op);

  Block &step;
  const llvm::DenseMap<Value, Value> &restored;
  llvm::DenseMap<Value, Fact> facts;
  bool isChanged = false;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SAVED_COARSEREADS_H
