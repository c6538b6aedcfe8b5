// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that matrix units are fast on.
#ifndef AMP_SHAPESPASSES_TD
#define AMP_SHAPESPASSES_TD

include "mlir/Pass/PassBase.td"

def AlignShapes : Pass<"amp-align-shapes", "::mlir::ModuleOp"> {
  let summary = "pads dimensions for tensor cores";
  let description = [{
    Input: a program of StableHLO, or of linalg on tensors. Where the rows of a
    contraction's matrices begin at addresses that tensor cores load slowly, the
    pass pads dimensions. Output: a pad with zeros where a chain of ops starts,
    a slice where it ends, and a mask with the neutral element where a
    reduction, or a contraction that sums over the dimension, would read
    padding. Arguments and results of public functions keep their types, and no
    result holds padding.

    On linalg, a padded dimension continues through ops whose maps are projected
    permutations and whose bodies only compute, and through expanded or
    collapsed shapes. Reductions of one value by one op of arith read a mask;
    all others read the slice. Convolutions of linalg are not changed, nor are
    contractions of f32: arith has no attribute that permits TF32.

    A dimension is padded everywhere or nowhere: through elementwise ops,
    transposes, broadcasts, loops, private functions, and reshapes that split
    it, or merge others into it, if it is the outermost of them. The merged
    dimensions then grow in proportion, if neither grows much longer than by
    itself and the model predicts that a slice is not faster. Every other op
    reads its sliced operands. `align=profitable` pads where the contractions
    save more time than pads, slices and masks take on the chip, as long as the
    bytes of the step grow by no more than `bytes` percent; `always` pads all
    dimensions that are not aligned to 16 bytes. Programs that are partitioned
    over devices are not changed, nor are programs that were aligned before.

    With `pad-state`, values with the same `amp.state` on an argument and on the
    result that replaces it stay padded from step to step, with zeros as
    padding; `amp.unpadded` on both holds the original shape. `@main_pad_state`
    pads a checkpoint, and `@main_unpad_state` removes the padding.

    With `dynamic=round-up`, a dimension of StableHLO that is known at run time
    only (`?`) is rounded up to the next multiple of 16 bytes, wherever a static
    dimension would be padded. Its gain is unknown, so the option decides. The
    size has to follow from the arguments of the function: from their dimensions
    in a public function, from integers in any function (as JAX passes them).
    The dimension continues through all ops that forward static dimensions, and
    through `dynamic_broadcast_in_dim`, `dynamic_iota` and `dynamic_reshape`;
    all other dynamic ops, gathers, and types with bounds read and return the
    slice. The decision for static dimensions of the same op assumes a size of
    about 1,000. Programs of linalg keep their dynamic dimensions.

    `amp.unpadded` on each added op holds the shape of its result without
    padding, with -1 for dimensions that are known at run time only.

    See test/Shapes/align-shapes.mlir and test/Shapes/reshapes.mlir.
  }];
  let options = [
    Option<"align", "align", "std::string", "\"profitable\"",
           "off, profitable or always">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "chip of the cost model">,
    Option<"remarks", "remarks", "bool", "false",
           "emit a remark for each dimension, with the decision and its "
           "reason">,
    Option<"check", "check", "bool", "false",
           "compare the padded program with the input (amp-check-alignment)">,
    Option<"record", "record", "bool", "false",
           "record the decisions as amp.alignment, for amp-write-alignment">,
    Option<"bytes", "bytes", "double", "3.0",
           "with align=profitable, largest growth in percent of the bytes "
           "that a step is given and writes">,
    Option<"padState", "pad-state", "bool", "false",
           "states stay padded from step to step">,
    Option<"dynamic", "dynamic", "std::string", "\"keep\"",
           "dimensions that are known at run time only: keep, or round-up">
  ];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">,
    Statistic<"numDims", "dims", "dimensions padded">,
    Statistic<"numPads", "pads", "pads added">,
    Statistic<"numSlices", "slices", "slices added">,
    Statistic<"numMasks", "masks", "masks added">,
    Statistic<"numStates", "states", "states that stay padded">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def WriteAlignment : Pass<"amp-write-alignment", "::mlir::ModuleOp"> {
  let summary = "adds alignment to the JSON report";
  let description = [{
    Input: a module behind `amp-align-shapes` with `record` and
    `amp-write-report` with `keep`. Output: the field `alignment` in the report,
    null if alignment was off (docs/reference/report.md), and no
    `amp.alignment`. With `file`, the pass writes the report.

    See test/Report/alignment.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "name of the JSON file; default: not written">];
}

def CheckAlignment : Pass<"amp-check-alignment", "::mlir::ModuleOp"> {
  let summary = "checks a padded program against its input";
  let description = [{
    Input: a module behind `amp-align-shapes`, and the file that it was made
    from. The module does not change. The pass fails where the two differ:
    without the ops that `amp.unpadded` marks, both are the same program; each
    value begins with its original elements; and no op lets padding influence
    elements: contractions sum zeros there, reductions neutral elements.
    Functions that pad or slice states do so with each state once, in its
    position. The pass shares with the padding pass the facts of lib/OpModel
    about ops (dimensions, dimension numbers, and the sizes in
    lib/OpModel/sizes); rules for padding, neutral elements, masks, indices and
    rounding are its own.

    Not checked: ops without users, padding that no op reads, and the time that
    padding saves.

    See test/Shapes/check-alignment.mlir, test/Shapes/check-added.mlir and
    test/Shapes/check-dynamic.mlir.
  }];
  let options = [Option<"input", "input", "std::string", "\"\"",
                        "file with the program before (required)">];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

#endif // AMP_SHAPESPASSES_TD
