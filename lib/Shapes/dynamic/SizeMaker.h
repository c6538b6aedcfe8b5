// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_DYNAMIC_SIZEMAKER_H
#define LIB_SHAPES_DYNAMIC_SIZEMAKER_H

#include "lib/Dims/sizes/SizeFlow.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp::shapes {

/// Computes sizes where a function starts, each once, from its arguments.
class SizeMaker {
public:
  SizeMaker(SizeFlow &flow, FunctionOpInterface function)
      : flow(flow), function(function) {}

  /// Returns true if the size can be computed from the arguments.
  bool canMake(SizeId id);

  /// A size, its next multiple, and a list of sizes, of 32 bits.
  Value make(SizeId id);
  Value makeRounded(SizeId id, int64_t multiple);
  Value makeList(ArrayRef<Value> sizes);
  Value makeDifference(Value from, Value to);

private:
  struct Source {
    BlockArgument argument;
    int64_t dim; ///< of an integer: -1
  };
  std::optional<Source> findSource(SizeId id);
  Value add(StringRef name, RankedTensorType type, ValueRange operands,
            ArrayRef<NamedAttribute> attributes = {});
  Value addConstant(RankedTensorType type, int64_t number);

  SizeFlow &flow;
  FunctionOpInterface function;
  llvm::DenseMap<SizeId, bool> makeable;
  Operation *last = nullptr; ///< that was added
  llvm::DenseMap<std::pair<SizeId, int64_t>, Value> made;
  std::map<SmallVector<void *>, Value> lists;
  llvm::DenseMap<std::pair<Value, Value>, Value> differences;
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DYNAMIC_SIZEMAKER_H
