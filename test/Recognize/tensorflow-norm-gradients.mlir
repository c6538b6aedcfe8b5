// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// The backward pass of a norm as TensorFlow derives it: the gradient times
/// data and times mean apart, added before the sum, and the data less its mean
/// computed again.

// CHECK-LABEL: @layer_norm
func.func @layer_norm(%x: tensor<8x16xf32>, %gamma: tensor<16xf32>, %beta: tensor<16xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<16.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-3> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %mean = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.subtract %x, %mean : tensor<8x16xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<8x16xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = stablehlo.divide %4, %n : tensor<8xf32>
  %6 = stablehlo.add %5, %eps : tensor<8xf32>
  %7 = stablehlo.rsqrt %6 : tensor<8xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %9 = stablehlo.broadcast_in_dim %gamma, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %factor = stablehlo.multiply %8, %9 : tensor<8x16xf32>
  %10 = stablehlo.multiply %x, %factor : tensor<8x16xf32>
  %11 = stablehlo.negate %1 : tensor<8xf32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %13 = stablehlo.multiply %12, %factor : tensor<8x16xf32>
  %14 = stablehlo.broadcast_in_dim %beta, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %15 = stablehlo.add %13, %14 : tensor<8x16xf32>
  // CHECK: add %{{.*}} {amp.role = "layer_norm.output"}
  %y = stablehlo.add %10, %15 : tensor<8x16xf32>
  /// By way of the mean.
  %16 = stablehlo.multiply %g, %factor : tensor<8x16xf32>
  // CHECK: reduce({{.*}} {amp.role = "layer_norm.statistic"}
  %17 = stablehlo.reduce(%16 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: negate %{{.*}} {amp.role = "layer_norm.statistic"}
  %18 = stablehlo.negate %17 : tensor<8xf32>
  // CHECK-NEXT: divide %{{.*}} {amp.role = "layer_norm.statistic"}
  %19 = stablehlo.divide %18, %n : tensor<8xf32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  // CHECK: add %{{.*}} {amp.role = "layer_norm.output"}
  %21 = stablehlo.add %16, %20 : tensor<8x16xf32>
  /// By way of the variance.
  // CHECK-NEXT: multiply %{{.*}} {amp.role = "layer_norm.statistic"}
  %22 = stablehlo.multiply %g, %x : tensor<8x16xf32>
  // CHECK-NEXT: multiply %{{.*}} {amp.role = "layer_norm.statistic"}
  %23 = stablehlo.multiply %12, %g : tensor<8x16xf32>
  // CHECK-NEXT: add %{{.*}} {amp.role = "layer_norm.statistic"}
  %24 = stablehlo.add %22, %23 : tensor<8x16xf32>
  // CHECK-NEXT: multiply %{{.*}} {amp.role = "layer_norm.statistic"}
  %25 = stablehlo.multiply %24, %9 : tensor<8x16xf32>
  // CHECK: reduce({{.*}} {amp.role = "layer_norm.statistic"}
  %26 = stablehlo.reduce(%25 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %27 = stablehlo.multiply %7, %7 : tensor<8xf32>
  %28 = stablehlo.multiply %27, %7 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.statistic"}
  %29 = stablehlo.multiply %28, %26 : tensor<8xf32>
  // CHECK-NEXT: divide %{{.*}} {amp.role = "layer_norm.statistic"}
  %30 = stablehlo.divide %29, %n : tensor<8xf32>
  %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %32 = stablehlo.subtract %x, %mean : tensor<8x16xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
  %33 = stablehlo.multiply %31, %32 : tensor<8x16xf32>
  // CHECK-NEXT: subtract %{{.*}} {amp.role = "layer_norm.output"}
  %34 = stablehlo.subtract %21, %33 : tensor<8x16xf32>
  return %y, %34 : tensor<8x16xf32>, tensor<8x16xf32>
}
