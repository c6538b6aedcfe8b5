// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Statistics over groups of channels.
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// flax: only the statistics are of the reshaped data.
// CHECK-LABEL: @statistics_reshaped
func.func @statistics_reshaped(%x: tensor<2x3x8xf32>) -> tensor<2x3x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<12.0> : tensor<2x2xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<2x1x8xf32>
  %0 = stablehlo.reshape %x : (tensor<2x3x8xf32>) -> tensor<2x3x2x4xf32>
  %1 = chlo.square %0 : tensor<2x3x2x4xf32> -> tensor<2x3x2x4xf32>
  // CHECK: reduce{{.*}}{amp.role = "group_norm.statistic"}
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1, 3] : (tensor<2x3x2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  %3 = stablehlo.divide %2, %n : tensor<2x2xf32>
  %4 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1, 3] : (tensor<2x3x2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  %5 = stablehlo.divide %4, %n : tensor<2x2xf32>
  %6 = chlo.square %3 : tensor<2x2xf32> -> tensor<2x2xf32>
  %7 = stablehlo.subtract %5, %6 : tensor<2x2xf32>
  %8 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x4xf32>
  %9 = stablehlo.reshape %8 : (tensor<2x2x4xf32>) -> tensor<2x1x8xf32>
  %10 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x4xf32>
  %11 = stablehlo.reshape %10 : (tensor<2x2x4xf32>) -> tensor<2x1x8xf32>
  %12 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<2x1x8xf32>) -> tensor<2x3x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "group_norm.interior"}
  %13 = stablehlo.subtract %x, %12 : tensor<2x3x8xf32>
  %14 = stablehlo.add %11, %eps : tensor<2x1x8xf32>
  %15 = stablehlo.rsqrt %14 : tensor<2x1x8xf32>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<2x1x8xf32>) -> tensor<2x3x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "group_norm.interior"}
  %17 = stablehlo.multiply %13, %16 : tensor<2x3x8xf32>
  return %17 : tensor<2x3x8xf32>
}

/// PyTorch: the data is split into groups, normalised and joined; then comes the scale.
// CHECK-LABEL: @data_reshaped
func.func @data_reshaped(%x: tensor<2x8x3xf32>, %scale: tensor<8xf32>) -> tensor<2x8x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<12.0> : tensor<2x2xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<2x2xf32>
  %0 = stablehlo.reshape %x : (tensor<2x8x3xf32>) -> tensor<2x2x12xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x2x12xf32>, tensor<f32>) -> tensor<2x2xf32>
  %2 = stablehlo.divide %1, %n : tensor<2x2xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x12xf32>
  // CHECK: subtract %{{.*}} {amp.role = "group_norm.interior"}
  %4 = stablehlo.subtract %0, %3 : tensor<2x2x12xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<2x2x12xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x2x12xf32>, tensor<f32>) -> tensor<2x2xf32>
  %7 = stablehlo.divide %6, %n : tensor<2x2xf32>
  %8 = stablehlo.add %7, %eps : tensor<2x2xf32>
  %9 = stablehlo.rsqrt %8 : tensor<2x2xf32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x12xf32>
  // CHECK: multiply %{{.*}} {amp.role = "group_norm.interior"}
  %11 = stablehlo.multiply %4, %10 : tensor<2x2x12xf32>
  %12 = stablehlo.reshape %11 : (tensor<2x2x12xf32>) -> tensor<2x8x3xf32>
  %13 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<2x8x3xf32>
  // CHECK: multiply %{{.*}} {amp.role = "group_norm.output"}
  %14 = stablehlo.multiply %12, %13 : tensor<2x8x3xf32>
  return %14 : tensor<2x8x3xf32>
}
