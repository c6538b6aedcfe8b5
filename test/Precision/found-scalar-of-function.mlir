// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16"

/// A scalar that a function takes and returns is a parameter, as other scalars are: beside a counter it is f32. The pass,
/// which looked at each call by itself, lowered its broadcast, and amp-verify refused that.
func.func private @f1(%arg0: tensor<f32>, %arg1: tensor<5x3xf32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
func.func @main(%arg0: tensor<f32>, %arg2: tensor<4x3xf32>, %arg3: tensor<f32>) -> (tensor<4x3xf32>, tensor<i1>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
  %1 = call @f1(%arg0, %0) : (tensor<f32>, tensor<5x3xf32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %3 = stablehlo.iota dim = 0 : tensor<4x4xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<4x4xf32>
  %5 = stablehlo.floor %arg0 : tensor<f32>
  %20 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %22 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %23 = stablehlo.add %20, %22 : tensor<4x3xf32>
  %16 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
  %17 = call @f1(%5, %16) : (tensor<f32>, tensor<5x3xf32>) -> tensor<f32>
  %21 = stablehlo.compare GT, %17, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %23, %21 : tensor<4x3xf32>, tensor<i1>
}
