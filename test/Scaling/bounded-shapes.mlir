// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 loss-scale=dynamic" | FileCheck %s

/// The verdict over a gradient of bounded shape is a scalar, whose type has no bounds.
// CHECK-LABEL: @main
// CHECK: stablehlo.is_finite {{.*}} : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xi1, #stablehlo.bounds<8, ?>>
// CHECK: applies stablehlo.and across dimensions = [0, 1] : (tensor<?x4xi1, #stablehlo.bounds<8, ?>>, tensor<i1>) -> tensor<i1>
func.func @main(%w: tensor<?x4xf32, #stablehlo.bounds<8, ?>> {amp.state = "w"}) -> (tensor<?x4xf32, #stablehlo.bounds<8, ?>> {amp.state = "w"}, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %lr = stablehlo.constant dense<0.1> : tensor<f32>
  %a = stablehlo.tanh %w : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %n = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<i32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %bb = stablehlo.set_dimension_size %b, %n, dim = 0 : (tensor<8x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %g = stablehlo.multiply %a, %bb : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %gg = amp.gradients "main" %g : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %u = stablehlo.subtract %w, %gg : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return %u, %loss : tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>
}
