// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_DYNAMIC_SIZEMAKER_H
#define LIB_SHAPES_DYNAMIC_SIZEMAKER_H

#include "lib/Dims/sizes/SizeFlow.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp::shapes {

/// Emits size computations at the start of a function, from its arguments, each
/// once.
class SizeMaker {
public:
  SizeMaker(SizeFlow &flow, FunctionOpInterface function)
      : flow(flow), function(function) {}

  /// Returns true if the size can be computed from the arguments.
  bool canMake(SizeId id);

  /// Emit a size, its next multiple, a list of sizes, and a difference, in i32.
  Value make(SizeId id);
  Value makeRounded(SizeId id, int64_t multiple);
  Value makeList(ArrayRef<Value> sizes);
  Value makeDifference(Value from, Value to);

private:
  struct Source {
    BlockArgument argument;
    int64_t dim; ///< -1 for an integer argument
  };
  std::optional<Source> findSource(SizeId id);
  Value add(StringRef name, RankedTensorType type, ValueRange operands,
            ArrayRef<NamedAttribute> attributes = {});
  Value addConstant(RankedTensorType type, int64_t number);

  SizeFlow &flow;
  FunctionOpInterface function;
  llvm::DenseMap<SizeId, bool> makeable;
  Operation *last = nullptr; ///< last op added
  llvm::DenseMap<std::pair<SizeId, int64_t>, Value> made;
  std::map<SmallVector<void *>, Value> lists;
  llvm::DenseMap<std::pair<Value, Value>, Value> differences;
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DYNAMIC_SIZEMAKER_H
