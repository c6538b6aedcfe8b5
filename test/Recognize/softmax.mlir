// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize --split-input-file | FileCheck %s

/// As JAX prints it: a maximum that is never below -inf, and sums spread back in two steps.
// CHECK-LABEL: @jax
func.func @jax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: applies stablehlo.maximum across dimensions = [1] {amp.role = "softmax.statistic"}
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK: maximum %{{.*}} {amp.role = "softmax.statistic"}
  %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
  // CHECK-NOT: amp.role
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "softmax.interior"}
  %5 = stablehlo.subtract %x, %4 : tensor<4x8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "softmax.interior"}
  %6 = stablehlo.exponential %5 : tensor<4x8xf32>
  // CHECK: applies stablehlo.add across dimensions = [1] {amp.role = "softmax.statistic"}
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: divide %{{.*}} {amp.role = "softmax.output"}
  %10 = stablehlo.divide %6, %9 : tensor<4x8xf32>
  return %10 : tensor<4x8xf32>
}

// -----

/// As PyTorch prints it, through reshapes; an op that has a role keeps it.
// CHECK-LABEL: @torch
func.func @torch(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<4x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "mine.own"}
  %3 = stablehlo.subtract %x, %2 {amp.role = "mine.own"} : tensor<4x8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "softmax.interior"}
  %4 = stablehlo.exponential %3 : tensor<4x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.reshape %5 : (tensor<4xf32>) -> tensor<4x1xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: divide %{{.*}} {amp.role = "softmax.output"}
  %8 = stablehlo.divide %4, %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}

// -----

/// TOSA repeats dimensions of size one, and multiplies by a reciprocal.
// CHECK-LABEL: @tosa
func.func @tosa(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: tosa.reduce_max {{.*}}amp.role = "softmax.statistic"
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %1 = tosa.sub %x, %0 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = tosa.exp %1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: tosa.reduce_sum {{.*}}amp.role = "softmax.statistic"
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  // CHECK: tosa.reciprocal {{.*}}amp.role = "softmax.statistic"
  %4 = tosa.reciprocal %3 : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // CHECK: tosa.mul {{.*}}amp.role = "softmax.output"
  %5 = tosa.mul %2, %4, %shift : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// -----

/// Across a call: the function is called from two places, and both are softmax.
// CHECK-LABEL: @calls
func.func @calls(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = call @parts(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: divide %{{.*}} {amp.role = "softmax.output"}
  %1 = stablehlo.divide %0#0, %0#1 : tensor<8xf32>
  %2:2 = call @parts(%y) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: divide %{{.*}} {amp.role = "softmax.output"}
  %3 = stablehlo.divide %2#0, %2#1 : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: private @parts
func.func private @parts(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: exponential %{{.*}} {amp.role = "softmax.interior"}
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: reduce{{.*}}{amp.role = "softmax.statistic"}
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}
