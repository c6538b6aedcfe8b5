// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -split-input-file -verify-diagnostics | FileCheck %s

/// Gradients that a gradient function clips or accumulates before it returns them.

/// Clipped by a norm of at least 1, which is returned as a metric: the mark is before both.
// CHECK-LABEL: @clipped_by_norm
// CHECK: amp.seed
// CHECK: %[[G:.*]] = amp.gradients "main"
// CHECK: stablehlo.multiply %[[G]], %[[G]]
// CHECK: %[[NORM:.*]] = stablehlo.sqrt
// CHECK: %[[CLIPPED:.*]] = stablehlo.divide %[[G]]
// CHECK-NOT: amp.state
// CHECK: return %{{.*}}, %[[NORM]], %[[CLIPPED]]
func.func @clipped_by_norm(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<f32>, tensor<f32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %loss = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 0 states; 'clipped_by_norm' is a gradient function}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %1 : tensor<f32>
  %least = stablehlo.constant dense<1.0> : tensor<f32>
  %2 = stablehlo.maximum %norm, %least : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %clipped = stablehlo.divide %g, %3 : tensor<4xf32>
  return %loss, %norm, %clipped : tensor<f32>, tensor<f32>, tensor<4xf32>
}

// -----

/// As optax.clip_by_global_norm writes it: a choice between the gradient and its quotient by the norm.
// CHECK-LABEL: @chosen_by_norm
// CHECK: %[[G:.*]] = amp.gradients "main"
// CHECK: stablehlo.select %{{.*}}, %[[G]], %{{.*}}
func.func @chosen_by_norm(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 0 states; 'chosen_by_norm' is a gradient function}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %1 : tensor<f32>
  %most = stablehlo.constant dense<1.0> : tensor<f32>
  %small = stablehlo.compare LT, %norm, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.divide %g, %2 : tensor<4xf32>
  %4 = stablehlo.select %small, %g, %3 : tensor<i1>, tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

/// Gradients of several batches are summed by the caller: the sum is a state, which a step with an overflow keeps.
// CHECK-LABEL: @accumulated
// CHECK: %[[G:.*]] = amp.gradients "main"
// CHECK: %[[SUM:.*]] = stablehlo.add %arg1, %[[G]]
// CHECK: %[[KEPT:.*]] = amp.state "main" (%[[SUM]]) else (%arg1)
// CHECK: return %[[KEPT]]
func.func @accumulated(%w: tensor<4xf32>, %sum: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states; 'accumulated' is a gradient function}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %sum1 = stablehlo.add %sum, %g : tensor<4xf32>
  return %sum1 : tensor<4xf32>
}

// -----

/// Three projections of a scaled input, normalized as a whole: the literal is none of a backward pass, and no projection is
/// a product with what its own argument is multiplied by.
// CHECK-LABEL: @negative_normalized
// CHECK-NOT: amp.
func.func @negative_normalized(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-remark @+1 {{'negative_normalized' is no training step and no gradient function: 1 values may be gradients that are clipped or accumulated, but no literal scales them}}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %0 = stablehlo.multiply %x, %half : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4x4xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.rsqrt %3 : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %6 = stablehlo.multiply %1, %5 : tensor<4x4xf32>
  return %6 : tensor<4x4xf32>
}

// -----

/// Three layers with biases, of an input that a literal scales: neither clipped nor accumulated.
// CHECK-LABEL: @negative_biased
// CHECK-NOT: amp.
func.func @negative_biased(%x: tensor<4x4xf32>, %a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>, %bias: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  // expected-remark @+1 {{'negative_biased' is no training step and no gradient function: no result updates an argument, and no results are gradients}}
  %half = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %0 = stablehlo.multiply %x, %half : tensor<4x4xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x4xf32>
  %4 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.add %4, %1 : tensor<4x4xf32>
  %6 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.add %6, %1 : tensor<4x4xf32>
  return %3, %5, %7 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

/// A residual stream is read by what is added to it; a sum of gradients is not.
// CHECK-LABEL: @negative_stream
// CHECK-NOT: amp.
func.func @negative_stream(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // expected-remark @+1 {{'negative_stream' is no training step and no gradient function: 2 results carry an argument on, but none by a gradient}}
  %half = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %0 = stablehlo.multiply %x, %half : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %y, %1 : tensor<4x4xf32>
  %3 = stablehlo.tanh %2 : tensor<4x4xf32>
  %4 = stablehlo.dot_general %3, %a, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.add %x, %4 : tensor<4x4xf32>
  return %2, %5 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

/// Three features that one literal scales, each normalized: however many there are, none is a gradient.
// CHECK-LABEL: @negative_features
// CHECK-NOT: amp.
func.func @negative_features(%x: tensor<4x4xf32>, %a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  // expected-remark @+1 {{'negative_features' is no training step and no gradient function: 3 values may be gradients that are clipped or accumulated}}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %0 = stablehlo.multiply %x, %half : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.multiply %1, %2 : tensor<4x4xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<4x4xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %8 = stablehlo.divide %1, %7 : tensor<4x4xf32>
  %9 = stablehlo.divide %2, %7 : tensor<4x4xf32>
  %10 = stablehlo.divide %3, %7 : tensor<4x4xf32>
  return %8, %9, %10 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

/// A sum of squares has no literal, and a tied autoencoder has the same arithmetic: the role of the seed decides.
// CHECK-LABEL: @negative_squares
// CHECK-NOT: amp.
func.func @negative_squares(%w: tensor<4xf32>, %x: tensor<8x4xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'negative_squares' is no training step and no gradient function: 1 values may be gradients that are clipped or accumulated, but no literal scales them; if they are, amp.role = "seed" on the op that starts the backward pass says so}}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %dp = stablehlo.subtract %p, %y : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %1 : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %clipped = stablehlo.divide %g, %2 : tensor<4xf32>
  return %clipped : tensor<4xf32>
}

// -----

/// With that role, the same clip has marks.
// CHECK-LABEL: @said
// CHECK: amp.seed
// CHECK: amp.gradients "main"
// CHECK: stablehlo.sqrt
func.func @said(%w: tensor<4xf32>, %x: tensor<8x4xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 0 states; 'said' is a gradient function}}
  %dp = stablehlo.subtract %p, %y {amp.role = "seed"} : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %1 : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %clipped = stablehlo.divide %g, %2 : tensor<4xf32>
  return %clipped : tensor<4xf32>
}
