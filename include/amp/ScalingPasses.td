// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes for loss scaling and training state. They run on native modules, after
// the casts.
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

def InferMarks : Pass<"amp-infer-marks", "::mlir::ModuleOp"> {
  let summary = "finds seed, gradients, states and loss of a step without marks";
  let description = [{
    Takes a module without marks; a module with marks, or with an applied
    policy, is left alone. Finds the kind of each public function by its
    dataflow, with calls and control flow looked through:

    * a training step returns new states: results that carry an argument of
      their type and are updated by gradients;
    * a gradient function returns gradients;
    * everything else is no training, which a remark explains.

    Leaves composites "amp.seed", "amp.gradients", "amp.state" and "amp.loss" in
    the first two kinds, and a remark with a table: seeds, loss, gradients with
    the states that they update, and other states, each with its line. Calls
    around a mark are inlined. Pairs of `amp.state` attributes, or else of names,
    are taken over.

    Refuses a program where more than one answer fits, and names the values and
    the attribute that decides: `amp.role` = "seed" on an op or an argument,
    "gradient", "loss" or "metric" on a result, and `amp.state` on a result and
    its argument.

    See docs/architecture/marks.md and test/Scaling/infer-marks.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::func::FuncDialect"];
}

def CarryWeights : Pass<"amp-carry-weights", "::mlir::ModuleOp"> {
  let summary = "carries parameters in the low format from step to step";
  let description = [{
    Takes a step with casts, and states that marks or `amp.state` pair. With
    `weights=master`, each f32 parameter that is cast to f16 or bf16, outside of
    loops or in them, gets a shadow: an argument in that format and a result,
    appended in the order of the casts, which the update writes by the one cast
    that is left. So no step casts weights before it uses them, and what is
    computed is the same, bit for bit. A shadow has `amp.role = "shadow"`, the
    sharding of its parameter and a pair of its own; @NAME_init_shadows makes
    the first ones of parameters.

    With `weights=pure` the parameter itself is kept in the low format and
    updated in f32; what nobody casts stays f32, and so does what
    `amp-keep-norms` noted, which each step casts then.

    `amp.applied` notes it: the same again is left alone, the other is refused.

    See test/Scaling/carry-weights.mlir.
  }];
  let options = [Option<"weights", "weights", "std::string", "\"master\"",
                        "master or pure">];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numWeights", "weights", "parameters in the low "
                              "format">];
}

def KeepNorms : Pass<"amp-keep-norms", "::mlir::ModuleOp"> {
  let summary = "notes which parameters of norms stay f32";
  let description = [{
    Takes a module with its policy and the roles of its ops. Leaves `amp.keep`
    on each argument of a public function that a layer, batch, group or RMS norm
    reads whose statistics the policy denies: frameworks that make a model
    16-bit outright leave such parameters (Apex O2, Paddle O2; not Apex O3).
    `amp-carry-weights` ends it.

    See test/Scaling/keep-norms.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def KeepUnscaled : Pass<"amp-keep-unscaled", "::mlir::ModuleOp"> {
  let summary = "keeps ops that read unscaled gradients in f32";
  let description = [{
    Takes a marked step with its policy. Leaves `amp.listed` with `deny` on each
    op of the backward pass that `amp-scale-loss` will give an unscaled float:
    ops that are not linear in the gradient (norms for clipping, thresholds) and
    the ops behind them, up to the marked gradients or to the next product with
    a gradient that has the scale. A gradient without the scale underflows in
    f16. An op's own `amp.require` stays.

    See test/Scaling/keep-unscaled.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numKept", "kept", "ops kept in f32">];
}

def ScaleLoss : Pass<"amp-scale-loss", "::mlir::ModuleOp"> {
  let summary = "scales the loss of a training step, and guards its states";
  let description = [{
    Takes a step with the marks that `amp-convert-marks` leaves. Leaves
    `amp.scale` behind each seed, `amp.unscale` where gradients are marked,
    `amp.guard` on every state but keys, `amp.update_scale` at the end, and no
    marks. With `loss-scale=none` the marks go, and `amp.state` on arguments and
    results says what they paired, also in functions that are called.

    An analysis says which values have the scale as a factor. Where such a value
    leaves the backward pass (into a result, a state, a comparison with a value
    without the scale) or enters an op that is not linear in it (a square, a
    root, a norm, a call that is not known), that use reads the unscaled value;
    integers and predicates never have the scale. A step inside of a loop has its
    scaler carried from turn to turn; gradients that are summed in a loop have
    one scale, and are looked at when they are complete. In manual computations
    and programs with collectives, all devices agree on the verdict.

    A state whose mark does not say what it is may be recognised as the key of a
    random number generator, which is not guarded (lib/Scaling/Kinds.h says how;
    other kinds are for reports).

    The function's signature grows at its end, group by group: arguments are
    what the scaler carries (`#amp.scaler`) and `skipped`, the number of steps
    that were; results are the same and `found_inf`. Each says so in `amp.role`
    and `jax.result_info`; pairs of results and arguments have one `amp.state`.
    Where the function has shardings, they are replicated. @NAME_init_scaler
    returns the first values. A static scale adds `found_inf` alone.

    `amp.applied` notes the scaler: the same again is left alone, another one
    is refused. `none` is warned of where values of f16 meet a backward pass.

    See test/Scaling/scale-loss.mlir.
  }];
  let options = [
    Option<"lossScale", "loss-scale", "std::string", "\"dynamic\"",
           "none, static:N, dynamic or dynamic:N">,
    Option<"scalerName", "scaler", "std::string", "\"\"",
           "how the scale moves: a framework's name, with changes if any "
           "(torch,interval=500), or an #amp.scaler">,
    Option<"exact", "exact", "bool", "false",
           "refuse scales that are no powers of two">,
    Option<"remarks", "remarks", "bool", "false",
           "say what was scaled, and what was unscaled on its way">,
    Option<"record", "record", "bool", "false",
           "note what was scaled as amp.scaling, for amp-write-scaling">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::func::FuncDialect"];
  let statistics = [
    Statistic<"numSeeds", "seeds", "seeds scaled">,
    Statistic<"numGradients", "gradients", "gradients unscaled">,
    Statistic<"numStates", "states", "states guarded">,
    Statistic<"numLeaks", "leaks", "values unscaled elsewhere">
  ];
}

def WriteScaling : Pass<"amp-write-scaling", "::mlir::ModuleOp"> {
  let summary = "adds to the JSON report what was scaled";
  let description = [{
    Takes a module behind `amp-scale-loss` with `record`, and the file that
    `amp-write-report` wrote. Leaves in the file the field `scaling`, null where
    nothing was scaled (docs/reference/report.md), and no `amp.scaling`.

    See test/Report/scaling.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "the report (required)">];
}

def RecordStep : Pass<"amp-record-step", "::mlir::ModuleOp"> {
  let summary = "keeps a copy of the marked step, for amp-check-scaling";
  let description = [{
    Takes a module with marks as ops. Keeps a copy of it until the pipeline
    ends: an analysis that no change invalidates. Changes nothing.

    See test/Scaling/check-scaling.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def CheckScaling : Pass<"amp-check-scaling", "::mlir::ModuleOp"> {
  let summary = "checks a scaled step against the marked one";
  let description = [{
    Takes a module that `amp-scale-loss` has left, before or after
    `amp-lower-training`, and the marked step that it was made from: the copy of
    `amp-record-step`, or with `input` a file with marks as ops. Changes
    nothing, and fails with a located error where one of these does not hold:

    * without its scalings and guards, each original result is computed as it
      was, op by op, through loops, branches, manual computations and calls;
    * each seed is multiplied by the scale of its own group once; every op on
      the way is linear in what is scaled, of whole degree; and each gradient,
      result and state is divided once, by the same scale, in f32;
    * each state of a mark (or named by `amp.state`) is returned as a selection
      between its own old value, on overflow, and its new value; keys advance;
    * the flag of each selection tests each element of all gradients that the
      state is computed from (of all of its group, if there are none), of no
      others, in all iterations and on all devices;
    * the next state of the scaler is what `#amp.scaler` says, compared by
      evaluation at all thresholds; so are the count of skipped steps,
      `found_inf`, and the first values of `@NAME_init_scaler`;
    * scaler state is appended in the documented order with its roles, and each
      16-bit copy of a parameter is the cast of the parameter's returned value.

    The scaler is read from `amp.applied`. Shares the graph of values and the
    op model's tables of structure with the passes, and no rule.

    Not checked: that marks are where they should be; that a scaled value stays
    within its format, or above its subnormals; ops of dialects other than
    StableHLO, CHLO, arith, math and TOSA between seed and gradients, which are
    refused where their operands are scaled; the state pairs that names alone
    give, which are read from the scaled program where the marked one has
    neither marks nor `amp.state`; integer states that only some rules call
    keys, which may be guarded or not; `weights=pure`, which changes the step
    that is recorded.

    See test/Scaling/check-scaling.mlir and test/Verify/scaling.
  }];
  let options = [Option<"input", "input", "std::string", "\"\"",
                        "file with the marked step; replaces the record">];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
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

def CountOverflow : Pass<"amp-count-overflow", "::mlir::ModuleOp"> {
  let summary = "makes a step say where its numbers break";
  let description = [{
    Takes a module of StableHLO, and inlines the calls of its public functions.
    Each of these returns two values more:

    * `first_overflow`: the number of the first op whose result has an infinity
      or a NaN although all that it reads is finite, or -1. In `amp.ops`, the
      list of all ops that are watched, with their places in the model;
    * `overflow_counts`: for each of these, how many elements of its results
      are infinite, are NaN, and are zero although the op multiplied, divided
      or converted numbers that are not.

    Watched are ops that make floats, not those that move or choose them, and
    those in loops, branches and manual computations, too: what a loop counts is
    the sum of its turns, of which the first to overflow is the first, and
    devices add theirs up. Conditions of loops are not watched, and a composite
    is one op. With `overflow-by-class`, a row is what all ops of one class did;
    `amp.classes` on the counts lists them. amp-run says what the numbers mean.

    See test/Scaling/count-overflow.mlir.
  }];
  let options = [Option<"what", "what", "std::string", "\"overflow\"",
                        "overflow, or overflow-by-class">];
}

#endif // AMP_SCALINGPASSES_TD
