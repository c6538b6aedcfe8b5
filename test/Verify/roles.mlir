// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A part of a group that the policy denies is f32, whoever decided and whatever
/// it listed the op as: a statistic by its own entry, an interior by that of the
/// group. A rule and a wish are more specific than a role.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], deny = ["group.rms_norm.statistic", "group.softmax"], rules = [#amp.rule<allow, op = "stablehlo.maximum">]>} {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.multiply %x, %x {amp.role = "rms_norm.statistic"} : tensor<4x4xf32>
    %1 = stablehlo.add %0, %0 {amp.role = "softmax.interior", amp.listed = #amp.listed<allow, <allow, "elementwise">>} : tensor<4x4xf32>
    %2 = stablehlo.multiply %1, %1 {amp.role = "softmax.output"} : tensor<4x4xf32>
    %3 = stablehlo.maximum %2, %2 {amp.role = "softmax.interior"} : tensor<4x4xf32>
    %4 = stablehlo.minimum %3, %3 {amp.role = "rms_norm.statistic", amp.require = #amp.require<allow>} : tensor<4x4xf32>
    %5 = stablehlo.dot %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %5 : tensor<4x4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'bf16'}}
  %0 = stablehlo.multiply %a, %a : tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %a = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'bf16'}}
  %1 = stablehlo.add %a, %a : tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

/// All that may be low.
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %2 = stablehlo.multiply %a, %a : tensor<4x4xbf16>
  %3 = stablehlo.maximum %2, %2 : tensor<4x4xbf16>
  %4 = stablehlo.minimum %3, %3 : tensor<4x4xbf16>
  %5 = stablehlo.dot %4, %4 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
