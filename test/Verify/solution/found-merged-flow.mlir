// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16"

/// A function that two calls run is solved once per call. The flow of one copy drains towards f32, that of the other
/// towards bf16: merged, they prove the optimum, but are not conserved. The checker refused the proof.
func.func private @f1(%arg0: tensor<160xf32>, %arg1: tensor<5x1xf32>) -> (tensor<160xf32>, tensor<160xf8E4M3FN>) {
  %cst = stablehlo.constant dense<9.765625E-4> : tensor<4x1xf32>
  %0 = stablehlo.dot_general %arg1, %cst, contracting_dims = [1] x [1] : (tensor<5x1xf32>, tensor<4x1xf32>) -> tensor<5x4xf32>
  %1 = stablehlo.convert %arg0 : (tensor<160xf32>) -> tensor<160xf8E4M3FN>
  return %arg0, %1 : tensor<160xf32>, tensor<160xf8E4M3FN>
}
func.func @main(%arg0: tensor<5x1xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<5x1xf16>) -> tensor<5x1xf16> {
  %cst = stablehlo.constant dense<3.000000e+00> : tensor<5x1xf32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<160xf32>
  %0:2 = call @f1(%cst_0, %arg0) : (tensor<160xf32>, tensor<5x1xf32>) -> (tensor<160xf32>, tensor<160xf8E4M3FN>)
  %1 = stablehlo.convert %arg0 : tensor<5x1xf32>
  %2 = stablehlo.clamp %arg1, %arg2, %arg2 : tensor<f32>
  %3:2 = call @f1(%0#0, %1) : (tensor<160xf32>, tensor<5x1xf32>) -> (tensor<160xf32>, tensor<160xf8E4M3FN>)
  %4 = stablehlo.convert %2 : (tensor<f32>) -> tensor<i32>
  %5:2 = stablehlo.optimization_barrier %cst, %arg3 : tensor<5x1xf32>, tensor<5x1xf16>
  return %5#1 : tensor<5x1xf16>
}
