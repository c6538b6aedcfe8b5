// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ModelOp.h"

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
