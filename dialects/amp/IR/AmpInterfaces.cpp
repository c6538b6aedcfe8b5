// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ModelOp.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

#include "dialects/amp/IR/AmpInterfaces.cpp.inc"

std::optional<double> ContractionShape::flops() const {
  double count = 2;
  for (int64_t size : {batch, rows, columns, depth}) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    count *= static_cast<double>(size);
  }
  return count;
}

int64_t ContractionShape::product(ArrayRef<int64_t> sizes) {
  int64_t all = 1;
  for (int64_t size : sizes)
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(all, size, all))
      return ShapedType::kDynamic;
  return all;
}

int64_t ContractionShape::product(ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> dimensions) {
  return product(llvm::map_to_vector(
      dimensions, [&](int64_t dimension) { return shape[dimension]; }));
}

int64_t
ContractionShape::productExcept(ArrayRef<int64_t> shape,
                                ArrayRef<ArrayRef<int64_t>> dimensions) {
  SmallVector<int64_t> sizes(shape);
  for (ArrayRef<int64_t> list : dimensions)
    for (int64_t dimension : list)
      sizes[dimension] = 1;
  return product(sizes);
}
