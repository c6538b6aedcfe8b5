// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -split-input-file -verify-diagnostics | FileCheck %s

/// Momentum: the seed is the 1 that only gradients grow with, and a gradient is what enters the update, without its factor.
// CHECK-LABEL: @step
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.0
// CHECK: %[[SEED:.*]] = amp.seed "main" %[[ONE]]
// CHECK: %[[T:.*]] = stablehlo.tanh
// CHECK: %[[G:.*]] = stablehlo.multiply %{{.*}}, %[[T]]
// CHECK: %[[MARKED:.*]] = amp.gradients "main" %[[G]]
// CHECK: stablehlo.multiply %{{.*}}, %[[MARKED]]
// CHECK: amp.state "main" (%{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg3)
// expected-remark @+1 {{inferred marks: 1 gradients, 3 states}}
func.func @step(%w: tensor<4xf32>, %m: tensor<4xf32>, %x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.multiply %w, %x : tensor<4xf32>
  %loss = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // expected-note @+1 {{the seed}}
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %t = stablehlo.tanh %x : tensor<4xf32>
  %g = stablehlo.multiply %b, %t : tensor<4xf32>
  %rate = stablehlo.constant dense<0.1> : tensor<4xf32>
  %0 = stablehlo.multiply %rate, %g : tensor<4xf32>
  %keep = stablehlo.constant dense<0.9> : tensor<4xf32>
  %1 = stablehlo.multiply %keep, %m : tensor<4xf32>
  %m1 = stablehlo.add %1, %0 : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %m1 : tensor<4xf32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %n1 = stablehlo.add %n, %c : tensor<i32>
  return %w1, %m1, %n1, %loss : tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
}

// -----

// expected-error @+1 {{cannot infer marks, so they have to be written: it is not clear which result replaces which argument}}
func.func @negative_two_arguments(%w: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+1 {{result 0 is no sum of one argument and something}}
  %0 = stablehlo.add %w, %v : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{cannot infer marks, so they have to be written: it is not clear where the backward pass starts}}
func.func @negative_no_seed(%w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.subtract %w, %w : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.add %w, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// expected-error @+1 {{cannot infer marks, so they have to be written: it is not clear which of several ones is the seed}}
func.func @negative_two_seeds(%w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-note @+1 {{it may be this one}}
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-note @+1 {{it may be this one}}
  %two = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.negate %one : tensor<f32>
  %1 = stablehlo.negate %two : tensor<f32>
  %2 = stablehlo.add %0, %1 : tensor<f32>
  %3 = stablehlo.add %w, %2 : tensor<f32>
  return %3, %2 : tensor<f32>, tensor<f32>
}
