// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Counted values stay counted while they are whole.
func.func @positions() {
  // expected-remark @+1 {{: [0, 4999] program, counted}}
  %0 = stablehlo.iota dim = 0 : tensor<5000xf32>
  %1 = stablehlo.iota dim = 0 : tensor<5000xi32>
  // expected-remark @+1 {{: [0, 4999] program, counted}}
  %2 = stablehlo.convert %1 : (tensor<5000xi32>) -> tensor<5000xf32>
  // expected-remark @+1 {{: [1, 1] program, integers}}
  %one = stablehlo.constant dense<1.0> : tensor<5000xf32>
  // expected-remark @+1 {{: [1, 5000] program, counted}}
  %3 = stablehlo.add %2, %one : tensor<5000xf32>
  // expected-remark @+1 {{: [0.5, 0.5] program}}
  %half = stablehlo.constant dense<0.5> : tensor<5000xf32>
  // expected-remark @+1 {{: [0, 2500] program}}
  %4 = stablehlo.multiply %2, %half : tensor<5000xf32>
  return
}

/// Integers that nobody knows may be all that their type holds; declared ones are what is declared.
func.func @types(%i: tensor<4xi32>, %b: tensor<4xi1>, %s: tensor<4xi8>, %u: tensor<4xui8>, %token: tensor<4xi32> {amp.range = #amp.range<0.0, 50256.0>}) {
  // expected-remark @+1 {{: [-2.147e+09, 2.147e+09] program, counted}}
  %0 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 1] program, counted}}
  %1 = stablehlo.convert %b : (tensor<4xi1>) -> tensor<4xf32>
  // expected-remark @+1 {{: [-128, 127] program, counted}}
  %2 = stablehlo.convert %s : (tensor<4xi8>) -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 255] program, counted}}
  %3 = stablehlo.convert %u : (tensor<4xui8>) -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 50256] declared, counted}}
  %4 = stablehlo.convert %token : (tensor<4xi32>) -> tensor<4xf32>
  return
}

/// Integers wrap: what leaves the type may be anything in it.
func.func @wrap(%u: tensor<4xui8>) {
  %c = stablehlo.constant dense<1> : tensor<4xui8>
  %0 = stablehlo.add %u, %c : tensor<4xui8>
  // expected-remark @+1 {{: [0, 255] program, counted}}
  %1 = stablehlo.convert %0 : (tensor<4xui8>) -> tensor<4xf32>
  return
}

/// Uniform random numbers as JAX makes them: random bits below an exponent.
func.func @uniform(%bits: tensor<4xui32>) {
  %nine = stablehlo.constant dense<9> : tensor<4xui32>
  %exponent = stablehlo.constant dense<1065353216> : tensor<4xui32>
  %0 = stablehlo.shift_right_logical %bits, %nine : tensor<4xui32>
  %1 = stablehlo.or %0, %exponent : tensor<4xui32>
  // expected-remark @+1 {{: [1, 2] program}}
  %2 = stablehlo.bitcast_convert %1 : (tensor<4xui32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [-1, -1] program}}
  %minus = stablehlo.constant dense<-1.0> : tensor<4xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %3 = stablehlo.add %2, %minus : tensor<4xf32>
  return
}

/// Sums of what is counted, and of masks, are counts.
func.func @counts(%mask: tensor<4096x4xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-remark @+1 {{: [0, 1] program, counted}}
  %0 = stablehlo.convert %mask : (tensor<4096x4xi1>) -> tensor<4096x4xf32>
  // expected-remark @+1 {{: [0, 4096] program, counted}}
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
