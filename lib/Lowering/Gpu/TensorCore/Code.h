// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_CODE_H
#define LIB_LOWERING_GPU_TENSORCORE_CODE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// A number of elements of which a part is known now.
struct Offset {
  Value dynamic; // i32
  int64_t constant = 0;
};

/// Writes i32 arithmetic, folded where it can be, and addresses.
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
  Value both(Value a, Value b);   // either may be null, which is true
  Offset add(Offset a, Offset b);

  /// The address of an element of `type`, `offset` elements from `base`.
  Value address(Value base, Type type, Offset offset);
  /// Elements beside each other, by one instruction: `address` is a multiple of
  /// their bytes.
  SmallVector<Value, 4> load(Value address, Type type, int64_t count);
  void store(ArrayRef<Value> elements, Value address);
  /// A vector of these elements.
  Value pack(ArrayRef<Value> elements);
};

/// Emits inline assembly with side effects; its results are a struct.
Value emitAssembly(Code &code, StringRef text, StringRef constraints,
                   ArrayRef<Value> operands, ArrayRef<Type> results);

/// Returns the constraints of results in registers and operands in the same,
/// with a comma behind the last.
std::string constraintsOf(ArrayRef<Value> values);

/// Emits an instruction, or none, that stays behind what computes `values`, and
/// before what reads them from here on: LLVM does not know that it orders
/// registers.
void pin(Code &code, StringRef instruction, MutableArrayRef<Value> values);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_CODE_H
