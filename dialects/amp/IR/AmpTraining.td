// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of a scaled training step beside the model's own.
#ifndef DIALECTS_AMP_IR_AMPTRAINING_TD
#define DIALECTS_AMP_IR_AMPTRAINING_TD

include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/amp/IR/AmpScaler.td"

class Amp_Scalar<Type element, string cppElement>
    : 0DTensorOf<[element]>,
      BuildableType<"::mlir::RankedTensorType::get({}, $_builder." #
                    cppElement # ")">;

def Amp_ScalarF32 : Amp_Scalar<F32, "getF32Type()">;
def Amp_Flag : Amp_Scalar<I1, "getI1Type()">;
def Amp_FloatTensor : TensorOf<[AnyFloat]>;

class Amp_TrainingOp<string mnemonic, list<Trait> traits = []>
    : Op<Amp_Dialect, mnemonic, !listconcat(traits, [Pure])>;

def Amp_ScaleOp : Amp_TrainingOp<"scale", [AllTypesMatch<["input", "result"]>]> {
  let summary = "multiplies a value by the scale of the loss";
  let description = [{
    Each element is multiplied by `scale` in f32, or in the value's own type
    where that is wider, and the product is rounded once, to nearest even, to
    the value's type. Where `scale` is a power of two that rounds nothing,
    unless the product leaves the normal range of its type.

    Folds away where `scale` is the constant 1.

    ```mlir
    %scaled = amp.scale %seed by %scale : tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_ScalarF32:$scale);
  let results = (outs Amp_FloatTensor:$result);
  let assemblyFormat = "$input `by` $scale attr-dict `:` type($input)";
  let hasFolder = 1;
}

def Amp_UnscaleOp : Amp_TrainingOp<"unscale", [
    RangedTypesMatchWith<"gradients and results have the same types",
                         "gradients", "unscaled", "$_self">]> {
  let summary = "divides gradients by the scale and tests for infinity and NaN";
  let description = [{
    Each element is multiplied by the reciprocal of `scale`, which is rounded
    to f32 first, as PyTorch's kernels do (`inv_scale`); in f32, or in the
    gradient's own type where that is wider; the product is rounded once to the
    gradient's type. No element is replaced: infinities stay infinite or become
    NaN, NaN stays NaN. (Paddle's CPU kernel writes zeros beside an infinity;
    nothing reads them, so that is not reproduced.)

    `found_inf` is true if any element of any gradient or result is infinite or
    NaN. No product of such an element is finite, so the results decide.

    If `scale` is the constant 1, the results are the gradients.

    ```mlir
    %dw, %db, %found = amp.unscale %0, %1 by %scale
      : tensor<8x4xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_FloatTensor>:$gradients,
                       Amp_ScalarF32:$scale);
  let results = (outs Variadic<Amp_FloatTensor>:$unscaled,
                      Amp_Flag:$found_inf);
  let assemblyFormat =
      "$gradients `by` $scale attr-dict `:` type($gradients)";
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$gradients,
                                 "::mlir::Value":$scale)>];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Amp_UpdateScaleOp : Amp_TrainingOp<"update_scale", [
    RangedTypesMatchWith<"states keep their types", "state", "updated",
                         "$_self">]> {
  let summary = "updates the scale of the loss after a step";
  let description = [{
    `state` is the state of `scaler`, in its order (`#amp.scaler`). All numbers
    are f32 or i32. With `delay`, `scale` below means `next_scale`, and `scale`
    takes the previous value of `next_scale`.

    After a step with overflow (`found_inf`):
    * `growth_tracker` restarts from its first value;
    * with `hysteresis`, a state `hysteresis` above 1 decreases by 1 and nothing
      else happens; with `decr_every_n`, `bad_steps` increases by 1, and nothing
      else happens below `decr_every_n`, where it restarts at 0;
    * otherwise the scale decreases to `max(scale * backoff, min)`; if it was at
      or below `min` before, `at_min` becomes true and stays true.

    After any other step:
    * `bad_steps` restarts at 0; with `refill = on_good`, `hysteresis` restarts;
    * `growth_tracker` increases by 1; when it reaches `interval` (one more with
      `window_offset = every`), it becomes 0, `hysteresis` restarts, and the
      scale grows: to `min(scale * growth, max)`, or, without `max`, to
      `scale * growth` if that is finite.

    For one scaler and one sequence of flags, the scales equal, bit by bit,
    those of the framework whose preset `scaler` is (lib/Scaling/Scalers.cpp). A
    static scaler has no state, and the op has no effect.

    ```mlir
    %next:2 = amp.update_scale %scale, %tracker if %found
      by <dynamic, interval = 1000> : tensor<f32>, tensor<i32>
    ```
  }];
  let arguments = (ins Variadic<0DTensorOf<[F32, I32, I1]>>:$state,
                       Amp_Flag:$found_inf, Amp_ScalerAttr:$scaler);
  let results = (outs Variadic<0DTensorOf<[F32, I32, I1]>>:$updated);
  let assemblyFormat = [{
    $state `if` $found_inf `by` $scaler attr-dict (`:` type($state)^)?
  }];
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$state,
                                 "::mlir::Value":$found_inf,
                                 "::mlir::amp::ScalerAttr":$scaler)>];
  let hasVerifier = 1;
}

def Amp_GuardOp : Amp_TrainingOp<"guard", [SameVariadicOperandSize,
    RangedTypesMatchWith<"new and old states have the same types",
                         "updated", "previous", "$_self">,
    RangedTypesMatchWith<"new and guarded states have the same types",
                         "updated", "guarded", "$_self">]> {
  let summary = "selects the old states if a step has overflowed";
  let description = [{
    Result i is `previous` i if `found_inf`, else `updated` i, bit by bit: NaN
    keeps its payload, -0 its sign. Numbers of any kind, keys and counters too.

    Folds if `found_inf` is a constant, and for each state whose old and new
    values are equal.

    ```mlir
    %w, %m = amp.guard %found, (%new_w, %new_m) else (%old_w, %old_m)
      : tensor<8x4xf32>, tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Amp_Flag:$found_inf, Variadic<AnyRankedTensor>:$updated,
                       Variadic<AnyRankedTensor>:$previous);
  let results = (outs Variadic<AnyRankedTensor>:$guarded);
  let assemblyFormat = [{
    $found_inf `,` `(` $updated `)` `else` ` ` `(` $previous `)` attr-dict
      (`:` type($updated)^)?
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$found_inf,
                                 "::mlir::ValueRange":$updated,
                                 "::mlir::ValueRange":$previous)>];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

#endif // DIALECTS_AMP_IR_AMPTRAINING_TD
