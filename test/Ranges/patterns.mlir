// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Softmax as JAX prints it: nothing is above the maximum, and nothing above the sum of itself.
func.func @softmax(%x: tensor<8x16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %lowest, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
  // expected-remark @+1 {{: [-inf, 0] program}}
  %5 = stablehlo.subtract %x, %4 : tensor<8x16xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %6 = stablehlo.exponential %5 : tensor<8x16xf32>
  // expected-remark @+1 {{: [0, 16] program}}
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %8 = stablehlo.reshape %7 : (tensor<8xf32>) -> tensor<8x1xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %10 = stablehlo.divide %6, %9 : tensor<8x16xf32>
  return
}

/// The sum of other elements bounds nothing: here that of columns meets rows.
func.func @negative_other_sum(%x: tensor<8x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<8x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  // expected-remark @+1 {{: unknown}}
  %3 = stablehlo.divide %0, %2 : tensor<8x8xf32>
  %4 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %5 = stablehlo.divide %0, %4 : tensor<8x8xf32>
  return
}

/// Nor does the sum of values of both signs, a sum that starts below zero, or the maximum of another value.
func.func @negative_others(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %below = stablehlo.constant dense<-1.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.divide %x, %1 : tensor<8xf32>
  %3 = stablehlo.abs %x : tensor<8xf32>
  %4 = stablehlo.reduce(%3 init: %below) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %6 = stablehlo.divide %3, %5 : tensor<8xf32>
  %7 = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %9 = stablehlo.subtract %x, %8 : tensor<8xf32>
  return
}

/// Layer norm of 64 features: no deviation is above the root of 64 of them, whatever the data; the deviations are computed twice.
func.func @layer_norm(%x: tensor<8x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<64.0> : tensor<8x1xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<8x1xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
  %2 = stablehlo.divide %1, %n : tensor<8x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x64xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<8x64xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<8x64xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
  %8 = stablehlo.divide %7, %n : tensor<8x1xf32>
  %9 = stablehlo.add %8, %eps : tensor<8x1xf32>
  // expected-remark @+1 {{: [0, 316.2] program}}
  %10 = stablehlo.rsqrt %9 : tensor<8x1xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x64xf32>
  // expected-remark @+1 {{: unknown}}
  %12 = stablehlo.subtract %x, %11 : tensor<8x64xf32>
  %13 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x64xf32>
  // expected-remark @+1 {{: [-8, 8] program}}
  %14 = stablehlo.multiply %12, %13 : tensor<8x64xf32>
  %15 = stablehlo.sqrt %9 : tensor<8x1xf32>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x64xf32>
  // expected-remark @+1 {{: [-8, 8] program}}
  %17 = stablehlo.divide %12, %16 : tensor<8x64xf32>
  // The normalised value must be the squared one.
  // expected-remark @+1 {{: unknown}}
  %18 = stablehlo.multiply %x, %13 : tensor<8x64xf32>
  return
}

/// RMS norm, with the mean as a product. Without an epsilon, squares of tiny numbers may add up to zero.
func.func @rms_norm(%x: tensor<8x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<0.0625> : tensor<8xf32>
  %0 = stablehlo.multiply %x, %x : tensor<8x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.multiply %1, %n : tensor<8xf32>
  %3 = stablehlo.rsqrt %2 : tensor<8xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  // expected-remark @+1 {{: unknown}}
  %5 = stablehlo.multiply %x, %4 : tensor<8x64xf32>
  %eps = stablehlo.constant dense<1.0e-6> : tensor<8xf32>
  %6 = stablehlo.add %2, %eps : tensor<8xf32>
  %7 = stablehlo.rsqrt %6 : tensor<8xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  // expected-remark @+1 {{: [-4, 4] program}}
  %9 = stablehlo.multiply %x, %8 : tensor<8x64xf32>
  return
}

/// A softmax as a product with the reciprocal of the sum: a part of the sum is one. Without the shift by the maximum the
/// reciprocal may be infinite.
func.func @softmax_by_reciprocal(%x: tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<8xf32>
  %3 = stablehlo.exponential %2 : tensor<8xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.divide %one, %4 : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %7 = stablehlo.multiply %3, %6 : tensor<8xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %8 = stablehlo.multiply %6, %3 : tensor<8xf32>
  %9 = stablehlo.exponential %x : tensor<8xf32>
  %10 = stablehlo.reduce(%9 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %11 = stablehlo.divide %one, %10 : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %13 = stablehlo.multiply %9, %12 : tensor<8xf32>
  return
}

/// A role is no proof.
func.func @negative_role(%x: tensor<8xf32>, %sum: tensor<8xf32>) {
  %e = stablehlo.exponential %x : tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.divide %e, %sum {amp.role = "softmax.output"} : tensor<8xf32>
  return
}

/// An epsilon that is scaled down guards nothing.
func.func @negative_scaled_epsilon(%x: tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %eps = stablehlo.constant dense<1.0e-29> : tensor<f32>
  %scale = stablehlo.constant dense<1.0e-20> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.add %1, %eps : tensor<f32>
  %3 = stablehlo.multiply %2, %scale : tensor<f32>
  %4 = stablehlo.rsqrt %3 : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %6 = stablehlo.multiply %x, %5 : tensor<8xf32>
  return
}

/// Two draws are two values, although they are drawn alike.
func.func @negative_draws(%lo: tensor<f32>, %hi: tensor<f32>) {
  %shape = stablehlo.constant dense<8> : tensor<1xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.rng %lo, %hi, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %b = stablehlo.rng %lo, %hi, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %0 = stablehlo.exponential %a : tensor<8xf32>
  %1 = stablehlo.exponential %b : tensor<8xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // expected-remark @+1 {{: unknown}}
  %4 = stablehlo.divide %0, %3 : tensor<8xf32>
  return
}
