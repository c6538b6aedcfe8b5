// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16 loss-scale=dynamic" --input-seed=735317

/// The gradient is unscaled before its fourth power: the scale changed bits of this step.
func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4x3xf32>, %arg2: tensor<3x2xf32>, %arg3: tensor<3x2xf32>, %arg4: tensor<2xui64>) -> tensor<4x3xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.sine %0 : tensor<4x3xf32>
  %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.sine %2 : tensor<4x2xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %4 = amp.seed "main" %cst : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %6 = stablehlo.multiply %5, %3 : tensor<4x2xf32>
  %7 = stablehlo.abs %3 : tensor<4x2xf32>
  %cst_0 = stablehlo.constant dense<6.250000e-02> : tensor<4x2xf32>
  %8 = stablehlo.add %7, %cst_0 : tensor<4x2xf32>
  %9 = stablehlo.divide %6, %8 : tensor<4x2xf32>
  %10 = stablehlo.multiply %9, %9 : tensor<4x2xf32>
  %11 = stablehlo.multiply %10, %10 : tensor<4x2xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<4x2xf32>
  %12 = stablehlo.compare GT, %3, %cst_1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
  %13 = stablehlo.select %12, %11, %cst_1 : tensor<4x2xi1>, tensor<4x2xf32>
  %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<4x2xf32>
  %14 = stablehlo.maximum %13, %cst_2 : tensor<4x2xf32>
  %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<4x2xf32>
  %15 = stablehlo.minimum %14, %cst_3 : tensor<4x2xf32>
  %16 = stablehlo.slice %10 [0:1, 0:1] : (tensor<4x2xf32>) -> tensor<1x1xf32>
  %17 = stablehlo.reshape %16 : (tensor<1x1xf32>) -> tensor<f32>
  %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %19 = stablehlo.dot_general %0, %15, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %20:2 = amp.gradients "main" %18, %19 : tensor<4x3xf32>, tensor<3x2xf32>
  %cst_4 = stablehlo.constant dense<1.250000e-01> : tensor<4x3xf32>
  %21 = stablehlo.multiply %20#0, %cst_4 : tensor<4x3xf32>
  %22 = stablehlo.subtract %arg1, %21 : tensor<4x3xf32>
  %cst_5 = stablehlo.constant dense<5.000000e-01> : tensor<3x2xf32>
  %23 = stablehlo.multiply %arg3, %cst_5 : tensor<3x2xf32>
  %24 = stablehlo.add %23, %20#1 : tensor<3x2xf32>
  %cst_6 = stablehlo.constant dense<1.250000e-01> : tensor<3x2xf32>
  %25 = stablehlo.multiply %24, %cst_6 : tensor<3x2xf32>
  %26 = stablehlo.subtract %arg2, %25 : tensor<3x2xf32>
  %output_state, %output = stablehlo.rng_bit_generator %arg4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  %27:4 = amp.state "main" (%22, %24, %26, %output_state) else (%arg1, %arg3, %arg2, %arg4) kinds ["parameter", "moment", "parameter", "key"] : tensor<4x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xui64>
  return %27#0 : tensor<4x3xf32>
}
