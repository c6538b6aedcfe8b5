// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-fuzz %s --amp="compute=bf16" --input-seed=527129

/// accepted: rejected by a checker: 'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 beside the constant 3.000001e-39, which 16 bits change

module {
  func.func @main() -> tensor<f32> {
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<3.000000e-39> : tensor<f32>
    %0 = stablehlo.multiply %cst, %cst_0 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %2 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1x1x1xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x1xf32>, tensor<1x1x1xf32>) -> tensor<2x6x1xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    return %cst_1 : tensor<f32>
  }
}
