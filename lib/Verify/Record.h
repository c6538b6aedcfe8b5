// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the input was, in a fraction of its size: the ops in the order of a
// walk, and numbers for their operands, results and blocks.
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
  };

  /// A value: a constant, or the result or argument with that number.
  struct ValueId {
    uint32_t code;
    bool isConstant() const { return code >> 31; }
    uint32_t index() const { return code & ~(1u << 31); }
    bool operator==(ValueId other) const { return code == other.code; }
  };

  /// An op of the module's body, and where its ops and numbers begin.
  struct Entry {
    StringAttr symbol;
    size_t firstOp, firstNumber, numOps;
  };

  /// A change of float format that the program itself asks for.
  struct Convert {
    ValueId input;
    Type type;
  };

  DictionaryAttr moduleAttributes;
  SmallVector<Entry> entries;
  std::vector<Op> ops;

  /// For each op: number of operands, operands, number of results, results,
  /// successors, and number of regions; for each region the number of blocks,
  /// for each block the number of arguments, arguments, and number of ops.
  /// Constants are not among the ops.
  std::vector<uint32_t> numbers;

  std::vector<ConstantValue> constants;
  std::vector<Type> types; ///< of values that are not constants

  /// The properties of those ops whose properties may follow their types.
  llvm::DenseMap<size_t, Attribute> properties;
  llvm::DenseMap<uint32_t, Convert> converts; ///< by the number of the result

  Type typeOf(ValueId value) const {
    return value.isConstant() ? constants[value.index()].type
                              : types[value.index()];
  }
};

/// Whether `op` is of a kind that changes the format of floats.
bool isFloatConvert(Operation *op);

} // namespace mlir::amp

#endif // LIB_VERIFY_RECORD_H
