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

// -----

/// A test for NaN would hide an overflow from the mark: the mark is in front of it, and in front of a factor.
// CHECK-LABEL: @zero_nans
// CHECK: %[[G:.*]] = stablehlo.dot_general %{{.*}}, %arg1, contracting_dims = [0] x [0]
// CHECK: %[[M:.*]] = amp.gradients "main" %[[G]]
// CHECK: stablehlo.compare NE, %[[M]], %[[M]]
// CHECK: stablehlo.select %{{.*}}, %{{.*}}, %[[M]]
func.func @zero_nans(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %n = stablehlo.compare NE, %g, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.select %n, %zero, %g : tensor<4xi1>, tensor<4xf32>
  %w1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// So would a test for infinities, of a multiple of the gradient, in a function that is called.
// CHECK-LABEL: @zero_infinities
// CHECK: %[[G:.*]] = stablehlo.dot_general %{{.*}}, %arg1, contracting_dims = [0] x [0]
// CHECK: %[[M:.*]] = amp.gradients "main" %[[G]]
// CHECK: %[[R:.*]] = stablehlo.multiply %[[M]]
// CHECK: %[[A:.*]] = stablehlo.abs %[[R]]
// CHECK: stablehlo.compare EQ, %[[A]]
func.func @zero_infinities(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %c = stablehlo.constant dense<0.1> : tensor<4xf32>
  %r = stablehlo.multiply %g, %c : tensor<4xf32>
  %0 = call @zero_where_infinite(%r) : (tensor<4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}
func.func private @zero_where_infinite(%r: tensor<4xf32>) -> tensor<4xf32> {
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %inf, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %a = stablehlo.abs %r : tensor<4xf32>
  %i = stablehlo.compare EQ, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.select %i, %zero, %r : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// A comparison with zero hides NaN, which is not positive.
// CHECK-LABEL: @positive_part
// CHECK: %[[G:.*]] = stablehlo.dot_general %{{.*}}, %arg1, contracting_dims = [0] x [0]
// CHECK: %[[M:.*]] = amp.gradients "main" %[[G]]
// CHECK: stablehlo.compare GT, %[[M]]
func.func @positive_part(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %n = stablehlo.compare GT, %g, %zero : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.select %n, %g, %zero : tensor<4xi1>, tensor<4xf32>
  %w1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// Inside of the backward pass, the mark ends the backward pass of what is computed behind the test.
// CHECK-LABEL: @zero_inside
// CHECK: %[[M:.*]] = amp.gradients "main" %{{.*}} : tensor<8xf32>
// CHECK: stablehlo.is_finite %[[M]]
// CHECK: %[[Z:.*]] = stablehlo.select %{{.*}}, %[[M]]
// CHECK: stablehlo.dot_general %[[Z]], %arg1
// CHECK-NOT: amp.gradients
func.func @zero_inside(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %f = stablehlo.is_finite %dp : (tensor<8xf32>) -> tensor<8xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %dq = stablehlo.select %f, %dp, %zero : tensor<8xi1>, tensor<8xf32>
  %g = stablehlo.dot_general %dq, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// x * 0 is zero where x is finite, and NaN elsewhere: a test, too.
// CHECK-LABEL: @zero_by_product
// CHECK: %[[G:.*]] = stablehlo.dot_general %{{.*}}, %arg1, contracting_dims = [0] x [0]
// CHECK: %[[M:.*]] = amp.gradients "main" %[[G]]
// CHECK: stablehlo.multiply %[[M]], %{{.*}}
// CHECK: stablehlo.select %{{.*}}, %[[M]]
func.func @zero_by_product(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %n = stablehlo.multiply %g, %zero : tensor<4xf32>
  %f = stablehlo.compare EQ, %n, %zero : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.select %f, %g, %zero : tensor<4xi1>, tensor<4xf32>
  %w1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// So is x - x, summed over all elements.
// CHECK-LABEL: @zero_by_difference
// CHECK: %[[G:.*]] = stablehlo.dot_general %{{.*}}, %arg1, contracting_dims = [0] x [0]
// CHECK: %[[M:.*]] = amp.gradients "main" %[[G]]
// CHECK: stablehlo.subtract %[[M]], %[[M]]
// CHECK: stablehlo.select %{{.*}}, %[[M]]
func.func @zero_by_difference(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %scalar = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.subtract %g, %g : tensor<4xf32>
  %all = stablehlo.reduce(%n init: %scalar) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %f = stablehlo.compare EQ, %all, %scalar : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = stablehlo.select %f, %g, %zero : tensor<i1>, tensor<4xf32>
  %w1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}
