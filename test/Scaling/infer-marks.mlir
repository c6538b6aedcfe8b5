// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -split-input-file -verify-diagnostics | FileCheck %s

/// Momentum: w1 = w - m1, m1 = 0.9 m + 0.1 g. The gradient is what enters the update, without its factor, and the result m1 replaces m, because w1 is computed from it.
// CHECK-LABEL: @step
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.0
// CHECK: %[[SEED:.*]] = amp.seed "main" %[[ONE]]
// CHECK: %[[G:.*]] = stablehlo.dot_general
// CHECK: %[[MARKED:.*]] = amp.gradients "main" %[[G]]
// CHECK: stablehlo.multiply %{{.*}}, %[[MARKED]]
// CHECK: %[[LOSS:.*]] = amp.loss "main"
// CHECK: %[[STATES:.*]]:3 = amp.state "main" (%{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg4)
// CHECK: return %[[STATES]]#0, %[[STATES]]#1, %[[STATES]]#2, %[[LOSS]]
func.func @step(%w: tensor<4xf32>, %m: tensor<4xf32>, %x: tensor<8x4xf32>, %y: tensor<8xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %d = stablehlo.subtract %p, %y : tensor<8xf32>
  %s = stablehlo.multiply %d, %d : tensor<8xf32>
  %loss = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 3 states; 'step' is a training step}}
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %two = stablehlo.constant dense<2.0> : tensor<8xf32>
  %t = stablehlo.multiply %two, %d : tensor<8xf32>
  %dp = stablehlo.multiply %b, %t : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
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

/// A gradient function: what is returned is the marked gradient.
// CHECK-LABEL: @gradient
// CHECK: amp.seed
// CHECK: %[[MARKED:.*]] = amp.gradients "main"
// CHECK: %[[LOSS:.*]] = amp.loss
// CHECK-NOT: amp.state
// CHECK: return %[[LOSS]], %[[MARKED]]
func.func @gradient(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %loss = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 0 states; 'gradient' is a gradient function}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  return %loss, %g : tensor<f32>, tensor<4xf32>
}

// -----

/// A forward pass with a literal factor behind it is no gradient function.
// CHECK-LABEL: @negative_forward
// CHECK-NOT: amp.
func.func @negative_forward(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{'negative_forward' is no training step and no gradient function: no result updates an argument, and no results are gradients: none grow with one literal or argument}}
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %t = stablehlo.tanh %p : tensor<8xf32>
  %c = stablehlo.constant dense<30.0> : tensor<8xf32>
  %0 = stablehlo.multiply %c, %t : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

/// A residual block adds to its argument, too, and a literal is a factor of what it adds.
// CHECK-LABEL: @negative_residual
// CHECK-NOT: amp.
func.func @negative_residual(%x: tensor<4x4xf32>, %a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-remark @+1 {{'negative_residual' is no training step and no gradient function: 1 results carry an argument on, but none by a gradient: no updates grow with one literal}}
  %h = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = stablehlo.tanh %h : tensor<4x4xf32>
  %half = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %s = stablehlo.multiply %half, %t : tensor<4x4xf32>
  %f = stablehlo.dot_general %s, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.add %x, %f : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

/// An evaluation step hands its states on as they are.
// CHECK-LABEL: @negative_evaluation
// CHECK-NOT: amp.
func.func @negative_evaluation(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  // expected-remark @+1 {{'negative_evaluation' is no training step and no gradient function: 1 results carry an argument on, but none by a gradient}}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %loss = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %w, %loss : tensor<4xf32>, tensor<f32>
}
