// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" | FileCheck %s

/// A step whose loss and gradients are bf16: what leads to the loss, what the
/// seed leads to and the update, with its contraction, stay f32.
// CHECK-LABEL: func.func @main
// CHECK: %[[Y:.*]] = stablehlo.dot_general %{{.*}} : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
// CHECK: %[[Q:.*]] = stablehlo.multiply %[[Y]], %[[Y]] : tensor<8x4xf32>
// CHECK: stablehlo.reduce(%[[Q]] {{.*}} tensor<f32>
// CHECK: stablehlo.convert {{.*}} : (tensor<f32>) -> tensor<bf16>
// CHECK: stablehlo.multiply {{.*}} : tensor<bf16>
// CHECK: %[[S:.*]] = stablehlo.convert %{{.*}} : (tensor<bf16>) -> tensor<f32>
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[S]]{{.*}} -> tensor<8x4xf32>
// CHECK: stablehlo.multiply %[[B]], %[[Y]] : tensor<8x4xf32>
// CHECK: %[[D:.*]] = stablehlo.dot_general {{.*}} : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
// CHECK: %[[G:.*]] = stablehlo.convert %[[D]] : (tensor<4x4xf32>) -> tensor<4x4xbf16>
// CHECK: %[[U:.*]] = stablehlo.convert %[[G]] : (tensor<4x4xbf16>) -> tensor<4x4xf32>
// CHECK: %[[N:.*]] = stablehlo.dot_general %[[U]], %[[U]], {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: stablehlo.subtract %arg1, %[[N]] : tensor<4x4xf32>
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<bf16>) {
  %one = stablehlo.constant dense<1.0> : tensor<bf16>
  %two = stablehlo.constant dense<2.0> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %low = stablehlo.convert %sum : (tensor<f32>) -> tensor<bf16>
  %half = stablehlo.multiply %low, %two : tensor<bf16>
  %loss = amp.loss "main" %half : tensor<bf16>
  %seed = amp.seed "main" %one : tensor<bf16>
  %seed_two = stablehlo.multiply %seed, %two : tensor<bf16>
  %s = stablehlo.convert %seed_two : (tensor<bf16>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %d_low = stablehlo.convert %d : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %g = amp.gradients "main" %d_low : tensor<4x4xbf16>
  %u = stablehlo.convert %g : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %n = stablehlo.dot_general %u, %u, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %next = stablehlo.subtract %w, %n : tensor<4x4xf32>
  %state = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %state, %loss : tensor<4x4xf32>, tensor<bf16>
}
