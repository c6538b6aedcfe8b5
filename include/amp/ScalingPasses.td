// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What makes a step of mixed precision train: the scale of the loss. These
// passes run on native modules, after the casts.
#ifndef AMP_SCALINGPASSES_TD
#define AMP_SCALINGPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertMarks : Pass<"amp-convert-marks", "::mlir::ModuleOp"> {
  let summary = "reads the marks of a training step";
  let description = [{
    Takes composites "amp.loss", "amp.seed", "amp.gradients" and "amp.state",
    wherever they are. Leaves the ops of the same names
    (dialects/amp/IR/AmpMarks.td says what they mean, and what an exporter has
    to write), and no function that only was their decomposition. Refuses marks
    of other names and marks whose operands, results or attributes do not fit.

    See test/Scaling/convert-marks.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numMarks", "marks", "marks read">];
}

def LowerTraining : Pass<"amp-lower-training", "::mlir::ModuleOp"> {
  let summary = "writes the ops of scaled training in StableHLO";
  let description = [{
    Takes `amp.scale`, `amp.unscale`, `amp.update_scale` and `amp.guard` in a
    module of StableHLO. Leaves multiplications, one `and` over whether each
    element of a gradient is finite, selections of states, and a few scalars
    for the scale; nothing that a host would have to read. Shapes may be known
    late, but not ranks.

    See test/Lowering/lower-training.mlir.
  }];
}

#endif // AMP_SCALINGPASSES_TD
