// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compact record of the input: the ops in walk order, with the addresses of
// their operands, results and arguments. An address is an identifier: it is
// compared, and never dereferenced.
#ifndef LIB_VERIFY_MATCH_RECORD_H
#define LIB_VERIFY_MATCH_RECORD_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/permissions/Conditions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/AnalysisManager.h"
#include <deque>

namespace mlir::amp::verify {

/// Module analysis, computed once. Changes of the module do not invalidate the
/// record, so that the output can be compared with it.
class Record {
public:
  Record(Operation *module, AnalysisManager &analyses);

  /// Records an input without a policy; `policy` is the one to apply, or null.
  Record(ModuleOp module, PolicyAttr policy, GraphOf graph);

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  struct Op {
    OperationName name;
    DictionaryAttr attributes; ///< except those stored as properties
    size_t properties;         ///< hash of the properties
    Operation *op;             ///< address; the op may have been erased
    Location loc;
  };

  /// Operand, result or argument: its address, or the index of a constant, and
  /// its type in the input.
  class Typed {
  public:
    Typed() = default;
    Typed(Value value, Type type)
        : type(type),
          name(reinterpret_cast<uintptr_t>(value.getAsOpaquePointer())) {}
    static Typed ofConstant(uint32_t number, Type type) {
      Typed typed(Value(), type);
      typed.name = 2 * static_cast<uintptr_t>(number) + 1;
      return typed;
    }

    bool isOf(Typed other) const { return name == other.name; }
    bool isConstant() const { return name % 2; }
    uint32_t getConstant() const { return name / 2; } ///< index in `constants`
    Value getValue() const {
      return isConstant() ? Value()
                          : Value::getFromOpaquePointer(
                                reinterpret_cast<const void *>(name));
    }

    Type type;

  private:
    uintptr_t name = 0;
  };

  /// Op of the module body, and the indices of its first op, number and value.
  struct Entry {
    StringAttr symbol;
    size_t firstOp, firstNumber, firstValue;
  };

  DictionaryAttr moduleAttributes;
  PolicyAttr policy; ///< used for `argumentReaders`; null if unknown

  /// Addresses of input ops: those for which AMP is off, and the users of
  /// arguments that rules name.
  DenseSet<Operation *> off;
  ArgumentReaders argumentReaders;

  SmallVector<Entry> entries;
  std::deque<Op> ops; ///< all ops except constants

  /// For each op: number of operands, of results, the successors, number of
  /// regions; for each region the number of blocks, for each block the number
  /// of arguments, and of ops.
  std::deque<uint32_t> numbers;

  /// The operands and results of each op, and the arguments of each block.
  std::deque<Typed> values;

  std::deque<ConstantValue> constants; ///< constants with users

  /// Properties that may change with the types of their op, by op index.
  llvm::DenseMap<size_t, Attribute> properties;

  /// True if the input has amp.casts, which need not be at the positions that
  /// the pipeline would choose.
  bool hasCasts = false;

  /// Conversions of the input program: the operand of each result.
  llvm::DenseMap<Value, Typed> converts;
};

/// Returns the symbol that `op` defines; null if none.
StringAttr symbolOf(Operation *op);

/// Returns true if `op` converts between float types.
bool isFloatConvert(Operation *op);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_RECORD_H
