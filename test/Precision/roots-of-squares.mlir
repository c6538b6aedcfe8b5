// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" -split-input-file | FileCheck %s

/// A root of squares that divides: in f16, squares from 256 on are infinite, and
/// those of values below 2^-12 are zero. The quotient may be low.
// CHECK-LABEL: @normalize
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.sqrt {{.*}} : tensor<64x64xf32>
func.func @normalize(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %epsilon = stablehlo.constant dense<1.0e-3> : tensor<64x64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<64x64xf32>
  %2 = stablehlo.sqrt %1 : tensor<64x64xf32>
  %3 = stablehlo.add %2, %epsilon : tensor<64x64xf32>
  %4 = stablehlo.divide %0, %3 : tensor<64x64xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}

// -----

/// Degrees of a graph, whose products divide.
// CHECK-LABEL: @degrees
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
func.func @degrees(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %epsilon = stablehlo.constant dense<1.0e-6> : tensor<64xf32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.add %0, %epsilon : tensor<64xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<64x64xf32>
  %5 = stablehlo.sqrt %4 : tensor<64x64xf32>
  %6 = stablehlo.divide %a, %5 : tensor<64x64xf32>
  %7 = stablehlo.dot_general %6, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %7 : tensor<64x64xf32>
}
