// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=static:1024 -split-input-file | FileCheck %s

/// Linear ops keep the factor, and so do ops that only select: products with other values, sums, casts, maxima with zero,
/// zeros and infinities. Nothing is unscaled before the mark.
// CHECK-LABEL: @linear
// CHECK-COUNT-1: amp.unscale
// CHECK-NOT: amp.unscale
func.func @linear(%w: tensor<4xf32>, %p: tensor<4xi1>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %w : tensor<4xf32>
  %2 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xf16>
  %3 = stablehlo.convert %2 : (tensor<4xf16>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.maximum %3, %zeros : tensor<4xf32>
  %5 = stablehlo.select %p, %4, %zeros : tensor<4xi1>, tensor<4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.compare EQ, %5, %7, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %9 = stablehlo.select %8, %5, %zeros : tensor<4xi1>, tensor<4xf32>
  %10 = stablehlo.divide %9, %w : tensor<4xf32>
  %g = amp.gradients "main" %10 : tensor<4xf32>
  %s = amp.state "main" (%g) else (%w) : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

/// A gradient that is clipped inside of the backward pass is unscaled there, in front of the comparison; what comes after it is
/// only looked at.
// CHECK-LABEL: @clipped
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.024000e+03>
// CHECK: %[[C:.*]] = stablehlo.multiply
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale %[[C]] by %[[ONE]]
// CHECK: %[[M:.*]] = stablehlo.minimum %[[U]],
// CHECK: stablehlo.tanh %[[U]]
// CHECK: amp.unscale %[[C]] by %[[ONE]]
// CHECK: %[[S:.*]] = stablehlo.constant dense<1.0{{.*}}> : tensor<f32>
// CHECK: amp.unscale %[[M]], %{{.*}} by %[[S]]
// CHECK-NOT: amp.unscale
func.func @clipped(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %bound = stablehlo.constant dense<0.5> : tensor<f32>
  %1 = stablehlo.minimum %0, %bound : tensor<f32>
  %2 = stablehlo.tanh %0 : tensor<f32>
  %g:3 = amp.gradients "main" %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
  %s = amp.state "main" (%g#0) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// Results of the function are unscaled, marked or not, and so are the marked gradients.
// CHECK-LABEL: @results
// CHECK: %[[C:.*]] = stablehlo.multiply
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale %[[C]]
// CHECK: %[[G:.*]], %[[FOUND:.*]] = amp.unscale %[[C]]
// CHECK: return %[[G]], %[[U]], %[[FOUND]]
func.func @results(%w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  return %g, %0 : tensor<f32>, tensor<f32>
}

// -----

/// Calls are followed with what they pass: one function, linear in one call, and not called with a factor in the other one.
// CHECK-LABEL: @calls
// CHECK: %[[D:.*]] = call @double
// CHECK: amp.unscale %[[D]]
// CHECK-NOT: amp.unscale
func.func @calls(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = call @double(%0) : (tensor<f32>) -> tensor<f32>
  %g = amp.gradients "main" %1 : tensor<f32>
  %2 = call @double(%g) : (tensor<f32>) -> tensor<f32>
  %s = amp.state "main" (%2) else (%w) : tensor<f32>
  return %s : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// Calls of a function that needs an unscale inside are inlined; other calls stay.
// CHECK-LABEL: @inlined
// CHECK: call @squash(%arg0)
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale
// CHECK: stablehlo.tanh %[[U]]
// CHECK: func.func private @squash
func.func @inlined(%w: tensor<f32>) -> tensor<f32> {
  %h = call @squash(%w) : (tensor<f32>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %h : tensor<f32>
  %1 = call @squash(%0) : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.multiply %seed, %w : tensor<f32>
  %g:2 = amp.gradients "main" %1, %2 : tensor<f32>, tensor<f32>
  %s = amp.state "main" (%g#0) else (%w) : tensor<f32>
  return %s : tensor<f32>
}
func.func private @squash(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// A seed in the backward pass of another one has the factor already: an auxiliary loss, marked inside of a marked sum.
// CHECK-LABEL: @auxiliary
// CHECK-COUNT-1: amp.scale
// CHECK-NOT: amp.scale
// CHECK: amp.unscale
func.func @auxiliary(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %inner = amp.seed "main" %0 : tensor<f32>
  %1 = stablehlo.add %0, %inner : tensor<f32>
  %g = amp.gradients "main" %1 : tensor<f32>
  return %g : tensor<f32>
}

// -----

/// Zeros pad complex values as they do others; a complex value that leaks is unscaled part by part.
// CHECK-LABEL: @complex
// CHECK: %[[P:.*]] = stablehlo.pad
// CHECK-NEXT: %[[R:.*]] = stablehlo.real %[[P]]
// CHECK-NEXT: %[[I:.*]] = stablehlo.imag %[[P]]
// CHECK-NEXT: %[[U:.*]]:2, %{{.*}} = amp.unscale %[[R]], %[[I]] by
// CHECK-NEXT: %[[C:.*]] = stablehlo.complex %[[U]]#0, %[[U]]#1
// CHECK-NEXT: stablehlo.exponential %[[C]]
func.func @complex(%w: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.complex %0, %0 : tensor<2xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %2 = stablehlo.pad %1, %zero, low = [1], high = [1], interior = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %3 = stablehlo.exponential %2 : tensor<4xcomplex<f32>>
  %4 = stablehlo.real %3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %g:2 = amp.gradients "main" %4, %2 : tensor<4xf32>, tensor<4xcomplex<f32>>
  %s:2 = amp.state "main" (%g#0, %g#1) else (%w, %z) : tensor<4xf32>, tensor<4xcomplex<f32>>
  return %s#0, %s#1 : tensor<4xf32>, tensor<4xcomplex<f32>>
}
