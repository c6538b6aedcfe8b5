// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16"

/// The result of a call of several, beside a counter: which operands of the call it is computed from is not known, so
/// that they need not be f32 as it is. amp-verify expected f32 of the matrix, which the function only multiplies.
func.func private @f1(%arg0: tensor<f32>, %arg1: tensor<3x3xf32>) -> tensor<f32> {
  %0 = stablehlo.iota dim = 0 : tensor<1x3xf32>
  %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [1] : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  return %arg0 : tensor<f32>
}
func.func @main() -> (tensor<2xf32>, tensor<1x3xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<2xf32>
  %cst = stablehlo.constant dense<1.600000e+01> : tensor<3x3xf32>
  %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %3 = call @f1(%cst_1, %cst) : (tensor<f32>, tensor<3x3xf32>) -> tensor<f32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %5 = call @f1(%3, %4) : (tensor<f32>, tensor<3x3xf32>) -> tensor<f32>
  %7 = chlo.broadcast_multiply %0, %5 {broadcast_dimensions = array<i64>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %8 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1x132xf32>
  %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<3x132xf32>
  %9 = stablehlo.dot_general %8, %cst_2, contracting_dims = [1] x [1] : (tensor<1x132xf32>, tensor<3x132xf32>) -> tensor<1x3xf32>
  return %7, %9 : tensor<2xf32>, tensor<1x3xf32>
}
