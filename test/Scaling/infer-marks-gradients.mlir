// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -split-input-file -verify-diagnostics | FileCheck %s

/// A gradient is marked before it is clipped by its norm, and behind its cast and its sum over devices.
// CHECK-LABEL: @clipped
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[SUM]]
// CHECK: %[[G:.*]] = amp.gradients "main" %[[WIDE]]
// CHECK: stablehlo.multiply %[[G]], %[[G]]
func.func @clipped(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %low = stablehlo.convert %g : (tensor<4xf32>) -> tensor<4xf16>
  %sum = "stablehlo.all_reduce"(%low) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %7 = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %7 : tensor<f16>
  }) : (tensor<4xf16>) -> tensor<4xf16>
  %wide = stablehlo.convert %sum : (tensor<4xf16>) -> tensor<4xf32>
  %0 = stablehlo.multiply %wide, %wide : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.rsqrt %1 : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.multiply %wide, %3 : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %4 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// A batch statistic is no gradient, although a literal 1/N is a factor of it, and its average is a state.
// CHECK-LABEL: @statistic
// CHECK: amp.gradients "main" %{{[0-9]+}} : tensor<4xf32>
// CHECK: amp.state "main" (%{{.*}}, %{{.*}}) else (%arg0, %arg1)
func.func @statistic(%w: tensor<4xf32>, %mean: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %n = stablehlo.constant dense<0.125> : tensor<4xf32>
  %m = stablehlo.multiply %r, %n : tensor<4xf32>
  %mean1 = stablehlo.add %mean, %m : tensor<4xf32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1, %mean1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// The sign of a gradient does not change with the scale, so that nothing leaks; the gradient is marked all the same.
// CHECK-LABEL: @signs
// CHECK: %[[G:.*]] = amp.gradients "main"
// CHECK: stablehlo.sign %[[G]]
func.func @signs(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0 = stablehlo.sign %g : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// One parameter is updated before the gradient of another is known, from which it is computed: each has a mark.
// CHECK-LABEL: @in_turn
// CHECK: amp.seed
// CHECK: %[[G:.*]] = amp.gradients "main"
// CHECK: %[[V:.*]] = stablehlo.subtract %arg0, %[[G]]
// CHECK: stablehlo.dot_general %{{.*}}, %[[V]]
// CHECK: amp.gradients "main"
func.func @in_turn(%v: tensor<4xf32>, %w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 2 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %v1 = stablehlo.subtract %v, %g : tensor<4xf32>
  %q = stablehlo.dot_general %x, %v1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %t = stablehlo.multiply %q, %r : tensor<8xf32>
  %u = stablehlo.exponential %t : tensor<8xf32>
  %one1 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %du = stablehlo.multiply %one1, %u : tensor<8xf32>
  %dr = stablehlo.multiply %du, %q : tensor<8xf32>
  %h = stablehlo.dot_general %dr, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %h : tensor<4xf32>
  return %v1, %w1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Several steps in a loop: marks are in its body, so that each step has a verdict of its own.
// CHECK-LABEL: @steps
// CHECK: stablehlo.while
// CHECK: amp.seed
// CHECK: amp.gradients
// CHECK: %[[STATE:.*]] = amp.state "main" (%{{.*}}) else (%{{.*}}) names ["argument 0"]
// CHECK: stablehlo.return %{{.*}}, %[[STATE]]
func.func @steps(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %v = %w) : tensor<i32>, tensor<4xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %s = stablehlo.exponential %p : tensor<8xf32>
    // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
    %c = stablehlo.constant dense<1.0> : tensor<8xf32>
    %dp = stablehlo.multiply %c, %s : tensor<8xf32>
    %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
    %v1 = stablehlo.subtract %v, %g : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %v1 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
