// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16 loss-scale=static:16384" --input-seed=178373

/// A maximum whose result no gradient reads need not be linear: the checker refused the step.
func.func @main(%arg0: tensor<3x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<3x4xf32>, %arg3: tensor<3x4xf32>, %arg4: tensor<i32>, %arg5: tensor<2xui64>) -> tensor<3x4xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.sine %0 : tensor<3x4xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %2 = amp.seed "main" %cst : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  %4 = stablehlo.multiply %3, %1 : tensor<3x4xf32>
  %cst_0 = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %5 = stablehlo.clamp %cst_0, %1, %cst_1 : (tensor<f32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %6 = stablehlo.exponential %5 : tensor<3x4xf32>
  %7 = stablehlo.multiply %4, %6 : tensor<3x4xf32>
  %8 = stablehlo.add %7, %7 : tensor<3x4xf32>
  %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<3x4xf32>
  %9 = stablehlo.maximum %8, %cst_2 : tensor<3x4xf32>
  %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<3x4xf32>
  %10 = stablehlo.dot_general %arg0, %7, contracting_dims = [0] x [0] : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %11 = amp.gradients "main" %10 : tensor<3x4xf32>
  %12 = stablehlo.multiply %arg2, %cst_3 : tensor<3x4xf32>
  %output_state, %output = stablehlo.rng_bit_generator %arg5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  %13:5 = amp.state "main" (%12, %arg3, %arg1, %arg4, %output_state) else (%arg2, %arg3, %arg1, %arg4, %arg5) kinds ["moment", "moment", "parameter", "counter", "key"] : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<2xui64>
  return %13#0 : tensor<3x4xf32>
}
