// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of the pipeline, in its order. Each description ends with the
// test that shows the pass at work.
#ifndef AMP_PASSES_TD
#define AMP_PASSES_TD

include "mlir/Pass/PassBase.td"

def Recognize : Pass<"amp-recognize", "::mlir::ModuleOp"> {
  let summary = "finds composites by their structure and gives their ops roles";
  let description = [{
    Takes a model graph. Leaves `amp.role = "<group>.<role>"` on the ops of the
    composites that it finds, so that a policy can say what part of them must be
    exact (`deny = ["group.layer_norm.statistic"]`):

    * `statistic`: sums over dimensions, and what is computed from them, or only
      for them, such as squares;
    * `interior`: what meets the statistics, element by element;
    * `output`: what comes after that: a quotient, a scale and a shift;
    * `input`: what only prepares the data.

    Collectives that add gradients over devices, in front of their mark, have
    the role `gradients.sum`.

    lib/Recognize/Grammar.cpp lists the composites. Names of functions, and how
    ops are spelt, do not matter; broadcasts, reshapes, conversions between
    floats and calls are looked through. An op has a role only where the whole
    composite is there, and, in a function with several calls, in all of them.
    A role that an op has stays. Changes nothing else; a module that a policy
    was applied to before is left alone.

    See test/Recognize.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numGroups", "groups", "composites found">];
}

def AttachPolicy : Pass<"amp-attach-policy", "::mlir::ModuleOp"> {
  let summary = "writes the precision policy on the module";
  let description = [{
    Takes any module. Leaves `amp.policy` on it: the preset (or the policy that
    the module already carries, or a policy file), with `compute` as its low
    precision, `io` as what public functions read and return, and `f32` as what
    contractions that stay f32 ask of a GPU. With `reduce=low`, a rule of its own
    forces the sums of gradients over devices into the low precision. A module that this very policy was
    applied to before is left alone; another policy is refused.

    A policy file holds one `#amp.policy` attribute as text, with `//` comments;
    its faults are located in the file. A preset is a policy file that ships
    with the tool.

    Rules, and entries of lists that depend on attributes, are resolved here:
    each op that one of them matches gets `amp.listed`, the list that the most
    specific one chose and which one it was (`#amp.rule` says what is more
    specific). A policy without them costs no walk. Refuses words that are no
    class of ops, and rules of equal rank that disagree on an op; warns of ops
    that a loaded dialect does not have, and of rules that match nothing. Rules
    by role read `amp.role`, so recognition runs before this pass.

    So are the parts of a program where AMP is off: ops in a scope "amp.off"
    (`jax.named_scope`, which gradients inherit), all that is inside a composite
    of that name, or inside an op or function whose `amp.require` is `deny`, is
    listed as denied.

    See test/Policy/attach-policy.mlir, rules.mlir and off.mlir there.
  }];
  let options = [
    Option<"compute", "compute", "std::string", "\"\"",
           "low precision: f16 or bf16">,
    Option<"preset", "preset", "std::string", "\"default\"",
           "name of a policy that ships with the tool">,
    Option<"policyFile", "policy-file", "std::string", "\"\"",
           "text file that holds an #amp.policy attribute; replaces the preset">,
    Option<"io", "io", "std::string", "\"\"",
           "public functions read and return f16 or bf16 (keep: f32)">,
    Option<"f32", "f32", "std::string", "\"\"",
           "contractions that stay f32: strict, tf32 or keep">,
    Option<"reduce", "reduce", "std::string", "\"\"",
           "sums of gradients over devices: f32, or low">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AnalyzeRanges : Pass<"amp-analyze-ranges", "::mlir::ModuleOp"> {
  let summary = "merges recorded ranges, and prints the ranges of all values";
  let description = [{
    Takes any module. With `ranges`, a file that `amp-run --record-ranges` wrote
    for this very program, leaves `amp.range` on the ops and arguments that were
    recorded; where one is declared, it stays. Refuses a file of another
    program: it says which op it expected, and which one it found; and one with
    values that cannot be, which means that a declared range is too narrow.

    With `print`, a remark per op that makes floats: between which ends they
    lie, and how that is known. docs/architecture/ranges.md documents both.

    See test/tools/amp-run/record-ranges.test and test/Ranges/elementwise.mlir.
  }];
  let options = [
    Option<"ranges", "ranges", "std::string", "\"\"",
           "JSON file that amp-run --record-ranges wrote">,
    Option<"print", "print", "bool", "false", "remark on each op">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AssignPrecision : Pass<"amp-assign-precision", "::mlir::ModuleOp"> {
  let summary = "decides the number format of every op that handles f32";
  let description = [{
    Takes a module with `amp.policy`. Leaves a typed `amp.precision`, with its
    reason, on every op that has an f32 operand or result, and no `amp.listed`.

    What decides about a slot of an op, the first that speaks: what the program
    itself fixes (16-bit operands, an `algorithm`); `amp.require` on the op; a
    rule or an entry with a condition (`amp.listed`); the lists, by op name; the
    lists, by class. Then denied ops deny what infers from them, up to the next
    allowed one (but for `paint`, not where the low format is known to hold what
    the op reads and makes), and the `solver` decides the rest:

    * `mincut`: the assignment that takes the least time on `chip` by the model
      of lib/OpModel/cost/Objective.h, casts included: a minimum cut, whose flow
      proves it. Low where it saves time, f32 where it does not.
    * `paint`: as TensorFlow's Grappler paints: allowed ops are low, and so is
      what lies between them, or infers from them, or is clear beside them.
    * `exhaustive`: as mincut, by trying every assignment; for tests.

    Leaves `amp.solution` on the module: the chip, the solver, and what the
    program takes as decided and all in f32, in femtoseconds; with `compare`
    also as painted, and bytes of the flow graph; of `mincut` the flow that
    proves the assignment optimal (amp-check-solution has its format).

    Whatever the lists say, f32 are: what is made of random bits alone; by the
    structure of a training step, the loss, the seed, the update and everything
    after the last contraction (unless force, a rule or a wish says otherwise);
    a maximum and the comparisons with it, unless all of them are low.

    A loop-carried value has one precision for all turns. A private function is
    decided per call, and copied where two calls differ; a public one keeps its
    signature. A composite that a list, a rule or a wish names is a call of its
    decomposition: its list decides what goes in and out, and a denial all that
    is inside; one that nobody names keeps its types, and so do marks. Refuses a
    module without policy, recursion, and a forced maximum that is compared with
    f32.

    f64, integers, complex numbers and values that are 16-bit in the input are
    never touched.

    See test/Precision/mincut.mlir, fitting.mlir, paint.mlir,
    paint-control-flow.mlir, rules.mlir and force.mlir there.
  }];
  let options = [
    Option<"solver", "solver", "std::string", "\"mincut\"",
           "mincut, paint or exhaustive">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "the chip whose time counts: cpu, sm_70, sm_80, sm_90 or sm_100">,
    Option<"compare", "compare", "bool", "false",
           "say also what painting would take">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def PlaceCasts : Pass<"amp-place-casts", "::mlir::ModuleOp"> {
  let summary = "inserts the casts that the decisions ask for";
  let description = [{
    Takes assigned ops. Leaves every op with its decided types, an `amp.cast`
    with its reason for each value that is needed in another type, and no
    `amp.precision`. One cast per value and type serves all users: behind the
    definition, or, where all users lie in one branch, at its start; never
    inside a loop that does not change the value. Refuses an op that handles
    f32 and has no decision.

    With `keep-reasons` each op keeps the reason of its decision, as
    `amp.reason`, for a report; `amp-lower-to-native` ends it.

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
    Takes casts. Leaves none on constants: each becomes a constant that is
    correctly rounded (to nearest, ties to even), with a warning where a finite
    value overflows to infinity or a nonzero one flushes to zero.

    See test/Casts/fold-casts.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numFolded", "folded", "constants rounded">];
}

def ConvertInterface : Pass<"amp-convert-interface", "::mlir::ModuleOp"> {
  let summary = "public functions read and return the low format";
  let description = [{
    Takes casts, and a policy that says `io`; without that it does nothing.
    Leaves public functions that read and return that type instead of f32, with
    a cast behind each argument and before each result that needs one: a value
    that was cast to the low format anyway is now read as it comes. Tensors and
    scalars of f32 change, other types do not.

    What was decided inside stays as it was. Refuses a public function that the
    module itself calls.

    See test/Casts/convert-interface.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def LowerToNative : Pass<"amp-lower-to-native", "::mlir::ModuleOp"> {
  let summary = "writes amp ops as ops that any consumer reads";
  let description = [{
    Takes `amp.cast`. Leaves `stablehlo.convert`, `tosa.cast`, or `arith.truncf`
    and `arith.extf`, by the dialect that the value comes from or goes to, and
    on the module `amp.applied`, a plain dictionary, instead of `amp.policy`.
    What was kept for a report (`amp.reason`, `amp.safety`, `amp.before`) ends
    here. Wishes, roles and ranges of ops (`amp.require`, `amp.role`,
    `amp.range`) go with the policy; declared ranges of arguments stay.
    Refuses a cast between types that the native op cannot convert.

    See test/Lowering/lower-to-native.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def RecordInput : Pass<"amp-record-input", "::mlir::ModuleOp"> {
  let summary = "notes what the module is, for amp-verify";
  let description = [{
    Takes any module, with its policy. Keeps a compact record of it until the
    pipeline ends: an analysis that no change invalidates. Changes nothing.

    See test/Verify/verify.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def VerifyOutput : Pass<"amp-verify", "::mlir::ModuleOp"> {
  let summary = "compares the output with the record of its input";
  let description = [{
    Takes a module that amp-record-input has seen, after placing, folding or
    native lowering; or, with `input`, the file that it was made from. Changes
    nothing, and fails with a located error where the output breaks a promise:

    * symbols and signatures are those of the input, but that the f32 in those of
      public functions is what the policy's `io` says, all of it; private
      functions may have copies for other types, which equal their originals;
    * without our casts it is the input: the same ops, attributes and operands;
    * each cast is of an f32 value of the input or back to f32, dominates its
      users, is there once per value and type, and is outside of loops that do
      not change the value;
    * each folded constant is the original, rounded once to nearest, ties to
      even;
    * values that share a slot, a body, or a place in control flow have one
      type; only f32 became something else, and only the policy's type;
    * what the policy does not allow keeps its types, also in the bodies of map,
      sort, reductions and scatters: no op there that the policy denies, that
      computes with bits, or that calls a function;
    * a maximum over many elements and the comparisons that test its result have
      one type;
    * f32 by structure, unless asked for: losses, updates, what only they read,
      weights on their way to them, what no contraction comes after, what loops
      count up or update, rounding errors that the program computes, sums of
      squares in f16;
    * f32 whatever is computed from positions, counts or random bits and scalars
      alone;
    * the low format holds constants, what the user declares and, by intervals of
      its own, what occurs in every run; it also holds what the program bounds,
      and what is low after a denied op only because of its range, for inputs
      that are all 0, 1, -1, 300, -300 or 1e38; at an interface that `io` makes
      low, it holds what is infinite otherwise in every run;
    * a module that the policy was applied to before is left as it was.

    Rules, roles and entries with conditions are resolved here, from the record:
    `amp.listed` is not believed. Without a policy on the module or its input,
    the lists permit everything, and nothing is asked for: structure, bodies and
    ranges are checked all the same. Shares the op model (lib/OpModel: classes,
    slots, dimensions, calls) with the passes that decide and place, and no rule
    for precision, ranges or structure.

    Structure follows values that were f32: what the program itself computes in
    another type ends it.

    Not checked: the roles that `amp-recognize` writes; whether an assignment
    pays (amp-check-solution does); overflow for inputs other than those; the
    ranges of values in bodies but constants, of collectives that sum, of
    scatters that neither add nor choose, of ops of linalg, and of what loops
    carry whose trip count is unknown or takes more than 200,000 evaluations of
    ops; values that the user recorded; what is
    computed from a seed, which loss scaling keeps in range
    (amp-check-scaling); accuracy beyond overflow and underflow, such as
    divisors that come near zero; for functions with several calls, which call
    a value is from, where only contractions come after.

    See test/Verify/verify.mlir.
  }];
  let options = [
    Option<"input", "input", "std::string", "\"\"",
           "file that the module was made from; replaces the record">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def CheckSolution : Pass<"amp-check-solution", "::mlir::ModuleOp"> {
  let summary = "proves again that the placed program is the cheapest one";
  let description = [{
    Takes a module with `amp.solution` after placing or folding, before native
    lowering. Changes nothing. Does nothing without `amp.solution`. Shares with
    the solver the op model (lib/OpModel) and the prices of single ops and casts
    (lib/OpModel/cost/OpCost.h), which define the objective, and no other code.

    Reads the program without its casts: a variable per slot of an op (per joint
    of control flow, per argument and result of a private function), which is low
    by the types of its values, and the definition and reads of every value.
    Fails where
    * a cast has no use, or a value has two casts to one type;
    * the program takes another `time` on that chip, or all in f32 another `f32`;
    * a pinned slot has another precision; a pin by the lists, by `amp.require`
      or by force does not follow from `amp.policy`; an exact group is no maximum
      or minimum with the comparisons of its result;
    * a flow is negative, exceeds a capacity, is not conserved, or lies on an
      edge that does not exist;
    * the flow, a lower bound of every assignment under these pins, is not the
      `time` of the program.

    The arrays of solver `mincut` number operands and slots in the order of a
    walk, parents first, without constants, casts and the bodies of ops. Slots
    of an op are in the order in which its operands, then its results name them.
    * `flow_edges`: pairs of edge and flow in femtoseconds, those that are not
      zero. Edge `8 * operand + term`: what this use pays of a conversion in
      registers (term 0: to f32, 1: to the low format), of a copy in memory (2,
      3), of what lives at the peak (4, 5); from the factors of a contraction to
      its sum (6, on its first operand, negative back); from a layout op to the
      op that it is exact with (7, on its first operand).
    * `flow_pins`: per slot 0 (free), f32 by 1 a list or the op's wish, 2 a
      rule, a condition, a composite, or an op or scope around where AMP is off,
      3 structure (or an unscaled gradient), 4 range, 5 a path from a denied op,
      6 the input or one of several calls; 7 low by force, 8 low in the input,
      9 f32 by an op or value in the op's body; 16 more if a contraction is priced as never cut to TF32.
    * `flow_exact`: pairs of slots of one precision.

    Does not check the reasons of pins 2, 3, 4, 5, 6, 8 and 9 (of 9 only that the
    op has a body; of 2 only that the policy has rules, that there are
    composites, or that AMP is off for the op), which are counted as trusted
    (statistic and `remarks`; amp-verify looks for values that are low and must
    not be), nor `paint` and `graph_bytes`. Of solvers `paint` and
    `exhaustive`, which leave no flow, checks casts and `time` alone.

    See test/Verify/check-solution.mlir and check-solution-mutants.test.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say how many pins were rechecked, and how many trusted">
  ];
  let statistics = [
    Statistic<"numRechecked", "rechecked", "pins that follow from the lists">,
    Statistic<"numTrusted", "trusted", "pins of ranges, structure and rules">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

defvar memoryOptions = [
  Option<"memory", "memory", "std::string", "\"\"",
         "bytes that there are, such as 80GiB: how large may the batch be?">,
  Option<"batch", "batch", "int64_t", "0",
         "size of the batch; without it, it is found">
];

def MeasureInput : Pass<"amp-measure-input", "::mlir::ModuleOp"> {
  let summary = "measures a module before anything changes, for a report";
  let description = [{
    Takes any module. Leaves `amp.before` on it, a plain dictionary: what a
    report says about the module as a whole. `amp-lower-to-native` ends it.

    lib/Report/Peak.h states the model of memory, lib/Report/Batch.h how the
    batch is found. Refuses a size of memory that is none.

    See test/Report/measure-input.mlir.
  }];
  let options = memoryOptions;
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def WriteReport : Pass<"amp-write-report", "::mlir::ModuleOp"> {
  let summary = "writes what was decided, why, and what it saves, as JSON";
  let description = [{
    Takes casts, reasons and `amp.before`. Leaves the module as it is, and a
    file: a row per op that handles floats, a row per cast, and totals of the
    module before and now. docs/reference/report.md documents every field. The file
    is complete or as it was. Refuses a file that cannot be written.

    See test/Report/write-report.mlir.
  }];
  let options = !listconcat([Option<"file", "file", "std::string", "\"\"",
                                    "name of the JSON file (required)">],
                            memoryOptions);
}

def PrintSummary : Pass<"amp-print-summary", "::mlir::ModuleOp"> {
  let summary = "prints what computes in which precision, on standard error";
  let description = [{
    Ops per class and precision with their floating-point operations, casts
    and the bytes that they read and write, bytes of parameters (arguments of
    public functions), constants and activations per type, and the commonest
    reasons. With `amp.before` on the module, also what it was. Changes nothing.

    A function counts as often as it is called, a loop body once.

    See test/Report/print-summary.mlir.
  }];
  let options = memoryOptions;
}

def PrintOpModel : Pass<"amp-print-op-model", "::mlir::ModuleOp"> {
  let summary = "prints what the passes know about ops, on standard error";
  let description = [{
    One line per row: name, class, slot groups of operands and results, rule
    for regions, operations per element, and why. Or, with `missing`, how many
    ops of each loaded dialect that the model knows have a row, and those that
    have none. Or, with `ops`, a remark with class and slots at each op of the
    module. Changes nothing.

    See test/OpModel/print-op-model.mlir.
  }];
  let options = [
    Option<"missing", "missing", "bool", "false", "print ops without a row">,
    Option<"ops", "ops", "bool", "false", "remark on each op of the module">
  ];
}

#endif // AMP_PASSES_TD
