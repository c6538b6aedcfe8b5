// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about values without any analysis: constants, counters, and ranges that
// the user declares or that a run recorded.
#ifndef LIB_VERIFY_FIGURES_H
#define LIB_VERIFY_FIGURES_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Verify/Constants.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
class ProgramGraph;
} // namespace mlir::amp

namespace mlir::amp::verify {

struct Roles;

class Figures {
public:
  /// Notes what `said`, the attributes of `op` in the input, state of its
  /// results, or of the arguments of a function; only where nothing that lies
  /// before could know better.
  void hear(Operation *op, DictionaryAttr said);

  /// Looks at what `op` now reads low, or makes low: whether that format holds
  /// what is known of it.
  void readLow(OpOperand &operand);
  void readLow(OpOperand &operand, Attribute constant);
  void makeLow(OpResult result);

  /// The range that the user declares for a value; null if none.
  RangeAttr findDeclared(Value value) const;

  /// Returns the constant of the input that a constant of the output was; null
  /// for those that are the same.
  Attribute findUnrounded(Value constant) const {
    return unrounded.lookup(constant);
  }

  /// Returns true if some ranges were recorded in runs.
  bool hasRecorded() const;

  /// Returns true if very large numbers have the effect of infinity on `op`.
  static bool saturates(Operation *op);

  /// Diagnoses the first value that is not held. What comes from a seed is kept
  /// in range by scaling: no statement about it counts.
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

#endif // LIB_VERIFY_FIGURES_H
