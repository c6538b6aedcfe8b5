// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of the pipeline, in its order. Each description ends with the
// test that shows the pass at work.
#ifndef AMP_PASSES_TD
#define AMP_PASSES_TD

include "mlir/Pass/PassBase.td"

def Recognize : Pass<"amp-recognize", "::mlir::ModuleOp"> {
  let summary = "finds composites by their structure and assigns roles to "
                "their ops";
  let description = [{
    Input: a model graph. Output: `amp.role = "<group>.<role>"` on the ops of
    the composites that were found, so that a policy can name the part of a
    composite that must be exact (`deny = ["group.layer_norm.statistic"]`):

    * `statistic`: sums over dimensions, ops on these sums, and ops whose
      results only these sums read, such as squares;
    * `interior`: ops that combine the data with the statistics, per element;
    * `output`: the ops that follow: a quotient, a scale and a shift;
    * `input`: ops that only prepare the data.

    Collectives that sum gradients over devices, in front of their mark, have
    the role `gradients.sum`.

    lib/Recognize/Grammar.cpp lists the composites. Matching ignores names of
    functions and spellings of ops, and follows broadcasts, reshapes,
    conversions between floats, and calls. An op has a role only if the whole
    composite is present, and, in a function with several calls, in all of them.
    An existing role stays. The pass changes nothing else. A module to which a
    policy was applied before is not changed.

    See test/Recognize.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numGroups", "groups", "composites found">];
}

def AttachPolicy : Pass<"amp-attach-policy", "::mlir::ModuleOp"> {
  let summary = "writes the precision policy on the module";
  let description = [{
    Input: any module. Output: `amp.policy` on the module: the preset (or the
    policy that the module already has, or a policy file), with `compute` as its
    low precision, `io` as the type of arguments and results of public
    functions, and `f32` as the mode of contractions that stay f32. With
    `reduce=low`, a rule forces the sums of gradients over devices into the low
    precision. A module to which this policy was applied before is not changed;
    another policy is an error. `compute=f32` takes the preset `f32`, which
    lowers nothing, and no other policy.

    A policy file holds one `#amp.policy` attribute as text, with `//` comments.
    Errors in it have a position in the file. A preset is a policy file that is
    part of the tool.

    The pass resolves rules, and list entries that depend on attributes: each op
    that matches gets `amp.listed`, the list that the most specific rule
    selected, with the rule as reason (`#amp.rule` defines specificity). A
    policy without rules costs no walk. Errors: words that are no class of ops,
    and rules of equal rank that disagree on an op. Warnings: ops that a loaded
    dialect does not have, and rules that match nothing. Rules by role read
    `amp.role`, so recognition runs before this pass.

    The pass also resolves regions in which AMP is off. Ops in a scope "amp.off"
    (`jax.named_scope`, which gradients inherit), in a composite of that name,
    or in an op or function with `amp.require = #amp.require<deny>` are denied.

    See test/Policy/attach-policy.mlir, test/Policy/rules.mlir and
    test/Policy/off.mlir.
  }];
  let options = [
    Option<"compute", "compute", "std::string", "\"\"",
           "low precision: f16, bf16, or f32 to lower nothing">,
    Option<"preset", "preset", "std::string", "\"default\"",
           "name of a policy that is part of the tool">,
    Option<"policyFile", "policy-file", "std::string", "\"\"",
           "text file with an #amp.policy attribute; replaces the preset">,
    Option<"io", "io", "std::string", "\"\"",
           "type of f32 arguments and results of public functions: f16, bf16 "
           "or keep (f32)">,
    Option<"f32", "f32", "std::string", "\"\"",
           "contractions that stay f32: strict, tf32 or keep">,
    Option<"reduce", "reduce", "std::string", "\"\"",
           "type of sums of gradients over devices: f32, or low">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def AnalyzeRanges : Pass<"amp-analyze-ranges", "::mlir::ModuleOp"> {
  let summary = "merges recorded ranges, and prints the ranges of all values";
  let description = [{
    Input: any module. With `ranges`, a file that `amp-run --record-ranges`
    wrote for this program, the output has `amp.range` on the recorded ops and
    arguments; declared ranges stay. Errors: a file of another program, with the
    expected and the found op, and recorded values outside a declared range,
    which is too narrow.

    With `print`, emits a remark per op with float results: the bounds and their
    source. docs/architecture/ranges.md documents the rules and the file.

    See test/tools/amp-run/record-ranges.test and test/Ranges/elementwise.mlir.
  }];
  let options = [
    Option<"ranges", "ranges", "std::string", "\"\"",
           "JSON file of amp-run --record-ranges">,
    Option<"print", "print", "bool", "false",
           "emit a remark for each op">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AssignPrecision : Pass<"amp-assign-precision", "::mlir::ModuleOp"> {
  let summary = "decides the number format of every op that handles f32";
  let description = [{
    Input: a module with `amp.policy`. Output: a typed `amp.precision` with its
    reason on every op that has an f32 operand or result; `amp.listed` is
    erased.

    The first of these that applies to a slot of an op decides: the input
    program (16-bit operands, an `algorithm`); `amp.require` on the op; a rule,
    or an entry with a condition (`amp.listed`); the lists, by op name; the
    lists, by class. A denied op then denies the `infer` ops that depend on its
    result, up to the next allowed one (except with `paint`, not where the low
    format is known to hold the operands and results). The `solver` decides the
    remaining slots:

    * `mincut`: the assignment with the least predicted time on `chip`, casts
      included, by the model of lib/Cost/Objective.h. It is a minimum
      cut, and the maximum flow proves it.
    * `paint`: as in TensorFlow's Grappler: allowed ops are low, and so are
      `infer` ops between or behind them and `clear` ops adjacent to them.
    * `exhaustive`: the optimum of mincut by enumeration; for tests.

    The module gets `amp.solution`: chip, solver, and the predicted times of the
    assignment and of the program in f32, in femtoseconds; with `compare` also
    the time of `paint` and the bytes of the flow graph; with `mincut` the flow
    that proves optimality (amp-check-solution documents its format).

    Regardless of the lists, these are f32: values computed from random bits
    alone; by the structure of a training step, the loss, the seed, the update
    and everything behind the last contraction (unless force, a rule or
    `amp.require` states otherwise); a maximum and the comparisons with it,
    unless all of them are low.

    A loop-carried value has one precision in all iterations. A private function
    is decided per call, and copied where two calls differ; a public function
    keeps its signature. A composite that a list, a rule or `amp.require` names
    is a call of its decomposition: its list applies to its operands and
    results, and a denial to all ops inside. Other composites, and marks, keep
    their types. Errors: a module without a policy, recursion, and a forced
    maximum that is compared with f32.

    f64, integers, complex numbers and values that are 16-bit in the input are
    not changed.

    See test/Precision/mincut.mlir, test/Precision/fitting.mlir,
    test/Precision/paint.mlir, test/Precision/paint-control-flow.mlir,
    test/Precision/rules.mlir and test/Precision/force.mlir.
  }];
  let options = [
    Option<"solver", "solver", "std::string", "\"mincut\"",
           "mincut, paint or exhaustive">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "chip of the cost model: cpu, sm_70, sm_80, sm_86, sm_89, sm_90, "
           "sm_100, sm_120 or h200">,
    Option<"compare", "compare", "bool", "false",
           "also report the predicted time of paint">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def PlaceCasts : Pass<"amp-place-casts", "::mlir::ModuleOp"> {
  let summary = "inserts the casts that the decisions require";
  let description = [{
    Input: assigned ops. Output: every op with its decided types, an `amp.cast`
    with its reason for each value that is needed in another type, and no
    `amp.precision`. One cast per value and type serves all users: behind the
    definition, or, if all users lie in one branch, at the start of the branch;
    never inside a loop that does not change the value. An op that handles f32
    and has no decision is an error.

    With `keep-reasons`, each op keeps the reason of its decision as
    `amp.reason`, for a report, until `amp-lower-to-native`.

    See test/Casts/place-casts.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let options = [Option<"keepReasons", "keep-reasons", "bool", "false",
           "leave the reason of each decision on its op">];
  let statistics = [Statistic<"numCasts", "casts", "casts inserted">];
}

def FoldCasts : Pass<"amp-fold-casts", "::mlir::ModuleOp"> {
  let summary = "rounds constants at compile time";
  let description = [{
    Input: casts. Output: no casts of constants. Each one becomes a correctly
    rounded constant (to nearest, ties to even), with a warning where a finite
    value overflows to infinity or a nonzero value becomes zero.

    See test/Casts/fold-casts.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numFolded", "folded", "constants rounded">];
}

def ConvertInterface : Pass<"amp-convert-interface", "::mlir::ModuleOp"> {
  let summary = "converts arguments and results of public functions to the "
                "low format";
  let description = [{
    Input: casts, and a policy with `io`; without `io`, the pass does nothing.
    Output: public functions whose f32 arguments and results have that type,
    with a cast behind each argument and in front of each result that needs one.
    A user of a cast argument now reads the argument itself. Tensors and scalars
    of f32 change, other types do not.

    Decisions inside the functions do not change. A public function that the
    module itself calls is an error.

    See test/Casts/convert-interface.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def LowerToNative : Pass<"amp-lower-to-native", "::mlir::ModuleOp"> {
  let summary = "lowers ops of the amp dialect to ops of the graph's dialect";
  let description = [{
    Input: `amp.cast`. Output: `stablehlo.convert`, `tosa.cast`, or
    `arith.truncf` and `arith.extf`, by the dialect of the producer or the user
    of the value; on the module `amp.applied`, a plain dictionary, instead of
    `amp.policy`. Attributes for a report (`amp.reason`, `amp.safety`,
    `amp.before`), user constraints, roles and ranges of ops (`amp.require`,
    `amp.role`, `amp.range`) are erased; declared ranges of arguments stay. A
    cast between types that the native op cannot convert is an error.

    See test/Lowering/lower-to-native.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def RecordInput : Pass<"amp-record-input", "::mlir::ModuleOp"> {
  let summary = "records the module for amp-verify";
  let description = [{
    Input: any module, with its policy. Output: unchanged. Keeps a compact
    record of the module until the pipeline ends: an analysis that no change
    invalidates.

    See test/Verify/verify.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def VerifyOutput : Pass<"amp-verify", "::mlir::ModuleOp"> {
  let summary = "compares the output with the record of its input";
  let description = [{
    Input: a module that amp-record-input has recorded, after placement, folding
    or native lowering; or, with `input`, the file that the module was made
    from. The module does not change. The pass fails with a located error where
    one of these does not hold:

    * Symbols and signatures are those of the input, except that all f32
      arguments and results of public functions have the policy's `io` type.
      Private functions may have copies for other types, which equal their
      originals.
    * Without the added casts, the module is the input: the same ops, attributes
      and operands.
    * Each cast converts an f32 value of the input, or back to f32; dominates
      its users; exists once per value and type; and is outside of loops that do
      not change the value.
    * Each folded constant is the original, rounded once to nearest, ties to
      even.
    * Values that share a slot, a body, or a position in control flow have one
      type. Only f32 changed, and only to the policy's type.
    * Ops that the policy does not allow keep their types, also in the bodies of
      map, sort, reductions and scatters: an op in such a body that the policy
      denies, that computes with bits, or that calls a function keeps the body
      f32.
    * A maximum over many elements and the comparisons with its result have one
      type.
    * f32 by structure, unless requested otherwise: losses, updates, values that
      only these read, weights on their way to them, values without a
      contraction behind them, values that loops count up or update, rounding
      errors that the program computes, sums of squares in f16.
    * f32 in any case: values computed from positions, counts or random bits and
      scalars alone.
    * The low format holds constants, declared values and, by intervals of this
      checker, values that occur in every run. For values that the program
      bounds, and for values that are low behind a denied op only because of
      their range, the format holds them for inputs that are all 0, 1, -1, 300,
      -300 or 1e38. At an interface that `io` lowers, it holds values that
      otherwise would be infinite in every run.
    * A module to which the policy was applied before is unchanged.

    Rules, roles and entries with conditions are resolved here, from the record;
    `amp.listed` is not trusted. Without a policy on the module or its input,
    the lists permit everything and request nothing; structure, bodies and
    ranges are checked all the same. The pass shares the op model (lib/OpModel:
    classes, slots, dimensions, calls) with the passes that decide and place,
    and no rule for precision, ranges or structure.

    Structure follows values that were f32; a value that the program itself
    computes in another type ends it.

    Not checked: the roles that `amp-recognize` writes; the profit of an
    assignment (amp-check-solution checks it); overflow for other inputs; the
    ranges of values in bodies except constants, of collectives that sum, of
    scatters that neither add nor choose, of ops of linalg, and of loop-carried
    values if the trip count is unknown or takes more than 200,000 evaluations
    of ops; recorded values; values computed from a seed, which loss scaling
    keeps in range (amp-check-scaling); accuracy besides overflow and underflow,
    such as divisors close to zero; for functions with several calls, the call
    from which a value comes, if only contractions follow.

    See test/Verify/verify.mlir.
  }];
  let options = [
    Option<"input", "input", "std::string", "\"\"",
           "file that the module was made from; replaces the record">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def CheckSolution : Pass<"amp-check-solution", "::mlir::ModuleOp"> {
  let summary = "proves again that the placed program has the least "
                "predicted time";
  let description = [{
    Input: a module with `amp.solution` after placement or folding, before
    native lowering; without `amp.solution`, the pass does nothing. The module
    does not change. The pass shares with the solver the op model (lib/OpModel)
    and the prices of single ops and casts (lib/Cost/OpCost.h), which
    define the objective, and no other code.

    The pass reads the program without its casts: a variable per slot of an op
    (per carried value of control flow, per argument and result of a private function),
    which is low by the types of its values, and the definition and the uses of
    every value. It fails if

    * a cast has no use, or a value has two casts to one type;
    * the program has another `time` on that chip, or another `f32` time;
    * a pinned slot has another precision; a pin by the lists, by `amp.require`
      or by force does not follow from `amp.policy`; an exact group is not a
      maximum or minimum with the comparisons of its result;
    * a flow is negative, exceeds a capacity, is not conserved, or lies on an
      edge that does not exist;
    * the flow, a lower bound of every assignment under these pins, differs from
      the `time` of the program.

    The arrays of solver `mincut` number operands and slots in the order of a
    walk, parents first, without constants, casts and the bodies of ops. Slots
    of an op are in the order of its operands, then its results.

    * `flow_edges`: pairs of edge and flow in femtoseconds, for non-zero flows.
      Edge `8 * operand + term`: the share of this use in a conversion in
      registers (term 0: to f32, 1: to the low format), in a copy in memory (2,
      3), in the live bytes at the peak (4, 5); from the operands of a
      contraction to its sum (6, on its first operand, negative back); from a
      layout op to the op with which it is exact (7, on its first operand).
    * `flow_pins`: per slot 0 (free), f32 by 1 a list or `amp.require`, 2 a
      rule, a condition, a composite, or an op or scope around in which AMP is
      off, 3 structure (or an unscaled gradient), 4 range, 5 a path from a
      denied op, 6 the input or one of several calls; 7 low by force, 8 low in
      the input, 9 f32 by an op or value in the op's body; plus 16 if a
      contraction is priced as never rounded to TF32.
    * `flow_exact`: pairs of slots of one precision; what a layout op moves may
      be f32 where the other slot is low.

    Not checked: the reasons of pins 2, 3, 4, 5, 6, 8 and 9 (of 9 only that the
    op has a body; of 2 only that the policy has rules, that there are
    composites, or that AMP is off for the op), and of pairs whose first slot
    only moves values. They are counted as trusted
    (statistic and `remarks`; amp-verify searches for values that are low and
    must not be). Nor are `paint` and `graph_bytes`. The solvers `paint` and
    `exhaustive` leave no flow: only casts and `time` are checked.

    See test/Verify/check-solution.mlir and
    test/Verify/check-solution-mutants.test.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "report how many pins were rechecked, and how many trusted">
  ];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">,
    Statistic<"numRechecked", "rechecked", "pins that follow from the lists">,
    Statistic<"numTrusted", "trusted", "pins of ranges, structure and rules">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

defvar memoryOptions = [
  Option<"memory", "memory", "std::string", "\"\"",
         "available bytes, such as 80GiB, for the largest batch that fits">,
  Option<"batch", "batch", "int64_t", "0",
         "batch size; found by default">
];

def MeasureInput : Pass<"amp-measure-input", "::mlir::ModuleOp"> {
  let summary = "measures the input module for a report";
  let description = [{
    Input: any module. Output: `amp.before` on the module, a plain dictionary
    with the totals of a report, until `amp-lower-to-native`.

    lib/Report/memory/Peak.h states the memory model, and lib/Report/memory/Batch.h how the
    batch is found. A memory size that cannot be parsed is an error.

    See test/Report/measure-input.mlir.
  }];
  let options = memoryOptions;
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def WriteReport : Pass<"amp-write-report", "::mlir::ModuleOp"> {
  let summary = "writes all decisions, their reasons and their effect as JSON";
  let description = [{
    Input: casts, reasons and `amp.before`. Output: unchanged module, and a
    report: one row per op that handles floats, one row per cast, and totals of
    the module before and after. docs/reference/report.md documents every field.
    On failure, an existing file keeps its content. A file that cannot be
    written is an error.

    See test/Report/write-report.mlir.
  }];
  let options = !listconcat([Option<"file", "file", "std::string", "\"\"",
                                    "name of the JSON file">,
                             Option<"keep", "keep", "bool", "false",
                                    "keep the report in memory: a later pass "
                                    "that adds a field writes the file">],
                            memoryOptions);
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def PrintSummary : Pass<"amp-print-summary", "::mlir::ModuleOp"> {
  let summary = "prints ops per class and precision on standard error";
  let description = [{
    Prints ops per class and precision with their floating-point operations;
    casts with the bytes that they read and write; bytes of parameters
    (arguments of public functions), constants and activations per type; and the
    most frequent reasons. With `amp.before` on the module, also the values
    before. The module does not change.

    A function counts once per call, a loop body once.

    See test/Report/print-summary.mlir.
  }];
  let options = memoryOptions;
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def PrintOpModel : Pass<"amp-print-op-model", "::mlir::ModuleOp"> {
  let summary = "prints the op model on standard error";
  let description = [{
    Prints one line per row: name, class, slots of operands and results, rule
    for regions, operations per element, and reason. With `missing`, prints how
    many ops of each loaded dialect that the model describes have a row, and the
    ops without one. With `ops`, emits a remark with class and slots at each op
    of the module. The module does not change.

    See test/OpModel/print-op-model.mlir.
  }];
  let options = [
    Option<"missing", "missing", "bool", "false",
           "print ops without a row">,
    Option<"ops", "ops", "bool", "false",
           "emit a remark at each op of the module">
  ];
}

#endif // AMP_PASSES_TD
