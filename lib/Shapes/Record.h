// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Report of the padding decisions: remarks and attributes.
#ifndef LIB_SHAPES_RECORD_H
#define LIB_SHAPES_RECORD_H

#include "lib/Shapes/Decide.h"
#include "lib/Shapes/Resize.h"

namespace mlir::amp::shapes {

/// Emits a remark at each linalg convolution, which is never padded.
void sayConvolutions(ArrayRef<PlacedOp> program);

/// Emits a remark per dimension at its first contraction, and one with the
/// reason at the first reshape that prevents padding.
void sayDecisions(PadPlan &plan, const Chip &chip);

/// Emits each decided dimension as a remark of MLIR's remark engine, at its
/// first contraction. Does nothing without an engine.
void emitRemarks(PadPlan &plan, const Chip &chip);

/// Emits a remark with the reason why no shape of the program changes.
void emitRefusal(ModuleOp module, StringRef why);

/// Padding decisions in the format of docs/reference/report.md.
struct Alignment {
  const Chip &chip;
  StringRef mode;
  ResizeCounts counts;
  double bytesBefore = 0, bytesAfter = 0;
  /// Contractions that keep dynamic dimensions, with the reason.
  SmallVector<std::pair<Operation *, StringRef>, 0> kept = {};

  void say(ModuleOp module, const PadPlan &plan) const;
  DictionaryAttr record(MLIRContext *context, PadPlan &plan) const;
};

/// Returns a record with the reason why the program was not analysed.
DictionaryAttr recordRefusal(MLIRContext *context, StringRef chip,
                             StringRef mode, StringRef why);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_RECORD_H
