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
/// Returns true if the last result of a map is a loop divided by 8: a byte of
/// the operand holds 8 elements of i1, the first one in the lowest bit.
bool isPackedMap(AffineMap map);
/// Returns a packed map without the division: from loops to elements.
AffineMap unpackedMap(AffineMap map);
} // namespace mlir::amp

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpAttention.h.inc"

#endif // DIALECTS_AMP_IR_AMPATTENTION_H
