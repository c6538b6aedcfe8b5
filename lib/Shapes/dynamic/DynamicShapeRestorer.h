// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_DYNAMIC_DYNAMICSHAPERESTORER_H
#define LIB_SHAPES_DYNAMIC_DYNAMICSHAPERESTORER_H

#include "lib/Dims/sizes/StaticExample.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/PadPlan.h"
#include "lib/Shapes/dynamic/SizeMaker.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::shapes {

/// Restores dynamic sizes in the example program, including its added ops.
class DynamicShapeRestorer {
public:
  explicit DynamicShapeRestorer(ModuleOp module)
      : fixed(module, sizes, [this](SizeFlow &flow, Value value) {
          return canMake(flow, value);
        }) {}

  ~DynamicShapeRestorer() {
    for (Operation *op : replaced)
      op->dropAllReferences();
    for (Operation *op : replaced)
      op->destroy();
  }

  /// Returns the example values of sizes that are only known at run time.
  llvm::DenseSet<int64_t> listSizes() const;

  /// Restores dynamic sizes. `padded` sizes are rounded up at run time.
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
  StaticExample fixed;
  llvm::DenseMap<int64_t, std::pair<SizeId, int64_t>> rounded;
  SmallVector<std::pair<Value, RankedTensorType>, 0> made; ///< final types
  SmallVector<Operation *, 0> replaced; ///< ops that a plan may still reference
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DYNAMIC_DYNAMICSHAPERESTORER_H
