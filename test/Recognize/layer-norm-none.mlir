// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Near misses of a layer norm, with one difference each. (Some are an RMS norm of a difference.)
// RUN: amp-opt %s --amp-recognize | FileCheck %s --implicit-check-not=layer_norm

/// The mean is over columns, the variance over rows.
// CHECK-LABEL: @other_dimension
func.func @other_dimension(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<8x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

/// The sums are divided by something else than the number of their elements.
// CHECK-LABEL: @other_count
func.func @other_count(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<5.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<8x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

/// The root of the variance of the rows is spread along the columns.
// CHECK-LABEL: @along_columns
func.func @along_columns(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<8x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

/// The constant that is added is too large for an epsilon.
// CHECK-LABEL: @large_epsilon
func.func @large_epsilon(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<3.0> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<8x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

/// The mean is taken from another value than it is of.
// CHECK-LABEL: @another_value
func.func @another_value(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %y, %2 : tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<8x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

/// The variance is that of another value.
// CHECK-LABEL: @another_square
func.func @another_square(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %n : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %4 = stablehlo.multiply %y, %y : tensor<8x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %5, %n : tensor<8xf32>
  %7 = stablehlo.add %6, %eps : tensor<8xf32>
  %8 = stablehlo.rsqrt %7 : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}
