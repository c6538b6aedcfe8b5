// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// Norms as TensorFlow 2.21 exports them:
/// `experimental_get_compiler_ir(stage="stablehlo")` of a compiled function.

/// The mean is multiplied by the scale, too, and subtracted last.
// CHECK-LABEL: @layer_norm
func.func @layer_norm(%arg0: tensor<4x8x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>) -> tensor<4x8x64xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8x64xf32>) -> tensor<4x8x64xf32>
  %1 = stablehlo.convert %0 : tensor<4x8x64xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %2 = stablehlo.convert %cst : tensor<f32>
  // CHECK: reduce{{.*}}"layer_norm.statistic"
  %3 = stablehlo.reduce(%1 init: %2) applies stablehlo.add across dimensions = [2] : (tensor<4x8x64xf32>, tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.constant dense<64> : tensor<i32>
  %4 = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: divide{{.*}}"layer_norm.statistic"
  %6 = stablehlo.divide %3, %5 : tensor<4x8xf32>
  %7 = stablehlo.convert %6 : tensor<4x8xf32>
  %8 = stablehlo.reshape %7 : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
  %9 = stablehlo.reshape %8 : (tensor<4x8x1xf32>) -> tensor<4x8xf32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x64xf32>
  // CHECK: subtract{{.*}}"layer_norm.interior"
  %11 = stablehlo.subtract %0, %10 : tensor<4x8x64xf32>
  // CHECK: multiply{{.*}}"layer_norm.statistic"
  %12 = stablehlo.multiply %11, %11 : tensor<4x8x64xf32>
  %13 = stablehlo.convert %12 : tensor<4x8x64xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %14 = stablehlo.convert %cst_0 : tensor<f32>
  // CHECK: reduce{{.*}}"layer_norm.statistic"
  %15 = stablehlo.reduce(%13 init: %14) applies stablehlo.add across dimensions = [2] : (tensor<4x8x64xf32>, tensor<f32>) -> tensor<4x8xf32>
  %c_1 = stablehlo.constant dense<64> : tensor<i32>
  %16 = stablehlo.convert %c_1 : (tensor<i32>) -> tensor<f32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: divide{{.*}}"layer_norm.statistic"
  %18 = stablehlo.divide %15, %17 : tensor<4x8xf32>
  %19 = stablehlo.convert %18 : tensor<4x8xf32>
  %20 = stablehlo.reshape %19 : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
  %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
  %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
  // CHECK: add{{.*}}"layer_norm.statistic"
  %22 = stablehlo.add %20, %21 : tensor<4x8x1xf32>
  // CHECK: rsqrt{{.*}}"layer_norm.statistic"
  %23 = stablehlo.rsqrt %22 : tensor<4x8x1xf32>
  %24 = stablehlo.reshape %23 : (tensor<4x8x1xf32>) -> tensor<4x8xf32>
  %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x64xf32>
  %26 = stablehlo.reshape %arg1 : (tensor<64xf32>) -> tensor<1x1x64xf32>
  %27 = stablehlo.reshape %26 : (tensor<1x1x64xf32>) -> tensor<64xf32>
  %28 = stablehlo.broadcast_in_dim %27, dims = [2] : (tensor<64xf32>) -> tensor<4x8x64xf32>
  // CHECK: multiply{{.*}}"layer_norm.interior"
  %29 = stablehlo.multiply %25, %28 : tensor<4x8x64xf32>
  // CHECK: multiply{{.*}}"layer_norm.interior"
  %30 = stablehlo.multiply %0, %29 : tensor<4x8x64xf32>
  // CHECK: negate{{.*}}"layer_norm.statistic"
  %31 = stablehlo.negate %8 : tensor<4x8x1xf32>
  %32 = stablehlo.reshape %31 : (tensor<4x8x1xf32>) -> tensor<4x8xf32>
  %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x64xf32>
  // CHECK: multiply{{.*}}"layer_norm.interior"
  %34 = stablehlo.multiply %33, %29 : tensor<4x8x64xf32>
  %35 = stablehlo.reshape %arg2 : (tensor<64xf32>) -> tensor<1x1x64xf32>
  %36 = stablehlo.reshape %35 : (tensor<1x1x64xf32>) -> tensor<64xf32>
  %37 = stablehlo.broadcast_in_dim %36, dims = [2] : (tensor<64xf32>) -> tensor<4x8x64xf32>
  // CHECK: add{{.*}}"layer_norm.interior"
  %38 = stablehlo.add %34, %37 : tensor<4x8x64xf32>
  // CHECK: add{{.*}}"layer_norm.output"
  %39 = stablehlo.add %30, %38 : tensor<4x8x64xf32>
  %40 = stablehlo.reshape %39 : (tensor<4x8x64xf32>) -> tensor<4x8x64xf32>
  return %40 : tensor<4x8x64xf32>
}

/// So it is with given statistics.
// CHECK-LABEL: @batch_norm_inf
func.func @batch_norm_inf(%arg0: tensor<4x6x6x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8xf32>) -> tensor<4x6x6x8xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x6x6x8xf32>) -> tensor<4x6x6x8xf32>
  %cst = stablehlo.constant dense<1.000000e-03> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK: add{{.*}}"batch_norm.statistic"
  %2 = stablehlo.add %arg2, %1 : tensor<8xf32>
  // CHECK: rsqrt{{.*}}"batch_norm.statistic"
  %3 = stablehlo.rsqrt %2 : tensor<8xf32>
  // CHECK: multiply{{.*}}"batch_norm.interior"
  %4 = stablehlo.multiply %3, %arg3 : tensor<8xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [3] : (tensor<8xf32>) -> tensor<4x6x6x8xf32>
  // CHECK: multiply{{.*}}"batch_norm.interior"
  %6 = stablehlo.multiply %0, %5 : tensor<4x6x6x8xf32>
  // CHECK: multiply{{.*}}"batch_norm.interior"
  %7 = stablehlo.multiply %arg1, %4 : tensor<8xf32>
  // CHECK: subtract{{.*}}"batch_norm.interior"
  %8 = stablehlo.subtract %arg4, %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [3] : (tensor<8xf32>) -> tensor<4x6x6x8xf32>
  // CHECK: add{{.*}}"batch_norm.output"
  %10 = stablehlo.add %6, %9 : tensor<4x6x6x8xf32>
  %11 = stablehlo.reshape %10 : (tensor<4x6x6x8xf32>) -> tensor<4x6x6x8xf32>
  return %11 : tensor<4x6x6x8xf32>
}
