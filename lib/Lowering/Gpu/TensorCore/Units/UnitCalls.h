// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of fusion groups in host code, pairs of which may be joined.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITCALLS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITCALLS_H

#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::lowering {

/// Returns the kind of a fusion group, such as "contraction" or "elementwise";
/// empty for other functions.
StringRef unitKind(func::FuncOp function);

/// Creates an empty private function before `unit`, with its attributes and
/// arguments of `types`.
func::FuncOp createLike(func::FuncOp unit, TypeRange types);

/// Returns the calls in `module` by callee.
llvm::StringMap<SmallVector<func::CallOp>> collectCalls(ModuleOp module);

/// Returns true if `call` passes a buffer twice, at least once for an argument
/// in `written`.
bool overwritesOperand(func::CallOp call, ArrayRef<unsigned> written);

/// Erases the functions in `units` that have no call in `module`.
void eraseUncalled(ModuleOp module, ArrayRef<func::FuncOp> units);

/// Call of a contraction, and a later call that reads the result.
struct UnitPair {
  func::CallOp product, reader;
  llvm::SetVector<Value> operands; // of the joined fusion group
  SmallVector<Value> locals;       // operands that it will allocate

  /// Returns true if no two operands are views of one buffer.
  bool hasOneViewEach() const;
  /// Returns true if `buffer` is allocated, and only the two calls use it.
  bool owns(Value buffer) const;
  /// Returns a key that identifies the joined fusion group.
  std::string key() const;
  /// Returns the operands that are not local.
  SmallVector<Value> passed() const;
  /// Erases both calls and the locals.
  void erase();
};

/// Fusion groups of a module, with their effects and calls.
class UnitCalls {
public:
  explicit UnitCalls(ModuleOp module);

  func::FuncOp unitOf(func::CallOp call);
  BufferEffects effectsOf(Operation *op) { return effects.of(op); }
  /// Returns the calls of fusion groups of `kind`, as of construction.
  SmallVector<func::CallOp> callsOf(StringRef kind);
  /// Returns the later calls in the block of `product` that use its results, in
  /// order, of fusion groups of one of `kinds`.
  SmallVector<func::CallOp> readersOf(func::CallOp product,
                                      ArrayRef<StringRef> kinds);

  /// Begins a fusion group with the arguments that `pair` passes and `more`,
  /// and with the ops of the contraction. `values`: maps operands to the values
  /// in it.
  func::FuncOp begin(const UnitPair &pair, TypeRange more, IRMapping &values,
                     OpBuilder &builder);
  void add(func::FuncOp unit);
  /// Erases the fusion groups that have no call any more.
  void eraseUncalled();

private:
  ModuleOp module;
  SymbolTable symbols;
  UnitEffects effects;
  llvm::SetVector<func::FuncOp> units;
  SmallVector<func::CallOp> calls;
};

/// Inlines the callee of `call`, with its operands mapped by `values`.
void inlineCall(func::CallOp call, func::FuncOp unit, const IRMapping &values,
                OpBuilder &builder);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITCALLS_H
