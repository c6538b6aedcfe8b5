// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16 preset=tf"
// RUN: amp-opt %s --amp="compute=f16 preset=tf" | FileCheck %s

/// The variance of inputs up to 100 is denied, and a range makes its quotient f32. The denial ended there, so that its
/// broadcast was f16: an infinity where all inputs are 100.
// CHECK-LABEL: func @main
// CHECK: %[[V:.*]] = stablehlo.divide {{.*}} : tensor<4xf32>
// CHECK: stablehlo.broadcast_in_dim %[[V]], dims = [0] : (tensor<4xf32>) -> tensor<4x111xf32>
func.func @main(%x: tensor<4x111xf32> {amp.range = #amp.range<-1.000000e+02, 1.000000e+02>}, %w: tensor<111x5xf32>) -> tensor<4x5xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x111xf32>, tensor<f32>) -> tensor<4xf32>
  %three = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
  %1 = stablehlo.divide %0, %three : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x111xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<4x111xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<4x111xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x111xf32>, tensor<f32>) -> tensor<4xf32>
  %n = stablehlo.constant dense<1.110000e+02> : tensor<4xf32>
  %6 = stablehlo.divide %5, %n : tensor<4xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xf32>) -> tensor<4x111xf32>
  %eps = stablehlo.constant dense<9.99999974E-6> : tensor<4x111xf32>
  %8 = stablehlo.add %7, %eps : tensor<4x111xf32>
  %9 = stablehlo.sqrt %8 : tensor<4x111xf32>
  %10 = stablehlo.divide %3, %9 : tensor<4x111xf32>
  %11 = stablehlo.dot_general %10, %w, contracting_dims = [1] x [0] : (tensor<4x111xf32>, tensor<111x5xf32>) -> tensor<4x5xf32>
  return %11 : tensor<4x5xf32>
}
