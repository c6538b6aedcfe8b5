// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_LINALGTYPES_H
#define DIALECTS_STABLEHLO_CONVERSION_LINALGTYPES_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::amp::stablehlo {

/// Type converter to the types of linalg and arith: signless integers (the ops
/// give the signedness), and an unused i1 for a token. Other types stay.
/// Quantized types, tuples and bounded shapes have no conversion.
class LinalgTypes : public TypeConverter {
public:
  LinalgTypes();
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_LINALGTYPES_H
