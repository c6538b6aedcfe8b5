// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// Statistics over the batch: what is normalised tells a batch norm from a layer norm.
// CHECK-LABEL: @training
func.func @training(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<16.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  // CHECK: reduce{{.*}}{amp.role = "batch_norm.statistic"}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "batch_norm.interior"}
  %3 = stablehlo.subtract %x, %2 : tensor<16x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<16x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "batch_norm.interior"}
  %10 = stablehlo.multiply %3, %9 : tensor<16x8xf32>
  return %10 : tensor<16x8xf32>
}

/// With statistics that are given.
// CHECK-LABEL: @inference
func.func @inference(%x: tensor<4x6x8xf32>, %mean: tensor<8xf32>, %var: tensor<8xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>) -> tensor<4x6x8xf32> {
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  %0 = stablehlo.broadcast_in_dim %mean, dims = [2] : (tensor<8xf32>) -> tensor<4x6x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "batch_norm.interior"}
  %1 = stablehlo.subtract %x, %0 : tensor<4x6x8xf32>
  // CHECK: add %{{.*}} {amp.role = "batch_norm.statistic"}
  %2 = stablehlo.add %var, %eps : tensor<8xf32>
  // CHECK: rsqrt %{{.*}} {amp.role = "batch_norm.statistic"}
  %3 = stablehlo.rsqrt %2 : tensor<8xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [2] : (tensor<8xf32>) -> tensor<4x6x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "batch_norm.interior"}
  %5 = stablehlo.multiply %1, %4 : tensor<4x6x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "batch_norm.output"}
  %6 = stablehlo.broadcast_in_dim %scale, dims = [2] : (tensor<8xf32>) -> tensor<4x6x8xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<4x6x8xf32>
  // CHECK: add %{{.*}} {amp.role = "batch_norm.output"}
  %8 = stablehlo.broadcast_in_dim %shift, dims = [2] : (tensor<8xf32>) -> tensor<4x6x8xf32>
  %9 = stablehlo.add %7, %8 : tensor<4x6x8xf32>
  return %9 : tensor<4x6x8xf32>
}

/// A tensor as large as the data is no statistic.
// CHECK-LABEL: @element_by_element
// CHECK-NOT: amp.role
func.func @element_by_element(%x: tensor<4x8xf32>, %mean: tensor<4x8xf32>, %var: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %eps = stablehlo.constant dense<1.0e-05> : tensor<4x8xf32>
  %0 = stablehlo.subtract %x, %mean : tensor<4x8xf32>
  %1 = stablehlo.add %var, %eps : tensor<4x8xf32>
  %2 = stablehlo.rsqrt %1 : tensor<4x8xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
