// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16" 2>/dev/null | FileCheck %s

/// A barrier forwards a scaled gradient and an argument, as recomputation of
/// activations does. Loss scaling guards the gradient alone: squares of the
/// argument that are summed stay f32.
// CHECK-LABEL: func.func @main
// CHECK: %[[B:.*]]:2 = stablehlo.optimization_barrier %{{.*}}, %arg0 : tensor<4x2xf16>, tensor<4x2xf32>
// CHECK: stablehlo.multiply %[[B]]#1, %[[B]]#1 : tensor<4x2xf32>
func.func @main(%a: tensor<4x2xf32>, %w: tensor<2x3xf32>, %v: tensor<3x2xf32>, %u: tensor<2x2xf32>) -> (tensor<4x2xf32>, tensor<3x2xf32>) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %s = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %dy = stablehlo.multiply %s, %1 : tensor<4x2xf32>
  %g = stablehlo.dot_general %dy, %u, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %b:2 = stablehlo.optimization_barrier %g, %a : tensor<4x2xf32>, tensor<4x2xf32>
  %sq = stablehlo.multiply %b#1, %b#1 : tensor<4x2xf32>
  %sum = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %sum : tensor<f32>
  %n = stablehlo.add %norm, %one : tensor<f32>
  %ns = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %x = stablehlo.divide %b#1, %ns : tensor<4x2xf32>
  %d = stablehlo.dot_general %0, %b#0, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %grad = amp.gradients "main" %d : tensor<3x2xf32>
  return %x, %grad : tensor<4x2xf32>, tensor<3x2xf32>
}
