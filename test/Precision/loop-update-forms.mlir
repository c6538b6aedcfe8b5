// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" -split-input-file | FileCheck %s

/// Forms of updates in a scan over training steps without marks.

/// A learning rate that is an argument, as Optax has it.
// CHECK-LABEL: @rate
// CHECK: %[[G:.*]] = stablehlo.dot_general {{.*}} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
// CHECK: %[[U:.*]] = stablehlo.multiply %{{.*}}, %[[G]] : tensor<4x4xf32>
// CHECK: stablehlo.add %iterArg{{.*}}, %[[U]] : tensor<4x4xf32>
func.func @rate(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>, %lr: tensor<f32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %rate = stablehlo.broadcast_in_dim %lr, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %minus = stablehlo.negate %rate : tensor<4x4xf32>
      %u = stablehlo.multiply %minus, %g : tensor<4x4xf32>
      %cn = stablehlo.add %w, %u : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// A rate computed from the iteration.
// CHECK-LABEL: @schedule
// CHECK: %[[U:.*]] = stablehlo.multiply %{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.add %iterArg{{.*}}, %[[U]] : tensor<4x4xf32>
func.func @schedule(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %at = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %wave = stablehlo.cosine %at : tensor<f32>
      %rate = stablehlo.broadcast_in_dim %wave, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %u = stablehlo.multiply %rate, %g : tensor<4x4xf32>
      %cn = stablehlo.add %w, %u : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// An update that is skipped where a gradient is not finite.
// CHECK-LABEL: @skipped
// CHECK: %[[M:.*]] = stablehlo.subtract %iterArg{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.select %{{.*}}, %[[M]], %iterArg{{.*}} : tensor<4x4xi1>, tensor<4x4xf32>
func.func @skipped(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.1> : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %made = stablehlo.subtract %w, %u : tensor<4x4xf32>
      %ok = stablehlo.is_finite %g : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %cn = stablehlo.select %ok, %made, %w : tensor<4x4xi1>, tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// Weights that are placed on devices and clipped.
// CHECK-LABEL: @clipped
// CHECK: stablehlo.subtract %iterArg{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.clamp {{.*}}tensor<4x4xf32>
func.func @clipped(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.1> : tensor<4x4xf32>
      %least = stablehlo.constant dense<-3.0> : tensor<f32>
      %most = stablehlo.constant dense<3.0> : tensor<f32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %made = stablehlo.subtract %w, %u : tensor<4x4xf32>
      %placed = stablehlo.custom_call @Sharding(%made) {mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %cn = stablehlo.clamp %least, %placed, %most : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// Weights that decay behind their update.
// CHECK-LABEL: @decayed
// CHECK: %[[M:.*]] = stablehlo.subtract %iterArg{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.multiply %[[M]], %{{.*}} : tensor<4x4xf32>
func.func @decayed(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.1> : tensor<4x4xf32>
      %decay = stablehlo.constant dense<0.999> : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %made = stablehlo.subtract %w, %u : tensor<4x4xf32>
      %cn = stablehlo.multiply %made, %decay : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// Two steps in one iteration: of a differential equation, with noise.
// CHECK-LABEL: @steps
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<4x4xf32>
// CHECK: stablehlo.add %iterArg{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.add {{.*}} : tensor<4x4xf32>
func.func @steps(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.125> : tensor<4x4xf32>
      %v = stablehlo.tanh %y : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %a = stablehlo.multiply %v, %lr : tensor<4x4xf32>
      %s = stablehlo.add %w, %u : tensor<4x4xf32>
      %cn = stablehlo.add %s, %a : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// A soft threshold behind the step (iterative shrinkage, Daubechies et al. 2004).
// CHECK-LABEL: @threshold
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<4x4xf32>
// CHECK: stablehlo.maximum {{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.multiply {{.*}} : tensor<4x4xf32>
func.func @threshold(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.125> : tensor<4x4xf32>
      %t = stablehlo.constant dense<1.0e-3> : tensor<4x4xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %z = stablehlo.add %w, %u : tensor<4x4xf32>
      %s = stablehlo.sign %z : tensor<4x4xf32>
      %a = stablehlo.abs %z : tensor<4x4xf32>
      %l = stablehlo.subtract %a, %t : tensor<4x4xf32>
      %m = stablehlo.maximum %l, %zero : tensor<4x4xf32>
      %cn = stablehlo.multiply %s, %m : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// A loop over layers with two residuals, without factors: no update.
// CHECK-LABEL: @residuals
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<4x4xbf16>
func.func @residuals(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.125> : tensor<4x4xf32>
      %v = stablehlo.tanh %y : tensor<4x4xf32>
      %s = stablehlo.add %w, %v : tensor<4x4xf32>
      %h = stablehlo.dot_general %x, %s, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %cn = stablehlo.add %s, %h : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}

// -----

/// A loop over layers, with a learned factor of each residual: no update.
// CHECK-LABEL: @layers
// CHECK: %[[U:.*]] = stablehlo.multiply %{{.*}} : tensor<4x4xbf16>
// CHECK: stablehlo.add %iterArg{{.*}}, %[[U]] : tensor<4x4xbf16>
func.func @layers(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>, %alphas: tensor<100xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.dynamic_slice %alphas, %i, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
      %alpha = stablehlo.reshape %one : (tensor<1xf32>) -> tensor<f32>
      %factor = stablehlo.broadcast_in_dim %alpha, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %u = stablehlo.multiply %factor, %g : tensor<4x4xf32>
      %cn = stablehlo.add %w, %u : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
