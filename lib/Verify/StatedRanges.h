// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of values that are known without an analysis: constants, iota ops, and
// ranges that the user declares or that a run recorded.
#ifndef LIB_VERIFY_STATEDRANGES_H
#define LIB_VERIFY_STATEDRANGES_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Verify/Constants.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
class ProgramGraph;
} // namespace mlir::amp

namespace mlir::amp::verify {

struct Roles;

class StatedRanges {
public:
  /// Stores the ranges in `said`, the attributes of `op` in the input, for its
  /// results or for a function's arguments. A declared range counts only for
  /// arguments of public functions, a recorded range everywhere.
  void record(Operation *op, DictionaryAttr said);

  /// Records a loss if the low-precision type of an operand (or result) cannot
  /// represent the known range of its value.
  void readLow(OpOperand &operand);
  void readLow(OpOperand &operand, Attribute constant);
  void makeLow(OpResult result);

  /// Returns the range that the user declares for a value; null if none.
  RangeAttr findDeclared(Value value) const;

  /// Returns the value that a rounded constant of the output had in the input;
  /// null if the constant was not rounded.
  Attribute findUnrounded(Value constant) const {
    return unrounded.lookup(constant);
  }

  /// Returns true if any range was recorded in a run.
  bool hasRecorded() const;

  /// Returns true if `op` saturates: large operands have the result of
  /// infinity.
  static bool saturates(Operation *op);

  /// Diagnoses the first value that its low-precision type cannot represent.
  /// Ranges of values computed from a seed are ignored: loss scaling keeps
  /// these values in range.
  LogicalResult check(const ProgramGraph &graph, const Roles &roles) const;

private:
  struct Loss {
    Operation *op;
    Value value;
    bool isStated;
    std::string why;
  };

  void add(Operation *op, Value value, RangeAttr range);

  llvm::DenseMap<Value, RangeAttr> stated;
  llvm::DenseMap<std::pair<Attribute, Attribute>, ConstantLoss> constants;
  llvm::DenseMap<Value, Attribute> unrounded;
  SmallVector<Loss, 0> losses;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_STATEDRANGES_H
