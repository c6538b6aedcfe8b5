// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with dynamic dimensions, worked on as the one of an example: each
// size that is not known is a number that no other size is equal to.
#ifndef LIB_DIMS_SIZES_FIXEDPROGRAM_H
#define LIB_DIMS_SIZES_FIXEDPROGRAM_H

#include "lib/Dims/sizes/SizeFlow.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// Returns true if a value of the program has a dimension of unknown size.
bool hasDynamicDims(ModuleOp module);

/// An op that reads its shape, for which one stands that has it.
struct ShapedOp {
  OperationName name;
  DictionaryAttr attributes;
  Value shape;
  RankedTensorType type, fixed; ///< of the result: as it was, and now
};

class FixedProgram {
public:
  /// Gives values their example's types, all of them or those that `canFix`,
  /// and puts static ops in the place of dynamic ones whose sizes are known.
  FixedProgram(ModuleOp module, SizeTable &table,
               function_ref<bool(SizeFlow &, Value)> canFix = nullptr);

  /// On each op that stands for another: which.
  static constexpr StringLiteral standsFor = "amp.stands_for";

  ModuleOp module;
  ProgramGraph graph; ///< of the module as it was
  SizeFlow flow;
  SmallVector<ShapedOp, 0> shaped;
  llvm::DenseMap<Value, RankedTensorType> types; ///< as they were
  /// The sizes that are not known, by what they are in the example.
  llvm::DenseMap<int64_t, SizeId> sizeOf;

private:
  void fix(Value value);
  void replace(Operation *op);
};

/// Of such a program: its products that keep dynamic dimensions, and why.
SmallVector<std::pair<Operation *, StringRef>, 0>
findKept(ArrayRef<PlacedOp> program);

/// Sets the types of arguments and results of a function by its body.
void adoptTypes(FunctionOpInterface function);

} // namespace mlir::amp

#endif // LIB_DIMS_SIZES_FIXEDPROGRAM_H
