// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops and the attribute of training steps with loss scaling.
#ifndef DIALECTS_AMP_IR_AMPTRAINING_H
#define DIALECTS_AMP_IR_AMPTRAINING_H

#include "dialects/amp/IR/Amp.h"

namespace mlir {
class PatternRewriter;
} // namespace mlir

namespace mlir::amp {
/// State of a loss scaler, carried from step to step.
struct ScalerState {
  StringRef role;
  RankedTensorType type;
  DenseElementsAttr init;
};
} // namespace mlir::amp

#include "dialects/amp/IR/AmpTrainingEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/amp/IR/AmpScaler.h.inc"

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpTraining.h.inc"

#endif // DIALECTS_AMP_IR_AMPTRAINING_H
