// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" -split-input-file | FileCheck %s

/// An update that reads a clipped weight: both are f32.
// CHECK-LABEL: @main
// CHECK: %[[W:.*]] = stablehlo.select %{{.*}}, %arg1, %{{.*}} : tensor<4x4xi1>, tensor<4x4xf32>
// CHECK: stablehlo.subtract %[[W]], %{{.*}} : tensor<4x4xf32>
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lo = stablehlo.constant dense<-1.0> : tensor<4x4xf32>
  %pp = stablehlo.compare GT, %w, %lo : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %wf = stablehlo.select %pp, %w, %lo : tensor<4x4xi1>, tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %wf, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<4x4xf32>
  %n = stablehlo.multiply %g, %lr : tensor<4x4xf32>
  %next0 = stablehlo.subtract %wf, %n : tensor<4x4xf32>
  %next = stablehlo.reshape %next0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %state = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %state, %loss : tensor<4x4xf32>, tensor<f32>
}

// -----

/// The same with a mask.
// CHECK-LABEL: @main
// CHECK: %[[W:.*]] = stablehlo.select %{{.*}}, %arg1, %{{.*}} : tensor<4x4xi1>, tensor<4x4xf32>
// CHECK: stablehlo.subtract %[[W]], %{{.*}} : tensor<4x4xf32>
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %mk = stablehlo.constant dense<[[true,true,false,true],[true,false,true,true],[false,true,true,true],[true,true,true,false]]> : tensor<4x4xi1>
  %zs = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %wf = stablehlo.select %mk, %w, %zs : tensor<4x4xi1>, tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %wf, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<4x4xf32>
  %n = stablehlo.multiply %g, %lr : tensor<4x4xf32>
  %next0 = stablehlo.subtract %wf, %n : tensor<4x4xf32>
  %next = stablehlo.reshape %next0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %state = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %state, %loss : tensor<4x4xf32>, tensor<f32>
}

// -----

/// A moving average of activations, which preconditions the gradient.
// CHECK-LABEL: @main
// CHECK: %[[OLD:.*]] = stablehlo.multiply %arg2, %{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.add %[[OLD]], %{{.*}} : tensor<4x4xf32>
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %e: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %ka = stablehlo.constant dense<0.99609375> : tensor<4x4xf32>
  %kb = stablehlo.constant dense<0.00390625> : tensor<4x4xf32>
  %c = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %e1 = stablehlo.multiply %e, %ka : tensor<4x4xf32>
  %e2 = stablehlo.multiply %c, %kb : tensor<4x4xf32>
  %en = stablehlo.add %e1, %e2 : tensor<4x4xf32>
  %y0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %y = stablehlo.reshape %y0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %e_2 = stablehlo.dot_general %en, %en, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %gg = stablehlo.dot_general %e_2, %g, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<4x4xf32>
  %gl = stablehlo.multiply %gg, %lr : tensor<4x4xf32>
  %wn = stablehlo.subtract %w, %gl : tensor<4x4xf32>
  %st:2 = amp.state "main" (%wn, %en) else (%w, %e) names ["w", "e"] : tensor<4x4xf32>, tensor<4x4xf32>
  return %st#0, %st#1, %loss : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
}

// -----

/// A preconditioner: the product of states alone is f32, in a loop, too, with a
/// contraction of both; those of data are low.
// CHECK-LABEL: @main
// CHECK: stablehlo.dot_general %{{.*}} : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
// CHECK: stablehlo.while
// CHECK: stablehlo.dot_general %{{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %p: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %pn = stablehlo.add %p, %g : tensor<4x4xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i4 = stablehlo.constant dense<4> : tensor<i32>
  %root:2 = stablehlo.while(%i = %i0, %r = %p) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %i4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %s = stablehlo.dot_general %r, %p, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      stablehlo.return %k, %s : tensor<i32>, tensor<4x4xf32>
    }
  %gg = stablehlo.dot_general %root#1, %g, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %wn = stablehlo.subtract %w, %gg : tensor<4x4xf32>
  %st:2 = amp.state "main" (%wn, %pn) else (%w, %p) names ["w", "p"] : tensor<4x4xf32>, tensor<4x4xf32>
  return %st#0, %st#1, %loss : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
}
