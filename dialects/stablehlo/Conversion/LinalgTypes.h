// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_LINALGTYPES_H
#define DIALECTS_STABLEHLO_CONVERSION_LINALGTYPES_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::amp::stablehlo {

/// The types that linalg and arith compute with: integers without a sign (what
/// they mean is then in the op), a token as an i1 that nobody reads. Other
/// types stay; there is none for quantized values, tuples and bounded shapes.
class LinalgTypes : public TypeConverter {
public:
  LinalgTypes();
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_LINALGTYPES_H
