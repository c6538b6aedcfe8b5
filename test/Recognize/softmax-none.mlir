// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sums of exponentials that make no softmax.
// RUN: amp-opt %s --amp-recognize | FileCheck %s --implicit-check-not=amp.role

// CHECK-LABEL: @divides_something_else
func.func @divides_something_else(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.divide %y, %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

/// The numerator is the exponential of another value.
// CHECK-LABEL: @two_exponentials
func.func @two_exponentials(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %other = stablehlo.exponential %y : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.divide %other, %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

/// The sum over rows is spread along columns.
// CHECK-LABEL: @transposed_sum
func.func @transposed_sum(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<8x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.divide %0, %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

/// The largest exponential instead of their sum.
// CHECK-LABEL: @maximum
func.func @maximum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.divide %0, %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

/// One of the two calls is no softmax, so the function that both run has no part of one.
// CHECK-LABEL: @one_of_two_calls
func.func @one_of_two_calls(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = call @parts(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = stablehlo.divide %0#0, %0#1 : tensor<8xf32>
  %2:2 = call @parts(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %3 = stablehlo.divide %x, %2#1 : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: private @parts
func.func private @parts(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}

/// A function that calls itself has no end to look for.
// CHECK-LABEL: private @recursive
func.func private @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @recursive(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.divide %0, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
