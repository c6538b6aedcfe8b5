// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize --split-input-file | FileCheck %s

/// Scores with an additive mask: the scale is input, the mask must be exact.
// CHECK-LABEL: @scores
func.func @scores(%q: tensor<4x8xf32>, %k: tensor<4x8xf32>, %mask: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scale = stablehlo.constant dense<0.35> : tensor<4x4xf32>
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  // CHECK: multiply %{{.*}} {amp.role = "attention.input"}
  %1 = stablehlo.multiply %0, %scale : tensor<4x4xf32>
  // CHECK: add %{{.*}} {amp.role = "attention.interior"}
  %2 = stablehlo.add %1, %mask : tensor<4x4xf32>
  // CHECK: exponential %{{.*}} {amp.role = "softmax.interior"}
  %3 = stablehlo.exponential %2 : tensor<4x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<4x4xf32>
  return %6 : tensor<4x4xf32>
}

// -----

/// Sums that no softmax comes after are no scores.
// CHECK-LABEL: @no_scores
// CHECK-NOT: amp.role
func.func @no_scores(%q: tensor<4x8xf32>, %k: tensor<4x8xf32>, %mask: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %scale = stablehlo.constant dense<0.35> : tensor<4x4xf32>
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.multiply %0, %scale : tensor<4x4xf32>
  %2 = stablehlo.add %1, %mask : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @dropout
func.func @dropout(%x: tensor<8xf32>, %bits: tensor<8xui32>, %threshold: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %rate = stablehlo.constant dense<0.9> : tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0 = stablehlo.bitcast_convert %bits : (tensor<8xui32>) -> tensor<8xf32>
  %1 = stablehlo.subtract %0, %one : tensor<8xf32>
  %2 = stablehlo.compare LT, %1, %rate : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: divide %{{.*}} {amp.role = "dropout.interior"}
  %3 = stablehlo.divide %x, %rate : tensor<8xf32>
  // CHECK: select %{{.*}} {amp.role = "dropout.output"}
  %4 = stablehlo.select %2, %3, %zero : tensor<8xi1>, tensor<8xf32>
  /// Nothing is drawn for this one.
  %5 = stablehlo.compare LT, %threshold, %rate : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK-NOT: amp.role
  %6 = stablehlo.divide %x, %rate : tensor<8xf32>
  %7 = stablehlo.select %5, %6, %zero : tensor<8xi1>, tensor<8xf32>
  return %4, %7 : tensor<8xf32>, tensor<8xf32>
}

// -----

/// A variance of its own.
// CHECK-LABEL: @mean_variance
func.func @mean_variance(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  // CHECK: reduce{{.*}}{amp.role = "mean_variance.statistic"}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.divide %0, %n : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "mean_variance.interior"}
  %3 = stablehlo.subtract %x, %2 : tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: divide %{{.*}} {amp.role = "mean_variance.statistic"}
  %6 = stablehlo.divide %5, %n : tensor<4xf32>
  return %6 : tensor<4xf32>
}
