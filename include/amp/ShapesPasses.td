// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that matrix units are fast on.
#ifndef AMP_SHAPESPASSES_TD
#define AMP_SHAPESPASSES_TD

include "mlir/Pass/PassBase.td"

def AlignShapes : Pass<"amp-align-shapes", "::mlir::ModuleOp"> {
  let summary = "pads dimensions that make products of matrices slow";
  let description = [{
    Takes a program of StableHLO, or of linalg on tensors. Where the rows of a contraction's matrices
    begin at addresses that matrix units load slowly, leaves longer dimensions:
    a pad with zeros where a chain of ops starts, a slice where it ends, and a
    mask with the neutral element where a reduction, or a product that sums over
    the dimension, would see what is behind its end. Arguments and results of
    public functions keep their types, and no result holds padding.

    On linalg, a dimension goes on through ops whose maps are projected
    permutations and whose bodies only compute, and through shapes that are
    expanded or collapsed; a mask is a linalg.generic that compares an index.
    Reductions of one value by one op of arith read a mask, all others what was.
    Convolutions of linalg are left alone, and so are products of f32: arith
    does not say whether they may run as TF32.

    A dimension is padded wherever it stands, or nowhere: through elementwise
    ops, transposes, broadcasts, loops, private functions; and through reshapes
    that split it, or merge others into it, where it is the outermost of those:
    what comes of it then grows in proportion, if neither gets much longer than
    it would by itself and the model says that this is no slower than a cut.
    Every other op reads its operands as they were. `align=profitable` pads what
    saves more time in products than its pads, slices and masks take on the
    chip, as long as the step's bytes grow by no more than `bytes` percent;
    `always` all that is not aligned to 16 bytes. Programs that are split over devices are left
    alone, and so are those that were aligned before.

    With `pad-state`, what has the same `amp.state` on an argument and on the
    result that replaces it stays padded from step to step, with zeros behind
    its end; `amp.unpadded` on both tells the shape that it had.
    `@main_pad_state` pads a checkpoint, `@main_unpad_state` takes it back.

    With `dynamic=round-up`, a dimension of StableHLO that is known at run time
    only (`?`) is rounded up there to the next multiple of 16 bytes, wherever a
    static one would be padded: nobody knows what it would gain, so the option
    decides. Its size has to follow from the arguments of the function: from
    their dimensions in a public one, from integers in any (as JAX hands them
    on). It goes on through what hands on static dimensions, and through
    `dynamic_broadcast_in_dim`, `dynamic_iota` and `dynamic_reshape`; all other
    dynamic ops, gathers, and types with bounds read and make what was. The
    decision for static dimensions beside it takes each for about 1,000.
    Programs of linalg keep their dynamic dimensions.

    `amp.unpadded` on each op that was added tells the shape of its result
    without padding, -1 where that is known at run time only.

    See test/Shapes/align-shapes.mlir, test/Shapes/reshapes.mlir.
  }];
  let options = [
    Option<"align", "align", "std::string", "\"profitable\"",
           "off, profitable or always">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "the chip whose time counts">,
    Option<"remarks", "remarks", "bool", "false",
           "say of each dimension what was decided, and why">,
    Option<"check", "check", "bool", "false",
           "compare the program with what it was (amp-check-alignment)">,
    Option<"record", "record", "bool", "false",
           "note the decisions as amp.alignment, for amp-write-alignment">,
    Option<"bytes", "bytes", "double", "3.0",
           "with align=profitable, how many percent more bytes a step may be "
           "given and write">,
    Option<"padState", "pad-state", "bool", "false",
           "states stay padded from step to step">,
    Option<"dynamic", "dynamic", "std::string", "\"keep\"",
           "dimensions that are known at run time only: keep, or round-up">
  ];
  let statistics = [
    Statistic<"numDims", "dims", "dimensions padded">,
    Statistic<"numPads", "pads", "pads added">,
    Statistic<"numSlices", "slices", "slices added">,
    Statistic<"numMasks", "masks", "masks added">,
    Statistic<"numStates", "states", "states that stay padded">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def WriteAlignment : Pass<"amp-write-alignment", "::mlir::ModuleOp"> {
  let summary = "adds to the JSON report what was padded";
  let description = [{
    Takes a module behind `amp-align-shapes` with `record`, and the file that
    `amp-write-report` wrote. Leaves in the file the field `alignment`, null
    where nobody asked for it (docs/reference/report.md), and no `amp.alignment`.

    See test/Report/alignment.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "the report (required)">];
}

def CheckAlignment : Pass<"amp-check-alignment", "::mlir::ModuleOp"> {
  let summary = "compares an aligned program with the one that it was made of";
  let description = [{
    Takes a module that `amp-align-shapes` has left, and the file that it was
    made from. Changes nothing, and fails where the two part: without what
    `amp.unpadded` marks it is the same program, each value starts with what it
    was, and no op lets what is behind an end touch what is before it: products
    sum zeros there, reductions what changes nothing. Functions that pad or cut
    states do so with each state once, in its place. Shares with the pass that
    pads what lib/OpModel knows of ops: their dimensions, dimension numbers and
    the sizes that values have (lib/OpModel/sizes); rules of padding, neutral
    elements, masks, indices and rounding are its own.

    Does not check ops that nothing reads, what lies in padding that nothing
    reads, nor that padding saves time.

    See test/Shapes/check-alignment.mlir, check-added.mlir and check-dynamic.mlir.
  }];
  let options = [Option<"input", "input", "std::string", "\"\"",
                        "file with the program before (required)">];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

#endif // AMP_SHAPESPASSES_TD
