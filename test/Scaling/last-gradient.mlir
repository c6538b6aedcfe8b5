// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 loss-scale=dynamic" | FileCheck %s

/// Optimistic gradient descent: the last gradient is a state. The unscaled one is stored, with a guard; its update reads it where the flag
/// tests it.
// CHECK: %[[G:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.is_finite %[[G]]
// CHECK: %[[FOUND:.*]] = stablehlo.not
// CHECK: stablehlo.multiply %[[G]], %{{.*}} : tensor<4xf32>
// CHECK: %[[W:.*]] = stablehlo.select %[[FOUND]], %arg0,
// CHECK: %[[LAST:.*]] = stablehlo.select %[[FOUND]], %arg1, %[[G]]
// CHECK: return %[[W]], %[[LAST]],
func.func @main(%w: tensor<4xf32>, %last: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %seed = amp.seed "main" %one : tensor<8xf32>
  %dp = stablehlo.multiply %seed, %s : tensor<8xf32>
  %dw = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %g = amp.gradients "main" %dw : tensor<4xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.multiply %g, %two : tensor<4xf32>
  %1 = stablehlo.subtract %0, %last : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %1 : tensor<4xf32>
  %st:2 = amp.state "main" (%w1, %g) else (%w, %last) : tensor<4xf32>, tensor<4xf32>
  return %st#0, %st#1 : tensor<4xf32>, tensor<4xf32>
}
