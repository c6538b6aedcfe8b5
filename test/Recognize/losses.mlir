// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// PyTorch: log-softmax, of which the label's element is gathered; then its backward pass.
// CHECK-LABEL: @torch
func.func @torch(%x: tensor<4x8xf32>, %at: tensor<4x1x2xi64>, %g: tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<4x8xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: reduce{{.*}}{amp.role = "log_softmax.statistic"}
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "log_softmax.interior"}
  %2 = stablehlo.subtract %x, %1 : tensor<4x8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "log_softmax.interior"}
  %3 = stablehlo.exponential %2 : tensor<4x8xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: log %{{.*}} {amp.role = "log_softmax.statistic"}
  %5 = stablehlo.log %4 : tensor<4xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "log_softmax.output"}
  %7 = stablehlo.subtract %2, %6 : tensor<4x8xf32>
  %8 = "stablehlo.gather"(%7, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1x2xi64>) -> tensor<4x1xf32>
  // CHECK: negate %{{.*}} {amp.role = "cross_entropy.output"}
  %9 = stablehlo.negate %8 : tensor<4x1xf32>
  // CHECK: exponential %{{.*}} {amp.role = "log_softmax.interior"}
  %10 = stablehlo.exponential %7 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "log_softmax.statistic"}
  %11 = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "log_softmax.interior"}
  %13 = stablehlo.multiply %10, %12 : tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "log_softmax.output"}
  %14 = stablehlo.subtract %g, %13 : tensor<4x8xf32>
  return %9, %14 : tensor<4x1xf32>, tensor<4x8xf32>
}

/// JAX: a log-sum-exp less the label's logit, with guards; then its backward pass.
// CHECK-LABEL: @jax
func.func @jax(%x: tensor<4x8xf32>, %at: tensor<4x1xi32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = call @picked(%x, %at) : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.is_finite %1 : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: select %{{.*}} {amp.role = "logsumexp.statistic"}
  %3 = stablehlo.select %2, %1, %zeros : tensor<4xi1>, tensor<4xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.subtract %x, %4 : tensor<4x8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "logsumexp.interior"}
  %6 = stablehlo.exponential %5 : tensor<4x8xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.abs %7 : tensor<4xf32>
  // CHECK: log %{{.*}} {amp.role = "logsumexp.statistic"}
  %9 = stablehlo.log %8 : tensor<4xf32>
  // CHECK: add %{{.*}} {amp.role = "logsumexp.output"}
  %10 = stablehlo.add %9, %3 : tensor<4xf32>
  // CHECK: subtract %{{.*}} {amp.role = "cross_entropy.output"}
  %11 = stablehlo.subtract %10, %0 : tensor<4xf32>
  // CHECK: divide %{{.*}} {amp.role = "logsumexp.statistic"}
  %12 = stablehlo.divide %g, %8 : tensor<4xf32>
  %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "logsumexp.output"}
  %14 = stablehlo.multiply %13, %6 : tensor<4x8xf32>
  return %11, %14 : tensor<4xf32>, tensor<4x8xf32>
}
func.func private @picked(%x: tensor<4x8xf32>, %at: tensor<4x1xi32>) -> tensor<4xf32> {
  %0 = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// The logarithm is that of a sum of other exponentials: only the sum's own log-sum-exp is one.
// CHECK-LABEL: @another_sum
// CHECK-NOT: log_softmax
func.func @another_sum(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %y : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.log %1 : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}
