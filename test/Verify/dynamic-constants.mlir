// RUN: amp-opt %s --amp="compute=f16 verify" | FileCheck %s

/// A GELU with a batch of any size: the checker sees that tanh alone reads the
/// power, although its constants are broadcast to a shape that is a value.
// CHECK-LABEL: @gelu
// CHECK: stablehlo.tanh
func.func @gelu(%x: tensor<?x16xf32>, %shape: tensor<2xi32>, %w: tensor<16x32xf32>, %v: tensor<32x8xf32>) -> tensor<?x8xf32> {
  %c0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
  %c1 = stablehlo.constant dense<0.797884583> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<?x32xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<?x32xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %c0, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x32xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<?x32xf32>
  %5 = stablehlo.add %0, %4 : tensor<?x32xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %c1, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x32xf32>
  %7 = stablehlo.multiply %6, %5 : tensor<?x32xf32>
  %8 = stablehlo.tanh %7 : tensor<?x32xf32>
  %9 = stablehlo.dynamic_broadcast_in_dim %one, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x32xf32>
  %10 = stablehlo.add %9, %8 : tensor<?x32xf32>
  %11 = stablehlo.multiply %0, %10 : tensor<?x32xf32>
  %12 = stablehlo.dot_general %11, %v, contracting_dims = [1] x [0] : (tensor<?x32xf32>, tensor<32x8xf32>) -> tensor<?x8xf32>
  return %12 : tensor<?x8xf32>
}
