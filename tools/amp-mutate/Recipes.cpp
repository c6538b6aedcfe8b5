// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recipes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

#define ASSIGN "amp-assign-precision,amp-place-casts,amp-fold-casts"
#define NATIVE ASSIGN ",amp-convert-interface,amp-lower-to-native"
#define POLICY(options) "amp-recognize,amp-attach-policy{" options "}"
#define MARKED(options)                                                        \
  POLICY(options) ",amp-keep-norms," NATIVE ",amp-convert-marks"

#define UNSCALED "amp-scale-loss{loss-scale=none},amp-lower-training"

// clang-format off
static constexpr Recipe recipes[] = {
    {verifyChecker, "f16, placed", "f16", POLICY("compute=f16"), ASSIGN, "", "amp-convert-interface,amp-lower-to-native", "amp.cast"},
    {verifyChecker, "bf16, native", "bf16", POLICY("compute=bf16"), NATIVE, "", "", "stablehlo.convert"},
    {verifyChecker, "f16, painted", "f16", POLICY("compute=f16 preset=tf"), "amp-assign-precision{solver=paint},amp-place-casts,amp-fold-casts,amp-convert-interface,amp-lower-to-native", "", "", "stablehlo.convert"},
    {verifyChecker, "f16, io", "f16", POLICY("compute=f16 io=f16"), NATIVE, "", "", "stablehlo.convert"},
    {verifyChecker, "bf16, contractions", "bf16", POLICY("compute=bf16 preset=contractions"), NATIVE, "", "", "stablehlo.convert"},

    {scalingChecker, "dynamic", "f16", MARKED("compute=f16"), "amp-scale-loss{loss-scale=dynamic}", "", "amp-lower-training", "amp.scale"},
    {scalingChecker, "dynamic, lowered", "f16", MARKED("compute=f16"), "amp-scale-loss{loss-scale=dynamic}", "amp-lower-training", "", "amp.scale"},
    {scalingChecker, "static", "f16", MARKED("compute=f16"), "amp-scale-loss{loss-scale=static:1024}", "", "amp-lower-training", "amp.scale"},
    {scalingChecker, "deepspeed, lowered", "f16", MARKED("compute=f16"), "amp-scale-loss{loss-scale=dynamic scaler=deepspeed}", "amp-lower-training", "", "amp.scale"},
    {scalingChecker, "master weights", "f16", MARKED("compute=f16") ",amp-carry-weights{weights=master}", "amp-scale-loss{loss-scale=dynamic}", "", "amp-lower-training", "amp.scale"},

    {alignmentChecker, "f16, always", "f16", "amp{compute=f16 verify=false}", "amp-align-shapes{align=always}", "", "", "stablehlo.pad"},
    {alignmentChecker, "f32, always", "f16", "amp-convert-marks,amp-scale-loss{loss-scale=none}", "amp-align-shapes{align=always}", "", "", "stablehlo.pad"},
    {alignmentChecker, "bf16, states", "bf16", "amp{compute=bf16 verify=false}", "amp-align-shapes{align=always pad-state=true}", "", "", "stablehlo.pad"},

    {solutionChecker, "f16, sm_90", "f16", "", POLICY("compute=f16") "," ASSIGN, "", "amp-convert-interface,amp-lower-to-native", "amp.cast"},
    {solutionChecker, "bf16, sm_80", "bf16", "", POLICY("compute=bf16") ",amp-assign-precision{chip=sm_80},amp-place-casts,amp-fold-casts", "", "amp-convert-interface,amp-lower-to-native", "amp.cast"},
    {solutionChecker, "f16, contractions", "f16", "", POLICY("compute=f16 preset=contractions") "," ASSIGN, "", "amp-convert-interface,amp-lower-to-native", "amp.cast"},

    {weightsChecker, "4 bits", "f16", "amp-convert-marks", "amp-threshold-weights{weights=threshold:4}", "", UNSCALED, "amp.gradients"},
    {weightsChecker, "3 bits, outputs", "f16", "amp-convert-marks", "amp-threshold-weights{weights=threshold:3,scale=channel}", "", UNSCALED, "amp.gradients"},
    {devicesChecker, "4 bits", "f16", "amp-convert-marks", "amp-threshold-weights{weights=threshold:4,device=pcm,refresh-steps=2}", "", UNSCALED, "amp.gradients"},
    {savedChecker, "f32", "bf16", "amp-convert-marks", "amp-store-saved{least-elements=8}", "", UNSCALED, "amp.seed"},
    {savedChecker, "bf16", "bf16", MARKED("compute=bf16"), "amp-store-saved{least-elements=8}", "", UNSCALED, "amp.seed"},
    {devicesChecker, "4 bits, outputs", "f16", "amp-convert-marks", "amp-threshold-weights{weights=threshold:4,scale=channel,device=pcm,seed=7}", "", UNSCALED, "amp.gradients"},
};

static constexpr CheckerName checkers[] = {
    {verifyChecker, "verify", "amp-verify", true},
    {scalingChecker, "scaling", "amp-check-scaling", true},
    {alignmentChecker, "alignment", "amp-check-alignment", true},
    {solutionChecker, "solution", "amp-check-solution", false},
    {weightsChecker, "weights", "amp-check-weights", true},
    {devicesChecker, "devices", "amp-check-weights", true},
    {savedChecker, "saved", "amp-check-saved", true},
};
// clang-format on

ArrayRef<Recipe> amp::mutate::allRecipes() { return recipes; }

ArrayRef<CheckerName> amp::mutate::allCheckers() { return checkers; }
