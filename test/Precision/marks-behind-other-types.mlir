// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" -split-input-file | FileCheck %s

/// Gradients that are sent in bf16, or in 8 bits: the update multiplies them in
/// f32. A seed in f64 and a loss in f64 are converted from and to f32.
// CHECK-LABEL: @bf16
// CHECK: stablehlo.dot_general {{.*}} : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
// CHECK: %[[U:.*]] = stablehlo.convert %{{.*}} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
// CHECK: %[[N:.*]] = stablehlo.dot_general %[[U]], %[[U]], {{.*}} -> tensor<4x4xf32>
// CHECK: stablehlo.dot_general %[[N]], %[[N]], {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @bf16(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %dy: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %sent = stablehlo.convert %g : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %minus = stablehlo.negate %sent : tensor<4x4xbf16>
  %u = stablehlo.convert %minus : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %n = stablehlo.dot_general %u, %u, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = stablehlo.dot_general %n, %n, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %next = stablehlo.add %w, %m : tensor<4x4xf32>
  %s = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @i8
// CHECK: stablehlo.dot_general {{.*}} : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
// CHECK: %[[U:.*]] = stablehlo.convert %{{.*}} : (tensor<4x4xi8>) -> tensor<4x4xf32>
// CHECK: %[[N:.*]] = stablehlo.dot_general %[[U]], %[[U]], {{.*}} -> tensor<4x4xf32>
// CHECK: stablehlo.dot_general %[[N]], %[[N]], {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @i8(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %dy: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %sent = stablehlo.convert %g : (tensor<4x4xf32>) -> tensor<4x4xi8>
  %u = stablehlo.convert %sent : (tensor<4x4xi8>) -> tensor<4x4xf32>
  %n = stablehlo.dot_general %u, %u, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = stablehlo.dot_general %n, %n, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %next = stablehlo.add %w, %m : tensor<4x4xf32>
  %s = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @f64
// CHECK: %[[Y:.*]] = stablehlo.dot_general {{.*}} : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
// CHECK: %[[P:.*]] = stablehlo.multiply %[[Y]], %arg0 : tensor<8x4xf32>
// CHECK: stablehlo.convert %[[P]] : (tensor<8x4xf32>) -> tensor<8x4xf64>
// CHECK: %[[S:.*]] = stablehlo.convert %{{.*}} : (tensor<f64>) -> tensor<f32>
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[S]], {{.*}} -> tensor<8x4xf32>
// CHECK: stablehlo.multiply %[[B]], %[[P]] : tensor<8x4xf32>
func.func @f64(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f64>) {
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %p = stablehlo.multiply %y, %x : tensor<8x4xf32>
  %wide = stablehlo.convert %p : (tensor<8x4xf32>) -> tensor<8x4xf64>
  %sum = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
  %loss = amp.loss "main" %sum : tensor<f64>
  %seed = amp.seed "main" %one : tensor<f64>
  %s = stablehlo.convert %seed : (tensor<f64>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %p : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %next = stablehlo.subtract %w, %g : tensor<4x4xf32>
  %state = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %state, %loss : tensor<4x4xf32>, tensor<f64>
}

// -----

/// The decomposition of a composite in an update.
// CHECK-LABEL: @newton
// CHECK: stablehlo.dot_general {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-LABEL: @composite
// CHECK: stablehlo.dot_general {{.*}} : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
func.func private @newton(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %n : tensor<4x4xf32>
}
func.func @composite(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %dy: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %n = stablehlo.composite "my.newton" %g, %g {decomposition = @newton} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %next = stablehlo.subtract %w, %n : tensor<4x4xf32>
  %s = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
