// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=static:1024 -split-input-file | FileCheck %s

/// Rules that no XLA program can test; test/Run/scaling_rules.py executes the others.

/// A body that uses a scaled value from around it.
// CHECK-LABEL: @captured
// CHECK: %[[G:.*]] = stablehlo.multiply
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale %[[G]]
// CHECK: "stablehlo.map"(%arg1)
// CHECK: stablehlo.multiply %{{.*}}, %[[U]]
func.func @captured(%w: tensor<f32>, %x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %2 = stablehlo.multiply %a, %0 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %g = amp.gradients "main" %0 : tensor<f32>
  return %g, %1 : tensor<f32>, tensor<4xf32>
}

// -----

/// Calls that nobody can follow, of a pointer, of a function without a body and of one with several blocks, read unscaled values.
// CHECK-LABEL: @calls
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale
// CHECK: call_indirect %{{.*}}(%[[U]])
// CHECK: call @declared(%[[U]])
// CHECK: call @blocks(%[[U]])
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.0
// CHECK: amp.unscale %{{.*}}, %{{.*}}, %{{.*}} by %[[ONE]]
func.func private @f(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
func.func private @declared(tensor<f32>) -> tensor<f32>
func.func private @blocks(%a: tensor<f32>) -> tensor<f32> {
  cf.br ^bb1(%a : tensor<f32>)
^bb1(%b: tensor<f32>):
  return %b : tensor<f32>
}
func.func @calls(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %f = func.constant @f : (tensor<f32>) -> tensor<f32>
  %1 = func.call_indirect %f(%0) : (tensor<f32>) -> tensor<f32>
  %2 = call @declared(%0) : (tensor<f32>) -> tensor<f32>
  %3 = call @blocks(%0) : (tensor<f32>) -> tensor<f32>
  %g:3 = amp.gradients "main" %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>
  %s = amp.state "main" (%g#0) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// Custom calls that are not known, with results or for their effect alone; and control flow without known handovers.
// CHECK-LABEL: @unknown
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale
// CHECK: stablehlo.custom_call @log(%[[U]])
// CHECK: stablehlo.custom_call @solve(%[[U]])
// CHECK: scf.execute_region
// CHECK: cf.br ^bb1(%[[U]] : tensor<f32>)
func.func @unknown(%w: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  stablehlo.custom_call @log(%0) {has_side_effect = true} : (tensor<f32>) -> ()
  %1 = stablehlo.custom_call @solve(%0) : (tensor<f32>) -> tensor<f32>
  %2 = scf.execute_region -> tensor<f32> {
    cf.br ^bb1(%0 : tensor<f32>)
  ^bb1(%a: tensor<f32>):
    scf.yield %a : tensor<f32>
  }
  %g = amp.gradients "main" %0 : tensor<f32>
  return %g, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

/// A bias without the scale is not added to a product with it.
// CHECK-LABEL: @bias
// CHECK: %[[G:.*]] = stablehlo.broadcast_in_dim
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale %[[G]]
// CHECK: tosa.conv2d %[[U]], %arg1, %arg2
func.func @bias(%w: tensor<1x4x4x8xf32>, %k: tensor<8x1x1x8xf32>, %b: tensor<8xf32>) -> tensor<1x4x4x8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<1x4x4x8xf32>
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %1 = tosa.conv2d %0, %k, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  %g:2 = amp.gradients "main" %1, %0 : tensor<1x4x4x8xf32>, tensor<1x4x4x8xf32>
  %s = amp.state "main" (%g#0) else (%w) : tensor<1x4x4x8xf32>
  return %s : tensor<1x4x4x8xf32>
}

// -----

/// Integers of arith have no scale either: made from a scaled float, and made into a float.
// CHECK-LABEL: @integers
// CHECK: %[[G:.*]] = stablehlo.broadcast_in_dim
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale %[[G]]
// CHECK: arith.fptosi %[[U]]
// CHECK: %[[F:.*]] = arith.sitofp
// CHECK: %[[R:.*]] = arith.mulf %[[F]], %arg0
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.0
// CHECK: amp.unscale %[[R]] by %[[ONE]]
func.func @integers(%w: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = arith.fptosi %0 : tensor<4xf32> to tensor<4xi32>
  %2 = arith.sitofp %1 : tensor<4xi32> to tensor<4xf32>
  %3 = arith.mulf %2, %w : tensor<4xf32>
  %g = amp.gradients "main" %3 : tensor<4xf32>
  %s = amp.state "main" (%g) else (%w) : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

/// Gradients of two groups are multiplied unscaled, each by its own scale.
// CHECK-LABEL: @groups
// CHECK-DAG: %[[A:.*]] = amp.scale %{{.*}} by %[[SA:.*]] :
// CHECK-DAG: %[[B:.*]] = amp.scale %{{.*}} by %[[SB:.*]] :
// CHECK-DAG: %[[UA:.*]], %{{.*}} = amp.unscale %[[A]] by %[[SA]]
// CHECK-DAG: %[[UB:.*]], %{{.*}} = amp.unscale %[[B]] by %[[SB]]
// CHECK: stablehlo.multiply %[[UA]], %[[UB]]
func.func @groups(%w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = amp.seed "a" %one : tensor<f32>
  %b = amp.seed "b" %one : tensor<f32>
  %0 = stablehlo.multiply %a, %b : tensor<f32>
  %ga:2 = amp.gradients "a" %a, %0 : tensor<f32>, tensor<f32>
  %gb = amp.gradients "b" %b : tensor<f32>
  %s = amp.state "a" (%ga#1) else (%w) : tensor<f32>
  return %s, %gb : tensor<f32>, tensor<f32>
}

// -----

/// A mark without gradients finds no overflow.
// CHECK-LABEL: @no_gradients
// CHECK: amp.unscale
func.func @no_gradients(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  "amp.gradients"() {group = "main"} : () -> ()
  %g = amp.gradients "main" %seed : tensor<f32>
  %s = amp.state "main" (%g) else (%w) : tensor<f32>
  return %s : tensor<f32>
}

// -----

/// A program that casts to 8 bits has scaled its values to fit them, here to 400 of 448: a loss scale would make each of them a NaN. The cast
/// reads the unscaled value, and so does a rounding to four exponent bits; one to five bits, those of f16, is linear.
// CHECK-LABEL: @narrow
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale %[[F:.*]] by
// CHECK: stablehlo.convert %[[U]] : (tensor<f32>) -> tensor<f8E4M3FN>
// CHECK: stablehlo.reduce_precision %[[U]], format = e4m3
// CHECK: stablehlo.reduce_precision %[[F]], format = e5m10
func.func @narrow(%w: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %scale = stablehlo.constant dense<400.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = stablehlo.multiply %0, %scale : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<f8E4M3FN>
  %3 = stablehlo.convert %2 : (tensor<f8E4M3FN>) -> tensor<f32>
  %4 = stablehlo.divide %3, %scale : tensor<f32>
  %5 = stablehlo.reduce_precision %1, format = e4m3 : tensor<f32>
  %6 = stablehlo.reduce_precision %1, format = e5m10 : tensor<f32>
  %g:3 = amp.gradients "main" %4, %5, %6 : tensor<f32>, tensor<f32>, tensor<f32>
  return %g#0, %g#1, %g#2 : tensor<f32>, tensor<f32>, tensor<f32>
}
