// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of units in host code, two of which may become one.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITCALLS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITCALLS_H

#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::lowering {

/// "contraction", "elementwise", ...; empty for other functions.
StringRef unitKind(func::FuncOp function);

/// A new private unit like `unit`, before it, that takes `types` and is empty.
func::FuncOp createLike(func::FuncOp unit, TypeRange types);

/// Returns the calls in `module` by what they call.
llvm::StringMap<SmallVector<func::CallOp>> collectCalls(ModuleOp module);

/// Returns true if `call` passes a buffer twice, one of them as an argument of
/// `written`.
bool overwritesOperand(func::CallOp call, ArrayRef<unsigned> written);

/// Erases those that nothing in `module` calls.
void eraseUncalled(ModuleOp module, ArrayRef<func::FuncOp> units);

/// The call of a product's unit and one behind it that reads what it writes.
struct UnitPair {
  func::CallOp product, reader;
  llvm::SetVector<Value> operands; // of what the product's unit becomes
  SmallVector<Value> locals;       // those that it will allocate itself

  /// Returns true if no two operands are views of one buffer.
  bool hasOneViewEach() const;
  /// Returns true if `buffer` is allocated, and only the two calls use it.
  bool owns(Value buffer) const;
  /// Returns a key of the new fusion group's parts.
  std::string key() const;
  /// The operands that are not local.
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
  /// Returns the calls of fusion groups of `kind` that the module begins with.
  SmallVector<func::CallOp> callsOf(StringRef kind);
  /// Calls behind `product` in its block that use what it writes, in order, of
  /// fusion groups of one of `kinds`.
  SmallVector<func::CallOp> readersOf(func::CallOp product,
                                      ArrayRef<StringRef> kinds);

  /// A unit that takes what `pair` passes and `more`, and does what the
  /// product's does; `values`: what operands are there.
  func::FuncOp begin(const UnitPair &pair, TypeRange more, IRMapping &values,
                     OpBuilder &builder);
  void add(func::FuncOp unit);
  /// Units that have lost their last call.
  void eraseUncalled();

private:
  ModuleOp module;
  SymbolTable symbols;
  UnitEffects effects;
  llvm::SetVector<func::FuncOp> units;
  SmallVector<func::CallOp> calls;
};

/// Appends what `call` does where its operands are `values`.
void inlineCall(func::CallOp call, func::FuncOp unit, const IRMapping &values,
                OpBuilder &builder);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITCALLS_H
