// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-saved --amp-store-saved="least-elements=8 remarks=true" --amp-check-saved --split-input-file --verify-diagnostics | FileCheck %s
// CHECK-NOT: f8E

/// Late ops, in regions and behind barriers too, decide that a value stays.

/// A barrier with a gradient forwards the value, which the step returns.
// expected-remark @+1 {{in 0 bytes of 8-bit floats and scales instead of 0 bytes}}
func.func @returned(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %bar:2 = stablehlo.optimization_barrier %b, %h : tensor<4x8xf32>, tensor<4x8xf32>
  %g = stablehlo.multiply %bar#0, %bar#1 : tensor<4x8xf32>
  return %g, %bar#1, %loss : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}

// -----

/// The backward pass computes the forward pass again, as behind jax.checkpoint.
// expected-remark @+1 {{in 0 bytes of 8-bit floats and scales instead of 0 bytes}}
func.func @recomputed_deviation(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %count = stablehlo.constant dense<8.0> : tensor<4xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %bar:2 = stablehlo.optimization_barrier %b, %h : tensor<4x8xf32>, tensor<4x8xf32>
  %sum = stablehlo.reduce(%bar#1 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.divide %sum, %count : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %bar#1, %means : tensor<4x8xf32>
  %g = stablehlo.multiply %bar#0, %d : tensor<4x8xf32>
  return %g, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

/// A divisor in a region.
// expected-remark @+1 {{in 0 bytes of 8-bit floats and scales instead of 0 bytes}}
func.func @pole_in_region(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>, %p: tensor<i1>) -> (tensor<4x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = "stablehlo.if"(%p) ({
    %q = stablehlo.divide %b, %h : tensor<4x8xf32>
    stablehlo.return %q : tensor<4x8xf32>
  }, {
    stablehlo.return %b : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  return %g, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

/// A pole of a product with a gradient, and of one that a loop carries.
// expected-remark @+1 {{in 0 bytes of 8-bit floats and scales instead of 0 bytes}}
func.func @late_pole(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>, %p: tensor<i1>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %k = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %m = stablehlo.multiply %b, %h : tensor<8x8xf32>
  %r = stablehlo.rsqrt %m : tensor<8x8xf32>
  %q:2 = stablehlo.while(%i = %p, %v = %k) : tensor<i1>, tensor<8x8xf32>
    cond {
      stablehlo.return %i : tensor<i1>
    } do {
      %n = stablehlo.multiply %v, %b : tensor<8x8xf32>
      %s = stablehlo.sine %n : tensor<8x8xf32>
      stablehlo.return %i, %s : tensor<i1>, tensor<8x8xf32>
    }
  return %r, %q#1, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}
