// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// Two passes over the data, a root and a division, then scale and shift.
// CHECK-LABEL: @two_passes
func.func @two_passes(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4x1xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<4x1xf32>
  // CHECK: reduce{{.*}}{amp.role = "layer_norm.statistic"}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  // CHECK: divide %{{.*}} {amp.role = "layer_norm.statistic"}
  %2 = stablehlo.divide %1, %n : tensor<4x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "layer_norm.interior"}
  %4 = stablehlo.subtract %x, %3 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.statistic"}
  %5 = stablehlo.multiply %4, %4 : tensor<4x8xf32>
  // CHECK: reduce{{.*}}{amp.role = "layer_norm.statistic"}
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %8 = stablehlo.divide %7, %n : tensor<4x1xf32>
  // CHECK: add %{{.*}} {amp.role = "layer_norm.statistic"}
  %9 = stablehlo.add %8, %eps : tensor<4x1xf32>
  // CHECK: sqrt %{{.*}} {amp.role = "layer_norm.statistic"}
  %10 = stablehlo.sqrt %9 : tensor<4x1xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  // CHECK: divide %{{.*}} {amp.role = "layer_norm.interior"}
  %12 = stablehlo.divide %4, %11 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.output"}
  %13 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %14 = stablehlo.multiply %12, %13 : tensor<4x8xf32>
  // CHECK: add %{{.*}} {amp.role = "layer_norm.output"}
  %15 = stablehlo.broadcast_in_dim %shift, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %16 = stablehlo.add %14, %15 : tensor<4x8xf32>
  return %16 : tensor<4x8xf32>
}

/// flax: the variance is a difference of moments, at least zero; the scale comes first, so that it is interior.
// CHECK-LABEL: @moments
func.func @moments(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %part = stablehlo.constant dense<0.125> : tensor<4xf32>
  %eps = stablehlo.constant dense<1.0e-06> : tensor<4xf32>
  // CHECK: chlo.square %{{.*}} {amp.role = "layer_norm.statistic"}
  %0 = chlo.square %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %1, %part : tensor<4xf32>
  %3 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.multiply %part, %3 : tensor<4xf32>
  %5 = chlo.square %2 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: subtract %{{.*}} {amp.role = "layer_norm.statistic"}
  %6 = stablehlo.subtract %4, %5 : tensor<4xf32>
  // CHECK: maximum %{{.*}} {amp.role = "layer_norm.statistic"}
  %7 = stablehlo.maximum %zeros, %6 : tensor<4xf32>
  %8 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "layer_norm.interior"}
  %9 = stablehlo.subtract %x, %8 : tensor<4x8xf32>
  %10 = stablehlo.add %7, %eps : tensor<4xf32>
  // CHECK: rsqrt %{{.*}} {amp.role = "layer_norm.statistic"}
  %11 = stablehlo.rsqrt %10 : tensor<4xf32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %13 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
  %14 = stablehlo.multiply %12, %13 : tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
  %15 = stablehlo.multiply %9, %14 : tensor<4x8xf32>
  // CHECK: add %{{.*}} {amp.role = "layer_norm.output"}
  %16 = stablehlo.broadcast_in_dim %shift, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %17 = stablehlo.add %15, %16 : tensor<4x8xf32>
  return %17 : tensor<4x8xf32>
}

/// jax.numpy.var: a function with a guard, and a number of elements that is computed.
// CHECK-LABEL: @across_calls
func.func @across_calls(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.divide %0, %n : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<4x8xf32>
  %4 = call @variance(%x, %none) : (tensor<4x8xf32>, tensor<i32>) -> tensor<4xf32>
  %5 = stablehlo.add %4, %eps : tensor<4xf32>
  %6 = stablehlo.rsqrt %5 : tensor<4xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "layer_norm.interior"}
  %8 = stablehlo.multiply %3, %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}
// CHECK: private @variance
func.func private @variance(%x: tensor<4x8xf32>, %less: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %n = stablehlo.constant dense<8.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
  // CHECK: reduce{{.*}}{amp.role = "layer_norm.statistic"}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.divide %0, %1 : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<4x8xf32>
  %5 = chlo.square %4 : tensor<4x8xf32> -> tensor<4x8xf32>
  %6 = stablehlo.convert %less : (tensor<i32>) -> tensor<f32>
  %7 = stablehlo.subtract %n, %6 : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %9 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %10 = stablehlo.divide %9, %8 : tensor<4xf32>
  %11 = stablehlo.compare GT, %8, %zeros, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: select %{{.*}} {amp.role = "layer_norm.statistic"}
  %12 = stablehlo.select %11, %10, %nan : tensor<4xi1>, tensor<4xf32>
  return %12 : tensor<4xf32>
}
