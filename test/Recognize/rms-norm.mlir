// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

// CHECK-LABEL: @rms_norm
func.func @rms_norm(%x: tensor<4x8xf32>, %scale: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4x1xf32>
  %eps = stablehlo.constant dense<1.0e-06> : tensor<4x1xf32>
  // CHECK: multiply %{{.*}} {amp.role = "rms_norm.statistic"}
  %0 = stablehlo.multiply %x, %x : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "rms_norm.statistic"}
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<4x1xf32>
  %3 = stablehlo.divide %2, %n : tensor<4x1xf32>
  %4 = stablehlo.add %3, %eps : tensor<4x1xf32>
  // CHECK: rsqrt %{{.*}} {amp.role = "rms_norm.statistic"}
  %5 = stablehlo.rsqrt %4 : tensor<4x1xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "rms_norm.interior"}
  %7 = stablehlo.multiply %x, %6 : tensor<4x8xf32>
  %8 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "rms_norm.output"}
  %9 = stablehlo.multiply %7, %8 : tensor<4x8xf32>
  return %9 : tensor<4x8xf32>
}

/// The root belongs to the squares of another value.
// CHECK-LABEL: @another_value
// CHECK-NOT: amp.role
func.func @another_value(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  %eps = stablehlo.constant dense<1.0e-06> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %x : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.divide %1, %n : tensor<4xf32>
  %3 = stablehlo.add %2, %eps : tensor<4xf32>
  %4 = stablehlo.rsqrt %3 : tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.multiply %y, %5 : tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}
