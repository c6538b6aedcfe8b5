// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_DYNAMIC_FREEPROGRAM_H
#define LIB_SHAPES_DYNAMIC_FREEPROGRAM_H

#include "lib/Dims/sizes/FixedProgram.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/PadPlan.h"
#include "lib/Shapes/dynamic/SizeMaker.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::shapes {

/// Takes an example back to all sizes, with what was added to it.
class FreeProgram {
public:
  explicit FreeProgram(ModuleOp module)
      : fixed(module, sizes, [this](SizeFlow &flow, Value value) {
          return canMake(flow, value);
        }) {}

  ~FreeProgram() {
    for (Operation *op : replaced)
      op->dropAllReferences();
    for (Operation *op : replaced)
      op->destroy();
  }

  /// Those that are only known at run time.
  llvm::DenseSet<int64_t> listSizes() const;

  /// Sizes of the example that are multiples now of one that it had.
  void restore(ArrayRef<PaddedDim> padded);

private:
  SizeMaker &makerFor(SizeFlow &flow, Operation *op);
  bool canMake(SizeFlow &flow, Value value);
  bool isUnknown(int64_t size) const {
    return fixed.sizeOf.contains(size) || rounded.contains(size);
  }
  bool isUnknown(Value value) const;
  Value sizeAt(SizeMaker &maker, int64_t size);
  Value shapeFor(Operation *op, ArrayRef<int64_t> sizes);
  SmallVector<Value> findOperands(Operation *op, OpKind kind);
  void rebuild(Operation *op, OperationName name, ValueRange operands,
               ArrayRef<NamedAttribute> attributes, RankedTensorType type);
  void restoreShaped(Operation *op);
  void restoreAdded(Operation *op);
  RankedTensorType typeFor(Value value) const;

  llvm::MapVector<Operation *, SizeMaker> makers; ///< by function
  SizeTable sizes;
  FixedProgram fixed;
  llvm::DenseMap<int64_t, std::pair<SizeId, int64_t>> rounded;
  SmallVector<std::pair<Value, RankedTensorType>, 0> made; ///< to be of a type
  SmallVector<Operation *, 0> replaced; ///< that a plan may still speak of
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DYNAMIC_FREEPROGRAM_H
