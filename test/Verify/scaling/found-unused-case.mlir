// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16 loss-scale=static:128" --input-seed=330727

/// A branch that calls a function has effects as far as MLIR knows. No result depends on it, so that its degrees need not
/// agree: the checker refused the step.
func.func private @f0(%arg0: tensor<1xi8>, %arg1: tensor<178xf32>) -> (tensor<f32>, tensor<1xi32>) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  return %cst, %c : tensor<f32>, tensor<1xi32>
}
func.func @main(%arg0: tensor<1x2xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<1x2xf32>, %arg3: tensor<2x4xf32>, %arg4: tensor<2x4xf32>, %arg5: tensor<2xui32>, %arg6: tensor<f32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x4xf32>) -> tensor<1x4xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = amp.seed "main" %cst : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
  %3 = stablehlo.multiply %2, %0 : tensor<1x4xf32>
  %4 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [1] : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<1x2xf32>
  %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [1] : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %6 = stablehlo.convert %5 : (tensor<1x1xf32>) -> tensor<1x1xi32>
  %7 = stablehlo.convert %6 : (tensor<1x1xi32>) -> tensor<1x1xf32>
  %8 = stablehlo.multiply %5, %7 : tensor<1x1xf32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %9 = "stablehlo.case"(%c) ({
    %c_0 = stablehlo.constant dense<4> : tensor<1xi8>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<178xf32>
    %13:2 = stablehlo.composite "my.op" %c_0, %cst_1 {decomposition = @f0} : (tensor<1xi8>, tensor<178xf32>) -> (tensor<f32>, tensor<1xi32>)
    stablehlo.return %13#0 : tensor<f32>
  }, {
    %13 = stablehlo.reshape %8 : (tensor<1x1xf32>) -> tensor<f32>
    stablehlo.return %13 : tensor<f32>
  }, {
    %c_0 = stablehlo.constant dense<true> : tensor<1xi1>
    %13 = stablehlo.convert %c_0 : (tensor<1xi1>) -> tensor<1xf32>
    %14 = stablehlo.reshape %13 : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %14 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  %10 = stablehlo.dot_general %arg0, %3, contracting_dims = [0] x [0] : (tensor<1x2xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %11 = amp.gradients "main" %10 : tensor<2x4xf32>
  %12:5 = amp.state "main" (%arg3, %arg4, %arg1, %arg5, %arg6) else (%arg3, %arg4, %arg1, %arg5, %arg6) kinds ["moment", "moment", "parameter", "other", "statistic"] : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xui32>, tensor<f32>
  return %12#0 : tensor<2x4xf32>
}
