// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Backward passes of norms.
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// 1/σ (g - mean(g) - x̂ mean(g x̂)).
// CHECK-LABEL: @layer_norm
// CHECK: rsqrt %{{.*}} {amp.role = "layer_norm.statistic"}
// CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
func.func @layer_norm(%x: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.divide %0, %n : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.divide %5, %n : tensor<4xf32>
  %7 = stablehlo.add %6, %eps : tensor<4xf32>
  %8 = stablehlo.rsqrt %7 : tensor<4xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.statistic"}
  %20 = stablehlo.multiply %g, %10 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "layer_norm.statistic"}
  %21 = stablehlo.reduce(%20 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: divide %{{.*}} {amp.role = "layer_norm.statistic"}
  %22 = stablehlo.divide %21, %n : tensor<4xf32>
  %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
  %24 = stablehlo.multiply %10, %23 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "layer_norm.statistic"}
  %25 = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: divide %{{.*}} {amp.role = "layer_norm.statistic"}
  %26 = stablehlo.divide %25, %n : tensor<4xf32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "layer_norm.output"}
  %28 = stablehlo.subtract %g, %27 : tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "layer_norm.output"}
  %29 = stablehlo.subtract %28, %24 : tensor<4x8xf32>
  %30 = stablehlo.multiply %9, %29 : tensor<4x8xf32>
  return %30 : tensor<4x8xf32>
}

/// Without the mean of g, half a backward pass: no part of it has a role.
// CHECK-LABEL: @half
// CHECK: rsqrt %{{.*}} {amp.role = "layer_norm.statistic"}
// CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
// CHECK-NOT: amp.role
func.func @half(%x: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.divide %0, %n : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.divide %5, %n : tensor<4xf32>
  %7 = stablehlo.add %6, %eps : tensor<4xf32>
  %8 = stablehlo.rsqrt %7 : tensor<4xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<4x8xf32>
  %20 = stablehlo.multiply %g, %10 : tensor<4x8xf32>
  %21 = stablehlo.reduce(%20 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %22 = stablehlo.divide %21, %n : tensor<4xf32>
  %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %24 = stablehlo.multiply %10, %23 : tensor<4x8xf32>
  %25 = stablehlo.subtract %g, %24 : tensor<4x8xf32>
  return %25 : tensor<4x8xf32>
}

/// The gradient of a scale is a sum of the same products over another dimension, and does not come back to the data.
// CHECK-LABEL: @scale_only
// CHECK: rsqrt %{{.*}} {amp.role = "layer_norm.statistic"}
// CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
// CHECK-NOT: amp.role
func.func @scale_only(%x: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.divide %0, %n : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.divide %5, %n : tensor<4xf32>
  %7 = stablehlo.add %6, %eps : tensor<4xf32>
  %8 = stablehlo.rsqrt %7 : tensor<4xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<4x8xf32>
  %20 = stablehlo.multiply %g, %10 : tensor<4x8xf32>
  %21 = stablehlo.reduce(%20 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %21 : tensor<8xf32>
}
