// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16" --input-seed=878578

/// The sign of a complex number chooses nothing: the checker compared its type with the type of a real operand.
func.func @main() -> tensor<1xf32> {
  %cst = stablehlo.constant dense<1.000000e+01> : tensor<1xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
  %0 = stablehlo.reduce(%cst init: %cst_0) across dimensions = [] : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
   reducer(%arg0: tensor<f32>, %arg1: tensor<f32>)  {
    stablehlo.return %arg1 : tensor<f32>
  }
  %1 = stablehlo.slice %0 [0:1:2] : (tensor<1xf32>) -> tensor<1xf32>
  %2 = chlo.broadcast_complex %1, %1 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xcomplex<f32>>
  %3 = stablehlo.sign %2 : tensor<1xcomplex<f32>>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  return %cst_1 : tensor<1xf32>
}
