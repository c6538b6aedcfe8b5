// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule by which the scale of a loss moves from step to step.
#ifndef DIALECTS_AMP_IR_AMPSCALER_TD
#define DIALECTS_AMP_IR_AMPSCALER_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "dialects/amp/IR/AmpDialect.td"

class Amp_ScalerEnum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

def Amp_ScalerMode : Amp_ScalerEnum<"ScalerMode", "kind of scale", [
    I32EnumAttrCase<"Static", 0, "static">,
    I32EnumAttrCase<"Dynamic", 1, "dynamic">]>;

def Amp_Refill : Amp_ScalerEnum<"Refill", "restart of hysteresis", [
    // With each growth (Megatron; DeepSpeed unless told otherwise).
    I32EnumAttrCase<"on_growth", 0>,
    // With each step that does not overflow (DeepSpeed, "consecutive").
    I32EnumAttrCase<"on_good", 1>]>;

def Amp_WindowOffset
    : Amp_ScalerEnum<"WindowOffset", "growth windows with one more step", [
    I32EnumAttrCase<"none", 0>,
    // The first window, and each one after an overflow (DeepSpeed).
    I32EnumAttrCase<"first", 1>,
    // All of them (Flax).
    I32EnumAttrCase<"every", 2>]>;

def Amp_AtMin : Amp_ScalerEnum<"AtMin", "behaviour at the smallest scale", [
    // The scale stays there.
    I32EnumAttrCase<"clamp", 0>,
    // The scale stays there, and a flag is set for good (DeepSpeed raises).
    I32EnumAttrCase<"error", 1>]>;

/// A number of f32.
class Amp_Number<string value> : DefaultValuedParameter<"::mlir::FloatAttr",
    "::mlir::FloatAttr::get(::mlir::Float32Type::get($_ctxt), " # value # ")"> {
  let parser = "parseNumber($_parser)";
  let printer = "$_printer << numberText($_self)";
}

def Amp_ScalerAttr : AttrDef<Amp_Dialect, "Scaler"> {
  let mnemonic = "scaler";
  let summary = "rule by which the scale of a loss changes from step to step";
  let description = [{
    `#amp.scaler<static, init = 1024.0>` is constant. A dynamic scaler carries
    state from step to step, each a 0-d tensor, in this order:

    | role             | type  | first value      | present if               |
    |------------------|-------|------------------|--------------------------|
    | `scale`          | `f32` | `init`           | dynamic                  |
    | `growth_tracker` | `i32` | 0, or -1 with `window_offset = first` | dynamic |
    | `hysteresis`     | `i32` | `hysteresis`     | `hysteresis` > 1         |
    | `bad_steps`      | `i32` | 0                | `decr_every_n` > 1       |
    | `next_scale`     | `f32` | `init`           | `delay`                  |
    | `at_min`         | `i1`  | false            | `at_min = error`         |

    A static scaler has no state. `amp.update_scale` defines the update.

    * `growth`, `backoff`: factors; above 1, and between 0 and 1;
    * `interval`: number of steps without overflow after which the scale grows;
      `window_offset` makes some or all of these windows one step longer;
    * `min`: smallest scale; 0 is no floor, as in PyTorch, whose scale can fall
      to 0 and with it all gradients;
    * `max`: largest scale. Without it, a growth beyond the range of f32 is left
      out;
    * `hysteresis` = n: the first n - 1 overflows keep the scale, and from then
      on each one reduces it, until `refill` restarts the count;
    * `decr_every_n` = n: only every n-th overflow in a row reduces the scale;
    * `delay`: a new scale is used from the step after the next one on (MXNet
      reads the flag while that step already runs);
    * `exact`: scaling must change no bit that does not underflow, so every
      scale must be a power of two: other factors and limits are errors.
  }];
  let parameters = (ins EnumParameter<Amp_ScalerMode>:$mode,
    Amp_Number<"65536.0">:$init,
    Amp_Number<"2.0">:$growth,
    Amp_Number<"0.5">:$backoff,
    DefaultValuedParameter<"int32_t", "2000">:$interval,
    Amp_Number<"0.0">:$min,
    Amp_Number<"std::numeric_limits<float>::infinity()">:$max,
    DefaultValuedParameter<"int32_t", "1">:$hysteresis,
    DefaultValuedParameter<"::mlir::amp::Refill", "Refill::on_growth">:$refill,
    DefaultValuedParameter<"int32_t", "1">:$decr_every_n,
    DefaultValuedParameter<"::mlir::amp::WindowOffset",
                           "WindowOffset::none">:$window_offset,
    DefaultValuedParameter<"::mlir::amp::AtMin", "AtMin::clamp">:$at_min,
    DefaultValuedParameter<"bool", "false">:$delay,
    DefaultValuedParameter<"bool", "false">:$exact);
  let assemblyFormat = [{
    `<` $mode (`,` struct($init, $growth, $backoff, $interval, $min, $max,
      $hysteresis, $refill, $decr_every_n, $window_offset, $at_min, $delay,
      $exact)^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A number as it is printed, and as messages should say it.
    static std::string numberText(::mlir::FloatAttr number);

    bool isStatic() const { return getMode() == ScalerMode::Static; }

    /// Returns the states that a step carries, in the documented order.
    ::llvm::SmallVector<::mlir::amp::ScalerState> getStates() const;

    /// The place of a role among the states, or -1.
    int findState(::llvm::StringRef role) const;

    /// This scaler with another first scale, exact or not; null if `emitError`
    /// had to be called.
    ScalerAttr with(::mlir::FloatAttr init, bool exact,
                    ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError)
        const;
  }];
}

#endif // DIALECTS_AMP_IR_AMPSCALER_TD
