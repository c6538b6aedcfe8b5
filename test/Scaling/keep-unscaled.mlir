// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-keep-unscaled | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint loss-scale=static:1024" | FileCheck %s --check-prefix=AMP

/// The squared norm by which a gradient is clipped is a product that would be 16-bit, and would underflow: it stays f32, called or
/// not. What multiplies the scaled gradient by the factor may be 16-bit, and so may all else.
// CHECK-LABEL: @step
// CHECK: %[[G:.*]] = stablehlo.dot_general
// CHECK-NOT: amp.listed
// CHECK: call @norm
// CHECK: stablehlo.divide {{.*}} {amp.listed = #amp.listed<deny, <structure, "unscaled gradient">>}
// CHECK: stablehlo.minimum {{.*}} {amp.listed
// CHECK: stablehlo.broadcast_in_dim {{.*}} {amp.listed
// CHECK: stablehlo.multiply {{.*}} {amp.listed
// CHECK: stablehlo.dot_general
// CHECK-NOT: amp.listed
// CHECK: func.func private @norm
// CHECK: stablehlo.dot_general {{.*}} {amp.listed = #amp.listed<deny, {{.*}}>, amp.listed_result = #amp.listed<deny
// CHECK: stablehlo.sqrt {{.*}} {amp.listed

// AMP-LABEL: @step
// AMP: stablehlo.dot_general {{.*}} : (tensor<512xf32>, tensor<512xf32>) -> tensor<f32>
// AMP: stablehlo.dot_general {{.*}} : (tensor<16x32xf16>, tensor<32x64xf16>)
func.func @step(%w: tensor<64x32xf32>, %x: tensor<16x64xf32>, %v: tensor<32x64xf32>) -> (tensor<64x32xf32>, tensor<16x64xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = stablehlo.composite "amp.seed" %one {composite_attributes = {group = "main"}, decomposition = @seed} : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
  %g = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  %norm = call @norm(%g) : (tensor<16x32xf32>) -> tensor<f32>
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %1 = stablehlo.divide %c, %norm : tensor<f32>
  %2 = stablehlo.minimum %1, %one : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
  %4 = stablehlo.multiply %g, %3 : tensor<16x32xf32>
  %5 = stablehlo.dot_general %4, %v, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %6:2 = stablehlo.composite "amp.gradients" %5, %0 {composite_attributes = {group = "main"}, decomposition = @gradients} : (tensor<16x64xf32>, tensor<64x32xf32>) -> (tensor<16x64xf32>, tensor<64x32xf32>)
  %7 = stablehlo.subtract %w, %6#1 : tensor<64x32xf32>
  %8 = stablehlo.composite "amp.state" %7, %w {composite_attributes = {group = "main"}, decomposition = @state} : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %8, %6#0 : tensor<64x32xf32>, tensor<16x64xf32>
}
func.func private @norm(%g: tensor<16x32xf32>) -> tensor<f32> {
  %0 = stablehlo.reshape %g : (tensor<16x32xf32>) -> tensor<512xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<512xf32>, tensor<512xf32>) -> tensor<f32>
  %2 = stablehlo.sqrt %1 : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @seed(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
func.func private @gradients(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>) -> (tensor<16x64xf32>, tensor<64x32xf32>) { return %a, %b : tensor<16x64xf32>, tensor<64x32xf32> }
func.func private @state(%a: tensor<64x32xf32>, %b: tensor<64x32xf32>) -> tensor<64x32xf32> { return %a : tensor<64x32xf32> }
