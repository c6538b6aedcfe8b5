// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_OUTPUTVALUES_H
#define LIB_VERIFY_MATCH_OUTPUTVALUES_H

#include "lib/Verify/Session.h"
#include "mlir/IR/Dominance.h"

namespace mlir::amp::verify {

/// Maps values of an output function to the input, through inserted casts.
class OutputValues {
public:
  /// `inPlace`: ops have the addresses of the input, which identify the values.
  /// Otherwise `define` maps output values to input values.
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

  /// Compares operand `use` with the operand in the input. A value that is
  /// defined later is compared by `finish`. Emits a diagnostic, unless in
  /// place.
  LogicalResult match(OpOperand &use, Record::Typed expected);

  /// Returns true if `value` corresponds to `input`.
  bool isOf(Value value, Record::Typed input);

  /// Compares the deferred operands.
  LogicalResult finish();

  LogicalResult checkCasts();

private:
  /// Origin of a value: an input value, a constant of the output, or an
  /// inserted cast. The other two members are null.
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
  /// Inserted casts, with the type of the operand in the input.
  llvm::DenseMap<Operation *, Type> castFrom;
  SmallVector<std::pair<OpOperand *, Record::Typed>> deferred;
  /// Values and target types of checked casts.
  llvm::DenseSet<std::pair<Value, Type>> done;
  std::optional<DominanceInfo> dominance;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_OUTPUTVALUES_H
