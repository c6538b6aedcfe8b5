// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static example of a program with dynamic dimensions: each unknown size is
// replaced by a number that equals no other size.
#ifndef LIB_DIMS_SIZES_STATICEXAMPLE_H
#define LIB_DIMS_SIZES_STATICEXAMPLE_H

#include "lib/Dims/sizes/SizeFlow.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// Returns true if a value of the program has a dynamic dimension.
bool hasDynamicDims(ModuleOp module);

/// Op with a shape operand, replaced by a static op.
struct ShapedOp {
  OperationName name;
  DictionaryAttr attributes;
  Value shape;
  RankedTensorType type, fixed; ///< of the result: originally, and now
};

class StaticExample {
public:
  /// Gives values the static types of the example: all values, or those that
  /// `canFix` accepts. Replaces dynamic ops of known shape by static ones.
  StaticExample(ModuleOp module, SizeTable &table,
                function_ref<bool(SizeFlow &, Value)> canFix = nullptr);

  /// Attribute of each replacement: the name of the replaced op.
  static constexpr StringLiteral replacedOpName = "amp.stands_for";

  ModuleOp module;
  ProgramGraph graph; ///< of the original module
  SizeFlow flow;
  SmallVector<ShapedOp, 0> shaped;
  llvm::DenseMap<Value, RankedTensorType> types; ///< original types
  /// Unknown sizes by their example values.
  llvm::DenseMap<int64_t, SizeId> sizeOf;

private:
  void fix(Value value);
  void replace(Operation *op);
};

/// Returns the contractions that keep dynamic dimensions, with the reason.
SmallVector<std::pair<Operation *, StringRef>, 0>
findKept(ArrayRef<PlacedOp> program);

/// Sets a function's argument and result types from its body.
void adoptTypes(FunctionOpInterface function);

} // namespace mlir::amp

#endif // LIB_DIMS_SIZES_STATICEXAMPLE_H
