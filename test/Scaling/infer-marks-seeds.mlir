// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -split-input-file -verify-diagnostics | FileCheck %s

/// A mean's 1/N that the exporter folded into the seed. The literal is read elsewhere, too: only the use in the backward pass is marked.
// CHECK-LABEL: @folded_mean
// CHECK: %[[C:.*]] = stablehlo.constant dense<1.250000e-01>
// CHECK: stablehlo.multiply %{{.*}}, %[[C]]
// CHECK: %[[SEED:.*]] = amp.seed "main" %[[C]]
// CHECK: stablehlo.multiply %[[SEED]], %{{.*}}
func.func @folded_mean(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{stablehlo.constant 0.125 : tensor<8xf32>, 1 of its 2 uses}}
  %c = stablehlo.constant dense<0.125> : tensor<8xf32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %t = stablehlo.multiply %p, %c : tensor<8xf32>
  %s = stablehlo.exponential %t : tensor<8xf32>
  %dp = stablehlo.multiply %c, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// Two losses whose gradients are added have a seed each; 1/N is a quotient, whose numerator is the seed.
// CHECK-LABEL: @two_losses
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.0
// CHECK: amp.seed "main" %[[ONE]]
// CHECK: %[[THREE:.*]] = stablehlo.constant dense<3.0
// CHECK: amp.seed "main" %[[THREE]]
func.func @two_losses(%w: tensor<4xf32>, %x: tensor<8x4xf32>, %n: tensor<8xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %t = stablehlo.tanh %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %mean = stablehlo.divide %one, %n : tensor<8xf32>
  %0 = stablehlo.multiply %mean, %s : tensor<8xf32>
  %three = stablehlo.constant dense<3.0> : tensor<8xf32>
  %1 = stablehlo.multiply %three, %t : tensor<8xf32>
  %dp = stablehlo.add %0, %1 : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// Softmax minus labels, written by hand: no literal, but both gradients are multiples of the difference.
// CHECK-LABEL: @no_literal
// CHECK: %[[D:.*]] = stablehlo.subtract
// CHECK: %[[SEED:.*]] = amp.seed "main" %[[D]]
// CHECK: stablehlo.dot_general %{{.*}}, %[[SEED]]
// CHECK: stablehlo.reduce(%[[SEED]]
func.func @no_literal(%w: tensor<4x3xf32>, %b: tensor<3xf32>, %x: tensor<8x4xf32>, %y: tensor<8x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<8x3xf32>
  %z = stablehlo.add %p, %c : tensor<8x3xf32>
  %s = stablehlo.logistic %z : tensor<8x3xf32>
  // expected-remark @+1 {{inferred marks: 2 gradients, 2 states}}
  %d = stablehlo.subtract %s, %y : tensor<8x3xf32>
  %g = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  %h = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4x3xf32>
  %b1 = stablehlo.subtract %b, %h : tensor<3xf32>
  return %w1, %b1 : tensor<4x3xf32>, tensor<3xf32>
}

// -----

/// The backward half of a program that was split: the seed is an argument, of which all results are multiples. Their types are those of the weights.
// CHECK-LABEL: @backward
// CHECK: %[[SEED:.*]] = amp.seed "main" %arg4
// CHECK: %[[GRADIENTS:.*]]:2 = amp.gradients "main"
// CHECK: return %[[GRADIENTS]]#0, %[[GRADIENTS]]#1
// expected-remark @below {{argument 4 : tensor<8x3xf32>}}
func.func @backward(%x: tensor<8x4xf32>, %h: tensor<8x6xf32>, %w: tensor<4x6xf32>, %v: tensor<6x3xf32>, %d: tensor<8x3xf32>) -> (tensor<4x6xf32>, tensor<6x3xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8x6xf32>
  %gv = stablehlo.dot_general %h, %d, contracting_dims = [0] x [0] : (tensor<8x6xf32>, tensor<8x3xf32>) -> tensor<6x3xf32>
  %dh = stablehlo.dot_general %d, %v, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<6x3xf32>) -> tensor<8x6xf32>
  %0 = stablehlo.multiply %h, %h : tensor<8x6xf32>
  %1 = stablehlo.subtract %one, %0 : tensor<8x6xf32>
  %dz = stablehlo.multiply %dh, %1 : tensor<8x6xf32>
  %gw = stablehlo.dot_general %x, %dz, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %gw, %gv : tensor<4x6xf32>, tensor<6x3xf32>
}

// -----

/// The seed is in a loop over parts of the batch, and in a function that is called there.
// CHECK-LABEL: @parts
// CHECK: stablehlo.while
// CHECK: amp.seed
// CHECK: stablehlo.return
// CHECK: amp.gradients
func.func @parts(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0:2 = stablehlo.while(%i = %first, %sum = %zero) : tensor<i32>, tensor<4xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %g = func.call @part(%w, %x) : (tensor<4xf32>, tensor<8x4xf32>) -> tensor<4xf32>
    %2 = stablehlo.add %sum, %g : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<4xf32>
  }
  %w1 = stablehlo.subtract %w, %0#1 : tensor<4xf32>
  return %w1 : tensor<4xf32>
}
func.func private @part(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

/// The user's mark decides: elementwise gradients are not recognized without it.
// CHECK-LABEL: @said
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<2.0
// CHECK-NOT: amp.role
// CHECK: amp.seed "main" %[[ONE]]
// CHECK: amp.gradients
func.func @said(%w: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant {amp.role = "seed"} dense<2.0> : tensor<4xf32>
  %t = stablehlo.tanh %x : tensor<4xf32>
  %g = stablehlo.multiply %one, %t : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1 : tensor<4xf32>
}
