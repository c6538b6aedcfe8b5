// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-fuzz %s --amp="compute=bf16" --input-seed=822307

/// accepted: rejected by a checker: 'stablehlo.einsum' op breaks "a low format holds what is known to occur": expects a format that holds each count up to 2.6e+02, but got 'bf16'

module {
  func.func @main(%arg0: tensor<f32> {amp.range = #amp.range<0.000000e+00, 3.000000e+00>}) -> tensor<f32> {
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<4x4xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<4x3xf32>
    %0 = stablehlo.einsum %cst, %cst_0, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    return %arg0 : tensor<f32>
  }
}
