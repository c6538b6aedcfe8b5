// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Record of the input, in a fraction of its size: the ops in the order of a
// walk, with the addresses of their operands, results and arguments. An address
// is a name here: it is compared, and never dereferenced.
#ifndef LIB_VERIFY_MATCH_RECORD_H
#define LIB_VERIFY_MATCH_RECORD_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/match/Pages.h"
#include "lib/Verify/permissions/Conditions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/AnalysisManager.h"

namespace mlir::amp::verify {

/// As an analysis of a module it is taken once, and no pass that changes the
/// module invalidates it: that is its use.
class Record {
public:
  Record(Operation *module, AnalysisManager &analyses);

  /// Of an input without a policy that `policy` was applied to, if any.
  Record(ModuleOp module, PolicyAttr policy, GraphOf graph);

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  struct Op {
    OperationName name;
    DictionaryAttr attributes; ///< all but those held as properties
    size_t properties;         ///< a hash
    Operation *op;             ///< its address: may be gone, or another op's
    Location loc;
  };

  /// An operand, result or argument: its address (the number of a constant),
  /// and the type that it had.
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
    uint32_t getConstant() const { return name / 2; } ///< in `constants`
    Value getValue() const {
      return isConstant() ? Value()
                          : Value::getFromOpaquePointer(
                                reinterpret_cast<const void *>(name));
    }

    Type type;

  private:
    uintptr_t name = 0;
  };

  /// An op of the module's body, and where its ops, numbers and values begin.
  struct Entry {
    StringAttr symbol;
    size_t firstOp, firstNumber, firstValue;
  };

  DictionaryAttr moduleAttributes;
  PolicyAttr policy; ///< by which the input was searched; null if unknown

  /// Ops of the input by their addresses: where AMP is off, and what reads the
  /// arguments that rules name.
  DenseSet<Operation *> off;
  ArgumentReaders argumentReaders;

  SmallVector<Entry> entries;
  Pages<Op> ops; ///< constants are not among them

  /// For each op: number of operands, of results, the successors, number of
  /// regions; for each region the number of blocks, for each block the number
  /// of arguments, and of ops.
  Pages<uint32_t> numbers;

  /// For each op its operands and results, for each block its arguments.
  Pages<Typed> values;

  Pages<ConstantValue> constants; ///< those that are read

  /// The properties of those ops whose properties may follow their types.
  llvm::DenseMap<size_t, Attribute> properties;

  /// True if the input had added casts; they need not be where the pipeline
  /// would place them.
  bool hasCasts = false;

  /// Conversions of the program itself: the operand of each such result.
  llvm::DenseMap<Value, Typed> converts;
};

/// The symbol that `op` defines; null for most.
StringAttr symbolOf(Operation *op);

/// Returns true if `op` is of a kind that changes the format of floats.
bool isFloatConvert(Operation *op);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_RECORD_H
