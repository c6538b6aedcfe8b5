// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Record of the decisions, for remarks and reports.
#ifndef LIB_SHAPES_RECORD_H
#define LIB_SHAPES_RECORD_H

#include "lib/Shapes/Decide.h"
#include "lib/Shapes/Resize.h"

namespace mlir::amp::shapes {

/// Says of which convolutions of linalg nothing is padded.
void sayConvolutions(ArrayRef<PlacedOp> program);

/// A remark per dimension, where its first product is; and where a reshape cuts
/// it first, why.
void sayDecisions(PadPlan &plan, const Chip &chip);

/// Emits each decided dimension as a remark of MLIR's remark engine, at its
/// first product. Does nothing without an engine.
void emitRemarks(PadPlan &plan, const Chip &chip);

/// Emits the reason why the whole program keeps its shapes as such a remark.
void emitRefusal(ModuleOp module, StringRef why);

/// All that was decided, as docs/reference/report.md documents it.
struct Alignment {
  const Chip &chip;
  StringRef mode;
  ResizeCounts counts;
  double bytesBefore = 0, bytesAfter = 0;
  /// Products that keep dynamic dimensions, and why.
  SmallVector<std::pair<Operation *, StringRef>, 0> kept = {};

  void say(ModuleOp module, const PadPlan &plan) const;
  DictionaryAttr record(MLIRContext *context, PadPlan &plan) const;
};

/// Why nothing was looked at.
DictionaryAttr recordRefusal(MLIRContext *context, StringRef chip,
                             StringRef mode, StringRef why);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_RECORD_H
