// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-convert-marks --amp-record-step --amp-scale-loss=loss-scale=dynamic --amp-check-scaling | FileCheck %s

/// A state in front of a mask, as delayed scaling of FP8 records it: its
/// overflow does not reach the gradient, and is tested beside it.
// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<4x4xf32>, %amax: tensor<f32>, %x: tensor<4x4xf32>, %m: tensor<4x4xi1>) -> (tensor<4x4xf32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %dr = stablehlo.multiply %b, %x : tensor<4x4xf32>
  %ab = stablehlo.abs %dr : tensor<4x4xf32>
  %mx = stablehlo.reduce(%ab init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: %[[AMAX:.*]], %[[LEAK:.*]] = amp.unscale
  // CHECK: %[[METRIC:.*]], %[[UNTESTED:.*]] = amp.unscale
  %sum = stablehlo.reduce(%dr init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %dh = stablehlo.select %m, %dr, %z : tensor<4x4xi1>, tensor<4x4xf32>
  // CHECK: %[[G:.*]], %[[FOUND:.*]] = amp.unscale
  %g = amp.gradients "main" %dh : tensor<4x4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  // CHECK: %[[EITHER:.*]] = stablehlo.or %[[FOUND]], %[[LEAK]]
  // CHECK: amp.guard %[[EITHER]], (%{{.*}}, %[[AMAX]])
  %s:2 = amp.state "main" (%w1, %mx) else (%w, %amax) names ["w", "amax"] : tensor<4x4xf32>, tensor<f32>
  // CHECK-NOT: %[[UNTESTED]]
  return %s#0, %s#1, %sum : tensor<4x4xf32>, tensor<f32>, tensor<f32>
}
