// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the input was, in a fraction of its size: the ops in the order of a
// walk, with the addresses of their operands, results and arguments. An address
// is a name here: it is compared, and never followed.
#ifndef LIB_VERIFY_RECORD_H
#define LIB_VERIFY_RECORD_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Verify/Constants.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/AnalysisManager.h"

namespace mlir::amp {

/// As an analysis of a module it is taken once, and no pass that changes the
/// module invalidates it: that is its use.
class Record {
public:
  explicit Record(Operation *module);
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  struct Op {
    OperationName name;
    DictionaryAttr attributes; ///< all but those held as properties
    size_t properties;         ///< a hash
    Operation *op;             ///< its address: may be gone, or another op's
  };

  /// An operand, result or argument: its address, and the type that it had.
  struct Typed {
    Value value;
    Type type;
  };

  /// An op of the module's body, and where its ops, numbers and values begin.
  struct Entry {
    StringAttr symbol;
    size_t firstOp, firstNumber, firstValue;
  };

  DictionaryAttr moduleAttributes;
  SmallVector<Entry> entries;
  std::vector<Op> ops; ///< constants are not among them

  /// For each op: number of operands, of results, the successors, number of
  /// regions; for each region the number of blocks, for each block the number
  /// of arguments, and of ops.
  std::vector<uint32_t> numbers;

  /// For each op its operands and results, for each block its arguments.
  std::vector<Typed> values;

  llvm::DenseMap<Value, uint32_t> constantOf; ///< index in `constants`
  std::vector<ConstantValue> constants;

  /// The properties of those ops whose properties may follow their types.
  llvm::DenseMap<size_t, Attribute> properties;

  /// Whether casts of ours were there before; they need not be where we would
  /// put them.
  bool hasCasts = false;

  /// What the program itself converts: the operand of each such result.
  llvm::DenseMap<Value, Value> converts;
};

/// The symbol that `op` defines; null for most.
StringAttr symbolOf(Operation *op);

/// Whether `op` is of a kind that changes the format of floats.
bool isFloatConvert(Operation *op);

} // namespace mlir::amp

#endif // LIB_VERIFY_RECORD_H
