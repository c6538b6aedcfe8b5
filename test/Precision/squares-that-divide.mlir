// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" -split-input-file | FileCheck %s

/// The gradient of a quotient divides by a square. Where f16 has infinity, the
/// quotient is zero, and no value shows the overflow.
// CHECK-LABEL: @quotient
// CHECK: stablehlo.multiply {{.*}} : tensor<8x8xf32>
// CHECK: stablehlo.divide {{.*}} : tensor<8x8xf32>
func.func @quotient(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %g: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %b = stablehlo.dot %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = stablehlo.multiply %b, %b : tensor<8x8xf32>
  %1 = stablehlo.divide %one, %0 : tensor<8x8xf32>
  %2 = stablehlo.multiply %1, %g : tensor<8x8xf32>
  %3 = stablehlo.dot %2, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

/// A vector divided by its length: the sum of squares, and the root, which is as
/// large as the data.
// CHECK-LABEL: @length
// CHECK: stablehlo.sqrt {{.*}} : tensor<8xf32>
// CHECK: stablehlo.divide {{.*}} : tensor<8x8xf32>
func.func @length(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.dot %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = stablehlo.multiply %b, %b : tensor<8x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.sqrt %1 : tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.divide %b, %3 : tensor<8x8xf32>
  %5 = stablehlo.dot %4, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}
