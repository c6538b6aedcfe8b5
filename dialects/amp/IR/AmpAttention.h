// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPATTENTION_H
#define DIALECTS_AMP_IR_AMPATTENTION_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir::amp {
/// Role of a loop of amp.attention: B, M, N, D and E of its description.
enum class AttentionLoop { Batch, Row, Column, Depth, Feature };
/// Returns true if the last result of `map` is a loop divided by 8: each byte
/// of the operand packs 8 i1 elements, least significant bit first.
bool isPackedMap(AffineMap map);
/// Returns `map` without the division, as a map from loops to elements.
AffineMap unpackedMap(AffineMap map);
} // namespace mlir::amp

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpAttention.h.inc"

#endif // DIALECTS_AMP_IR_AMPATTENTION_H
