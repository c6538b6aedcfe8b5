// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -verify-diagnostics

/// A count of up to 8192 is no f16.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%hit: tensor<8192x4xi1>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %ones = stablehlo.constant dense<1.0> : tensor<4x8192xf32>
    %hot = stablehlo.convert %hit : (tensor<8192x4xi1>) -> tensor<8192x4xf32>
    %count = stablehlo.dot %ones, %hot : (tensor<4x8192xf32>, tensor<8192x4xf32>) -> tensor<4x4xf32>
    %y = stablehlo.dot %x, %count : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %y : tensor<4x4xf32>
  }
}

//--- output.mlir
func.func @main(%hit: tensor<8192x4xi1>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %ones = stablehlo.constant dense<1.0> : tensor<4x8192xf32>
  %hot = stablehlo.convert %hit : (tensor<8192x4xi1>) -> tensor<8192x4xf32>
  %count = stablehlo.dot %ones, %hot : (tensor<4x8192xf32>, tensor<8192x4xf32>) -> tensor<4x4xf32>
  %low = amp.cast %count <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %xh = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds each count up to 8.2e+03, but got 'f16'}}
  %y = stablehlo.dot %xh, %low : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
