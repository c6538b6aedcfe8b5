// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes for loss scaling and training state. They run on native modules, after
// the casts.
#ifndef AMP_SCALINGPASSES_TD
#define AMP_SCALINGPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertMarks : Pass<"amp-convert-marks", "::mlir::ModuleOp"> {
  let summary = "converts the marks of a training step to ops";
  let description = [{
    Input: composites "amp.loss", "amp.seed", "amp.gradients" and "amp.state",
    anywhere in the module. Output: the ops of the same names; functions that
    were only their decomposition are erased. dialects/amp/IR/AmpMarks.td
    defines the marks and their form in exports. Marks of other names, and marks
    whose operands, results or attributes do not fit, are errors.

    See test/Scaling/convert-marks.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numMarks", "marks", "marks read">];
}

def InferMarks : Pass<"amp-infer-marks", "::mlir::ModuleOp"> {
  let summary = "derives the marks of a step from its structure";
  let description = [{
    Input: a module without marks; a module with marks, or with an applied
    policy, is not changed. The pass classifies each public function by its
    dataflow, through calls and control flow:

    * a training step returns new states: results that carry an argument of
      their type and are updated by gradients;
    * a gradient function returns gradients;
    * any other function is no training step, which a remark explains.

    Output: composites "amp.seed", "amp.gradients", "amp.state" and "amp.loss"
    in the first two kinds, and a remark with a table: seeds, loss, gradients
    with the states that they update, and other states, each with its line.
    Calls around a mark are inlined. Existing pairs by `amp.state` attributes,
    or else by names, are kept.

    A program for which more than one answer fits is an error that names the
    values and the attribute that decides: `amp.role` = "seed" on an op or an
    argument, "gradient", "loss" or "metric" on a result, and `amp.state` on a
    result and its argument.

    See docs/architecture/marks.md and test/Scaling/infer-marks.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::func::FuncDialect"];
}

def CarryWeights : Pass<"amp-carry-weights", "::mlir::ModuleOp"> {
  let summary = "carries parameters in the low format from step to step";
  let description = [{
    Input: a step with casts, and states that marks or `amp.state` pair. With
    `weights=master`, each f32 parameter that is cast to f16 or bf16, inside
    loops or outside, gets a low-precision copy: an argument in that format and
    a result, appended in the order of the casts. The update writes the copy by
    the one remaining cast, so no step casts weights before use, and the
    computed values are the same bit for bit. A copy has `amp.role = "shadow"`,
    the sharding of its parameter and a pair of its own; @NAME_init_shadows
    computes the first copies from parameters.

    With `weights=pure`, the parameter itself is stored in the low format and
    updated in f32. Parameters that no op casts stay f32, and so do those that
    `amp-keep-norms` recorded, which each step casts then.

    `amp.applied` records the mode: the same mode again changes nothing, the
    other one is an error.

    See test/Scaling/carry-weights.mlir.
  }];
  let options = [Option<"weights", "weights", "std::string", "\"master\"",
                        "master or pure">];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numWeights", "weights", "parameters in the low "
                              "format">];
}

def ThresholdWeights : Pass<"amp-threshold-weights", "::mlir::ModuleOp"> {
  let summary = "carries weights as integers of few bits with an accumulator";
  let description = [{
    Input: an f32 step with the ops of `amp-convert-marks`. A parameter that a
    contraction reads, directly or through data movement, control flow and
    calls, becomes an integer of 2 to 8 bits (stored as `i8`, between
    -(2^(BITS-1) - 1) and 2^(BITS-1) - 1) times `epsilon`, a power of two. The
    update of the step adds to an f32 accumulator `chi`; each whole `epsilon` in
    it moves the integer by one, which saturates at its ends, and `chi` keeps
    the rest:

        %chi1 = %chi + update
        %n1   = clamp(%n + sign(%chi1) * floor(|%chi1| / epsilon))
        %chi2 = %chi1 - (%n1 - %n) * epsilon

    Every product is exact, so `n * epsilon + chi` is the f32 sum of all updates.
    All readers of the parameter read `n * epsilon`, a weight decay included.

    The argument and result of the parameter become `i8`. Appended are `chi`
    (`amp.role = "accumulator"`), `epsilon`, and as a result only `moved`, the
    number of integers that changed. They are states of the same mark, so that
    `amp-scale-loss` guards them. @NAME_init_weights computes the first states
    from f32 parameters, @NAME_read_weights the f32 weights from states.

    The new value of a parameter has to be the old one plus an update; any other
    form is an error that names the op. Norms, biases and parameters that no
    contraction reads stay f32. An infinite or NaN accumulator makes `epsilon`
    NaN, so that the next loss is NaN, as with f32 weights.

    `amp.threshold` records the option: the same again changes nothing, another
    one is an error.

    See docs/concepts/threshold-weights.md and
    test/Scaling/threshold-weights.mlir.
  }];
  let options = [
    Option<"weights", "weights", "std::string", "\"threshold:4\"",
           "threshold:BITS, 2 to 8, then scale=tensor or channel, range=F, "
           "device=none or pcm, and numbers of the device model, all with "
           "commas in between">,
    Option<"remarks", "remarks", "bool", "false",
           "emit a remark with the number of weights and their bytes">,
    Option<"record", "record", "bool", "false",
           "record the parameters as amp.weights, for amp-write-weights">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::func::FuncDialect"];
  let statistics = [
    Statistic<"numParameters", "parameters", "parameters carried as integers">,
    Statistic<"numWeights", "weights", "elements of these parameters">
  ];
}

def RecordWeights : Pass<"amp-record-weights", "::mlir::ModuleOp"> {
  let summary = "keeps a copy of the f32 step, for amp-check-weights";
  let description = [{
    Input: a module with marks as ops. Output: unchanged. Keeps a copy of the
    module until the pipeline ends: an analysis that no change invalidates.

    See test/Verify/check-weights.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def CheckWeights : Pass<"amp-check-weights", "::mlir::ModuleOp"> {
  let summary = "checks threshold weights against the f32 step";
  let description = [{
    Input: a module directly behind `amp-threshold-weights`, and the step in
    front of it, as a file or recorded. Output: unchanged, or an error:

    * integer, accumulator and scale of a weight are states of one mark;
    * the sum of accumulator and update is linear in the accumulator;
    * next states, evaluated at sample points (thresholds, both ends,
      infinities, NaN), follow the rule exactly, those of devices (`device=pcm`)
      the model in double precision to 1e-4;
    * scales belong to the outputs of the first contraction that reads the
      weight, in reads, moves and first states;
    * devices draw each random number once, and advance their key;
    * first states are the f32 weight exactly, the scale has the value that the
      option asks for; `moved` counts changes;
    * everything else, called functions and ops with side effects included,
      equals the f32 step, with integer times scale in the place of each weight, and the accumulator in
      the place of the old weight where the update is added.

    All elements of a weight have different values at a sample point. Of a weight
    with more than 128 elements, the corners and 128 others are evaluated. The
    checker does not check random bits, and the first scale of a weight of zeros
    whose fan-in is not known.

    See test/Verify/check-weights.mlir and
    test/Verify/check-weights-elements.mlir.
  }];
  let options = [Option<"input", "input", "std::string", "\"\"",
                        "file of the marked f32 step; default: the record">];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def WriteWeights : Pass<"amp-write-weights", "::mlir::ModuleOp"> {
  let summary = "adds threshold weights to the JSON report";
  let description = [{
    Input: a module behind `amp-threshold-weights` with `record` and
    `amp-write-report` with `keep`. Output: the field `weights` in the report,
    null without threshold weights (docs/reference/report.md), and no
    `amp.weights`. With `file`, the pass writes the report.

    See test/Report/weights.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "name of the JSON file; default: not written">];
}

def StoreSaved : Pass<"amp-store-saved", "::mlir::ModuleOp"> {
  let summary = "stores values that the backward pass reads in 8-bit floats";
  let description = [{
    Input: a step with the ops of `amp-convert-marks`. A late op depends on a
    seed. A root is a float value of the forward pass of static shape that no
    elementwise op, broadcast, reshape or transpose computes, or one that
    computes it from two roots (the sum of a residual block). Late ops read a
    root, or what cheap ops compute from one. Such a root is divided by a scale
    and converted to f8E4M3FN behind its op; late ops read the converted value
    times its scale, from which the cheap ops are computed again. The forward
    pass and the loss keep their bits.

    Each row has one scale, of f32: its largest magnitude divided by 448, the
    largest number of f8E4M3FN, or 2^-126 for a row of zeros. A row has as few
    trailing dimensions as hold 256 elements, or all. An element errs by at most
    2^-4 of itself, or by 2^-18 of the largest magnitude of its row, whichever is
    larger; a row that holds an infinity or NaN becomes NaN. In rows whose
    largest magnitude is below 2^-117, what is below 2^-136 becomes zero. Scales
    of the values themselves, as in Transformer Engine's "current scaling", hold
    whatever magnitudes a step has: none becomes infinite, and none zero that is
    not small beside others of its row.

    Not stored so are arguments, f64, roots of a softmax (an exponential that is
    summed), operands of contractions before and behind one, which attention and
    cross-entropy compute again, roots that are compared with other values or
    tested for equality, divisors and what logarithms and powers are of, roots
    from which the backward pass chooses (gradients of maxima, pooling, sorting),
    and values that are saved in as few bytes anyway.

    The backward pass reads stored values only by ops for which their rounding
    is harmless: products, contractions, sums of terms of one sign, and smooth
    functions that are bounded. An ill-conditioned elementwise op of the forward
    pass, such as a difference `%h - %b`, a floor, a sine or an exponential of an
    unbounded value, makes a root of its own, whose result is stored. Of a value
    `%h` from which its mean is subtracted, the deviation `%h - %mean` is stored;
    late ops read `%h` as their sum; so too if late ops read the mean itself, as
    the gradient of E[h^2] - E[h]^2 does. A root stays exact if a late op, in regions
    and behind barriers too, is ill-conditioned or has a pole at zero, or if a
    barrier forwards the root to a result of the step.

    Masks `%root > constant` are computed again from the stored root; integers
    are not.

    Chakrabarti and Moseley, "Backprop with Approximate Activations for
    Memory-efficient Network Training" (NeurIPS 2019), show that errors of such
    values do not accumulate from layer to layer.

    See test/Scaling/store-saved.mlir, store-saved-conditioning.mlir.
  }];
  let options = [
    Option<"saved", "saved", "std::string", "\"f8\"",
           "keep: nothing changes; f8: 8-bit floats">,
    Option<"leastElements", "least-elements", "int64_t", "65536",
           "smaller values stay as they are">,
    Option<"remarks", "remarks", "bool", "false",
           "emit a remark with the bytes before and after">,
    Option<"record", "record", "bool", "false",
           "record the values as amp.saved, for amp-write-saved">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numStored", "stored", "values stored">];
}

def RecordSaved : Pass<"amp-record-saved", "::mlir::ModuleOp"> {
  let summary = "keeps a copy of the step, for amp-check-saved";
  let description = [{
    Input: a module with marks as ops. Output: unchanged. Keeps a copy of the
    module until the pipeline ends: an analysis that no change invalidates.

    See test/Verify/check-saved.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def CheckSaved : Pass<"amp-check-saved", "::mlir::ModuleOp"> {
  let summary = "checks a step that stores values in 8 bits";
  let description = [{
    Input: a module directly behind `amp-store-saved`, and the step in front of
    it, as a file or recorded. Output: unchanged, or an error:

    * what the step returns, and its ops with effects, are computed by the ops
      of the step before, called functions included, but for values that are
      converted to f8E4M3FN or f8E5M2 and back, times a power of two before and
      by it after;
    * all functions are compared; a public function is neither new nor gone;
    * what is computed from such a value reaches only ops that depend on a seed,
      and neither a loss nor a result;
    * no op, in regions and behind barriers too, magnifies the error of such a
      value: a difference, an angle, an exponential of an unbounded value, a
      step such as floor, a divisor, a logarithm or a root.

    Other sums of gradients may cancel more with stored values than without, as
    `%h * %g - 100.0 * %g` does; this is not checked.

    See test/Verify/check-saved.mlir.
  }];
  let options = [Option<"input", "input", "std::string", "\"\"",
                        "file of the marked step; default: the record">];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def WriteSaved : Pass<"amp-write-saved", "::mlir::ModuleOp"> {
  let summary = "adds values that are stored in 8 bits to the JSON report";
  let description = [{
    Input: a module behind `amp-store-saved` with `record` and
    `amp-write-report` with `keep`. Output: the field `saved` in the report,
    null without `saved=f8` (docs/reference/report.md), and no `amp.saved`. With
    `file`, the pass writes the report.

    See test/Report/saved.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "name of the JSON file; default: not written">];
}

def KeepNorms : Pass<"amp-keep-norms", "::mlir::ModuleOp"> {
  let summary = "records the parameters of norms that stay f32";
  let description = [{
    Input: a module with its policy and the roles of its ops. Output: `amp.keep`
    on each argument of a public function that a layer, batch, group or RMS norm
    reads, if the policy denies the statistics of the norm. Frameworks that make
    a whole model 16-bit keep such parameters f32 (Apex O2, Paddle O2; not Apex
    O3). `amp-carry-weights` erases the attribute.

    See test/Scaling/keep-norms.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def KeepUnscaled : Pass<"amp-keep-unscaled", "::mlir::ModuleOp"> {
  let summary = "keeps ops that read unscaled gradients in f32";
  let description = [{
    Input: a marked step with its policy. Output: `amp.listed` with `deny` on
    each op of the backward pass that `amp-scale-loss` will give an unscaled
    float: ops that are not linear in the gradient (norms for clipping,
    thresholds) and the ops behind them, up to the marked gradients or to the
    next product with a scaled gradient. A gradient without the scale underflows
    in f16. An op's own `amp.require` stays.

    See test/Scaling/keep-unscaled.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
  let statistics = [Statistic<"numKept", "kept", "ops kept in f32">];
}

def ScaleLoss : Pass<"amp-scale-loss", "::mlir::ModuleOp"> {
  let summary = "scales the loss of a training step, and guards its states";
  let description = [{
    Input: a step with the marks of `amp-convert-marks`. Output: `amp.scale`
    behind each seed, `amp.unscale` at marked gradients, `amp.guard` on every
    state except keys, `amp.update_scale` at the end, and no marks. With
    `loss-scale=none`, the marks are erased, and `amp.state` on arguments and
    results keeps their pairs, also in functions that are called.

    A degree analysis tracks the values that have the scale as a factor. Where
    such a value leaves the backward pass (into a result, a state, a comparison
    with an unscaled value) or enters an op that is not linear in it (a square,
    a root, a norm, an unknown call), that use reads the unscaled value;
    integers and predicates never have the scale. A step inside a loop carries
    its scaler from iteration to iteration. Gradients that are summed in a loop
    have one scale, and are tested when they are complete. In manual
    computations and programs with collectives, all devices agree on the
    overflow flag.

    A state whose mark states no kind may be recognised as the key of a random
    number generator, which is not guarded (docs/architecture/scaling.md; other
    kinds are for reports).

    The function's signature grows at its end, group by group. Appended
    arguments are the state of the scaler (`#amp.scaler`) and `skipped`, the
    number of skipped steps; appended results are the same and `found_inf`. Each
    has `amp.role` and `jax.result_info`; pairs of results and arguments have
    one `amp.state`. In a function with shardings, they are replicated.
    @NAME_init_scaler returns the first values. A static scale adds `found_inf`
    alone.

    `amp.applied` records the scaler: the same again changes nothing, another
    one is an error. `none` emits a warning if f16 values meet a backward pass.

    See test/Scaling/scale-loss.mlir.
  }];
  let options = [
    Option<"lossScale", "loss-scale", "std::string", "\"dynamic\"",
           "none, static:N, dynamic or dynamic:N">,
    Option<"scalerName", "scaler", "std::string", "\"\"",
           "rule of the scale: default, or a framework's name, with changes "
           "if any (torch,interval=500); or an #amp.scaler">,
    Option<"exact", "exact", "bool", "false",
           "refuse scales that are not powers of two">,
    Option<"remarks", "remarks", "bool", "false",
           "emit remarks for scaled values, and for values that were "
           "unscaled early">,
    Option<"record", "record", "bool", "false",
           "record the result as amp.scaling, for amp-write-scaling">
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
  let summary = "adds loss scaling to the JSON report";
  let description = [{
    Input: a module behind `amp-scale-loss` with `record` and `amp-write-report`
    with `keep`. Output: the field `scaling` in the report, null if nothing was
    scaled (docs/reference/report.md), and no `amp.scaling`. With `file`, the
    pass writes the report.

    See test/Report/scaling.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "name of the JSON file; default: not written">];
}

def RecordStep : Pass<"amp-record-step", "::mlir::ModuleOp"> {
  let summary = "keeps a copy of the marked step, for amp-check-scaling";
  let description = [{
    Input: a module with marks as ops. Output: unchanged. Keeps a copy of the
    module until the pipeline ends: an analysis that no change invalidates.

    See test/Scaling/check-scaling.mlir.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def CheckScaling : Pass<"amp-check-scaling", "::mlir::ModuleOp"> {
  let summary = "checks a scaled step against the marked one";
  let description = [{
    Input: a module behind `amp-scale-loss`, before or after
    `amp-lower-training`, and the marked step that it was made from: the copy of
    `amp-record-step`, or with `input` a file with marks as ops. The module does
    not change. The pass fails with a located error where one of these does not
    hold:

    * Without scalings and guards, each original result is computed as before,
      op by op, through loops, branches, manual computations and calls.
    * Each seed is multiplied by the scale of its own group once; every op on
      the way is linear in the scaled operands, of integer degree; and each
      gradient, result and state is divided once, by the same scale, in f32.
    * Each state of a mark (or named by `amp.state`) is returned as a selection
      between its own old value, on overflow, and its new value; keys advance.
    * The flag of each selection tests each element of all gradients from which
      the state is computed (of all of its group, if there are none), of no
      others, in all iterations and on all devices.
    * The next state of the scaler follows `#amp.scaler`, compared by evaluation
      at all thresholds; so do the count of skipped steps, `found_inf`, and the
      first values of `@NAME_init_scaler`.
    * Scaler state is appended in the documented order with its roles, and each
      16-bit copy of a parameter is the cast of the parameter's returned value.

    The scaler is read from `amp.applied`. The pass shares the graph of values
    and the op model's structural tables with the passes, and no rule.

    Not checked: the position of the marks; overflow or underflow of scaled
    values; ops of dialects other than StableHLO, CHLO, arith, math and TOSA
    between seed and gradients, which are refused if their operands are scaled;
    state pairs that only names give, which are read from the scaled program if
    the marked one has neither marks nor `amp.state`; integer states that only
    some rules call keys, which may be guarded or not; `weights=pure`, which
    changes the recorded step.

    See test/Scaling/check-scaling.mlir and test/Verify/scaling.
  }];
  let options = [Option<"input", "input", "std::string", "\"\"",
                        "file with the marked step; replaces the record">];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def LowerTraining : Pass<"amp-lower-training", "::mlir::ModuleOp"> {
  let summary = "lowers the ops of scaled training to StableHLO";
  let description = [{
    Input: `amp.scale`, `amp.unscale`, `amp.update_scale` and `amp.guard` in a
    module of StableHLO. Output: multiplications, one `and` over the finiteness
    of each gradient's elements, selections of states, and a few scalars for the
    scale; no value that a host would have to read. Shapes may be dynamic, ranks
    may not.

    See test/Lowering/lower-training.mlir.
  }];
}

def CountOverflow : Pass<"amp-count-overflow", "::mlir::ModuleOp"> {
  let summary = "adds overflow counts per op to the results of a step";
  let description = [{
    Input: a module of StableHLO; the calls of its public functions are inlined.
    Each public function, but those that amp-opt added (`@NAME_init_weights`),
    returns two more values:

    * `first_overflow`: the number of the first op whose result has an infinity
      or a NaN although all its operands are finite, or -1. The number is an
      index into `amp.ops`, the list of all watched ops with their positions in
      the model.
    * `overflow_counts`: for each watched op, how many elements of its results
      are infinite, are NaN, and are zero although the op multiplied, divided or
      converted non-zero numbers.

    Watched are ops that compute floats, and not those that move or select them,
    also in loops, branches and manual computations. A loop counts the sum of
    its iterations, the first overflow is that of the first iteration, and
    devices add their counts. Conditions of loops are not watched, and a
    composite is one op. With `overflow-by-class`, a row holds the counts of all
    ops of one class; `amp.classes` on the counts lists the classes. amp-run
    prints the counts in words.

    See test/Scaling/count-overflow.mlir.
  }];
  let options = [Option<"what", "what", "std::string", "\"overflow\"",
                        "overflow, or overflow-by-class">];
}

#endif // AMP_SCALINGPASSES_TD
