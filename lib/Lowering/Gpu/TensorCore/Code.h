// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_CODE_H
#define LIB_LOWERING_GPU_TENSORCORE_CODE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// Offset in elements: the sum of a run-time part and a constant.
struct Offset {
  Value dynamic; // i32; null: 0
  int64_t constant = 0;
};

/// Builder of i32 arithmetic, which is folded if possible, and of addresses.
class Code : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value i32(int64_t value);
  Value add(Value a, Value b);
  Value add(Value a, int64_t b);
  Value mul(Value a, int64_t b);
  Value div(Value a, int64_t b); // unsigned
  Value rem(Value a, int64_t b);
  Value bitAnd(Value a, int64_t b);
  Value bitXor(Value a, Value b);
  Value less(Value a, int64_t b); // unsigned
  Value both(Value a, Value b);   // null is true
  Offset add(Offset a, Offset b);

  /// Emits the address of an element of `type`, `offset` elements from `base`.
  Value address(Value base, Type type, Offset offset);
  /// Loads or stores adjacent elements by one instruction; `address` is aligned
  /// to their total size.
  SmallVector<Value, 4> load(Value address, Type type, int64_t count);
  void store(ArrayRef<Value> elements, Value address);
  /// Packs `elements` into a vector.
  Value pack(ArrayRef<Value> elements);
};

/// Emits inline assembly with side effects; returns its results as a struct.
Value emitAssembly(Code &code, StringRef text, StringRef constraints,
                   ArrayRef<Value> operands, ArrayRef<Type> results);

/// Returns inline assembly constraints: a register result per value, then an
/// operand tied to each of them, with a comma at the end.
std::string constraintsOf(ArrayRef<Value> values);

/// Emits `instruction` (may be empty) as inline assembly through which `values`
/// pass. So it stays behind their definitions and before their later users:
/// LLVM does not know that the instruction orders registers.
void pin(Code &code, StringRef instruction, MutableArrayRef<Value> values);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_CODE_H
