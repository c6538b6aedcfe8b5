// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_OUTPUTVALUES_H
#define LIB_VERIFY_MATCH_OUTPUTVALUES_H

#include "lib/Verify/Session.h"
#include "mlir/IR/Dominance.h"

namespace mlir::amp::verify {

/// Value of the input for each value of a function, behind added casts.
class OutputValues {
public:
  /// `inPlace`: every op is where it was, so a value stands for the one that
  /// had its address. Else they are told apart as they are defined.
  OutputValues(Session &session, bool inPlace)
      : session(session), inPlace(inPlace) {}

  void define(Value value, Record::Typed input) {
    if (!inPlace)
      inputs[value] = input.getValue();
  }
  void addCast(Operation *cast) {
    castFrom[cast] = nullptr;
    casts.push_back(cast);
  }

  /// Compares what `use` reads with what it read in the input; a value that is
  /// defined further on is compared by `finish`. Says what differs, unless in
  /// place.
  LogicalResult match(OpOperand &use, Record::Typed expected);

  /// Returns true if `value` stands for that of the input.
  bool isOf(Value value, Record::Typed input);

  /// Compares what was put off.
  LogicalResult finish();

  LogicalResult checkCasts();

private:
  /// One of a value of the input, a constant of the output, a cast of ours.
  struct Meaning {
    Value input;
    Operation *constant, *cast;
  };

  enum class Fault { none, late, castOfCast, constant, another };

  std::optional<Meaning> find(Value value);
  Fault judge(OpOperand &use, Record::Typed expected, Meaning found);
  Fault judgeConstant(uint32_t expected, Operation *found, bool isCast);
  LogicalResult report(Fault fault, OpOperand &use, Record::Typed expected);
  bool dominates(Operation *cast, Operation *user);
  LogicalResult checkCast(Operation *cast);

  Session &session;
  const bool inPlace;
  bool isFinishing = false;
  llvm::DenseMap<Value, Value> inputs;
  SmallVector<Operation *> casts;
  llvm::DenseMap<Operation *, Type> castFrom; ///< the type in the input
  SmallVector<std::pair<OpOperand *, Record::Typed>> deferred;
  llvm::DenseSet<std::pair<Value, Type>> done; ///< what was cast to what
  std::optional<DominanceInfo> dominance;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_OUTPUTVALUES_H
