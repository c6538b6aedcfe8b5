// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16 solver=paint" --input-seed=310310

/// One branch of a case hands on 1e-30, another one 1: the result was f16, in which the first is zero.
func.func @main(%arg0: tensor<2x2xf32>) -> tensor<4x5xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<4x2xf32>
  %0:2 = stablehlo.while(%iterArg = %cst, %iterArg_2 = %cst_0) : tensor<f32>, tensor<4x2xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg, %iterArg_2 : tensor<f32>, tensor<4x2xf32>
  }
  %1 = stablehlo.bitcast_convert %0#0 : (tensor<f32>) -> tensor<i32>
  %2 = stablehlo.convert %1 : (tensor<i32>) -> tensor<f32>
  %3:2 = "stablehlo.case"(%1) ({
    stablehlo.return %2, %0#1 : tensor<f32>, tensor<4x2xf32>
  }, {
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<4x2xf32>
    stablehlo.return %0#0, %cst_2 : tensor<f32>, tensor<4x2xf32>
  }, {
    stablehlo.return %0#0, %0#1 : tensor<f32>, tensor<4x2xf32>
  }) : (tensor<i32>) -> (tensor<f32>, tensor<4x2xf32>)
  %4 = stablehlo.einsum %3#1, %arg0, config = "ab,bc->ac" : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %5 = stablehlo.broadcast_in_dim %3#0, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %cst_1 = stablehlo.constant dense<3.000000e-39> : tensor<2x5xf32>
  %6 = stablehlo.dot_general %5, %cst_1, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  return %6 : tensor<4x5xf32>
}
