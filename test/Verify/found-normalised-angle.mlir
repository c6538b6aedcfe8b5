// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=f16 verify" | FileCheck %s

/// Data over the root of their own mean square are bounded by a relation that amp-verify does not know: the angle, and twice it, is f32.
// CHECK-LABEL: @normalised
// CHECK: stablehlo.sine {{.*}}tensor<4x3xf32>
// CHECK: stablehlo.cosine {{.*}}tensor<4x3xf32>
func.func @normalised(%x: tensor<4x3xf32>, %w: tensor<3x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<4xf32>
  %epsilon = stablehlo.constant dense<1.0e-5> : tensor<4x3xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4x3xf32>
  %0 = stablehlo.multiply %x, %x : tensor<4x3xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.divide %1, %three : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.add %3, %epsilon : tensor<4x3xf32>
  %5 = stablehlo.rsqrt %4 : tensor<4x3xf32>
  %6 = stablehlo.multiply %x, %5 : tensor<4x3xf32>
  %7 = stablehlo.sine %6 : tensor<4x3xf32>
  %8 = stablehlo.multiply %6, %two : tensor<4x3xf32>
  %9 = stablehlo.cosine %8 : tensor<4x3xf32>
  %10 = stablehlo.dot_general %7, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %11 = stablehlo.dot_general %9, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  return %10, %11 : tensor<4x3xf32>, tensor<4x3xf32>
}

/// Bounds of the data themselves are known.
// CHECK-LABEL: @bounded
// CHECK: stablehlo.sine {{.*}}tensor<4x3xf16>
func.func @bounded(%x: tensor<4x3xf32>, %w: tensor<3x3xf32>) -> tensor<4x3xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<4x3xf32>
  %0 = stablehlo.tanh %x : tensor<4x3xf32>
  %1 = stablehlo.multiply %0, %two : tensor<4x3xf32>
  %2 = stablehlo.sine %1 : tensor<4x3xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  return %3 : tensor<4x3xf32>
}

/// The largest of such data, and a softmax, whose exponentials are of a difference with their maximum.
// CHECK-LABEL: @related
// CHECK: stablehlo.sine {{.*}}tensor<4xf32>
// CHECK: stablehlo.sine {{.*}}tensor<4x3xf32>
func.func @related(%x: tensor<4x3xf32>, %w: tensor<4x4xf32>, %u: tensor<3x3xf32>) -> (tensor<4xf32>, tensor<4x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<4xf32>
  %epsilon = stablehlo.constant dense<1.0e-5> : tensor<4x3xf32>
  %0 = stablehlo.multiply %x, %x : tensor<4x3xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.divide %1, %three : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.add %3, %epsilon : tensor<4x3xf32>
  %5 = stablehlo.rsqrt %4 : tensor<4x3xf32>
  %6 = stablehlo.multiply %x, %5 : tensor<4x3xf32>
  %7 = stablehlo.reduce(%6 init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.sine %7 : tensor<4xf32>
  %9 = stablehlo.dot_general %8, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  %10 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  %12 = stablehlo.subtract %x, %11 : tensor<4x3xf32>
  %13 = stablehlo.exponential %12 : tensor<4x3xf32>
  %14 = stablehlo.reduce(%13 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  %16 = stablehlo.divide %13, %15 : tensor<4x3xf32>
  %17 = stablehlo.sine %16 : tensor<4x3xf32>
  %18 = stablehlo.dot_general %17, %u, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  return %9, %18 : tensor<4xf32>, tensor<4x3xf32>
}
