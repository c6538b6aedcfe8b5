// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A predicate that selects the operand of a matmul precedes the matmul, too, and so
/// may be low.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise", "reduction"], clear = ["select", "control", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %y: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>) {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %one = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    %1 = stablehlo.abs %0 : tensor<4x4xf32>
    %2 = stablehlo.compare LT, %1, %one : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    %false = stablehlo.constant dense<false> : tensor<i1>
    %3 = stablehlo.reduce(%2 init: %false) applies stablehlo.or across dimensions = [0, 1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<i1>
    %4 = "stablehlo.if"(%3) ({
      stablehlo.return %x : tensor<4x4xf32>
    }, {
      stablehlo.return %one : tensor<4x4xf32>
    }) : (tensor<i1>) -> tensor<4x4xf32>
    %5 = stablehlo.dot %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %5, %y : tensor<4x4xf32>, tensor<4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>) {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %x16, %x16 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %one = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %low = amp.cast %one <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %1 = stablehlo.abs %0 : tensor<4x4xbf16>
  %2 = stablehlo.compare LT, %1, %low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %3 = stablehlo.reduce(%2 init: %false) applies stablehlo.or across dimensions = [0, 1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<i1>
  %4 = "stablehlo.if"(%3) ({
    stablehlo.return %x : tensor<4x4xf32>
  }, {
    stablehlo.return %one : tensor<4x4xf32>
  }) : (tensor<i1>) -> tensor<4x4xf32>
  %5 = stablehlo.dot %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5, %y : tensor<4x4xf32>, tensor<4xf32>
}
