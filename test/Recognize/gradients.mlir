// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Backward passes, in the arrangements of textbooks and of JAX's autodiff.
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// y (g - sum(g y)), with the forward pass.
// CHECK-LABEL: @softmax_textbook
func.func @softmax_textbook(%x: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: divide %{{.*}} {amp.role = "softmax.output"}
  %3 = stablehlo.divide %0, %2 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "softmax.statistic"}
  %4 = stablehlo.multiply %g, %3 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "softmax.statistic"}
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "softmax.interior"}
  %7 = stablehlo.subtract %g, %6 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "softmax.output"}
  %8 = stablehlo.multiply %3, %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}

/// JAX differentiates the quotient of the exponential and its sum.
// CHECK-LABEL: @softmax_jax
func.func @softmax_jax(%x: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<4x1xf32>
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  // CHECK: multiply %{{.*}} {amp.role = "softmax.statistic"}
  %3 = stablehlo.multiply %2, %2 : tensor<4x1xf32>
  // CHECK: divide %{{.*}} {amp.role = "softmax.statistic"}
  %4 = stablehlo.divide %one, %3 : tensor<4x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.multiply %g, %5 : tensor<4x8xf32>
  %7 = stablehlo.multiply %6, %0 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "softmax.statistic"}
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %9 = stablehlo.reshape %8 : (tensor<4xf32>) -> tensor<4x1xf32>
  // CHECK: negate %{{.*}} {amp.role = "softmax.statistic"}
  %10 = stablehlo.negate %9 : tensor<4x1xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: divide %{{.*}} {amp.role = "softmax.interior"}
  %12 = stablehlo.divide %g, %11 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "softmax.statistic"}
  %13 = stablehlo.reduce(%10 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: add %{{.*}} {amp.role = "softmax.interior"}
  %15 = stablehlo.add %12, %14 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "softmax.output"}
  %16 = stablehlo.multiply %15, %0 : tensor<4x8xf32>
  return %16 : tensor<4x8xf32>
}

/// The products are with another value than the sum is taken from.
// CHECK-LABEL: @no_softmax
// CHECK-NOT: amp.role
func.func @no_softmax(%y: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %g, %y : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.subtract %g, %2 : tensor<4x8xf32>
  %4 = stablehlo.multiply %y, %3 : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}
