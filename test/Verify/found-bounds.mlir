// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: bounds that were far above what occurs, so that amp-verify rejected sound outputs.
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3" | FileCheck %s

// A value divided by the root of the mean of its own squares is about 1, however large it is.
// CHECK-LABEL: func.func @norm_of_large_constant
// CHECK: stablehlo.dot_general {{.*}}xf16>
func.func @norm_of_large_constant(%w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %x = stablehlo.constant dense<[[1.0e30, 0.25, 0.125], [1.0e-5, -65519.0, 0.9]]> : tensor<2x3xf32>
  %eps = stablehlo.constant dense<0.125> : tensor<2x3xf32>
  %three = stablehlo.constant dense<3.0> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %squares = stablehlo.multiply %x, %x : tensor<2x3xf32>
  %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %three : tensor<2xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  %above = stablehlo.add %means, %eps : tensor<2x3xf32>
  %root = stablehlo.sqrt %above : tensor<2x3xf32>
  %norm = stablehlo.divide %x, %root : tensor<2x3xf32>
  %y = stablehlo.dot_general %norm, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// A remainder is at most its dividend, exactly: what a loop carries stays within 2.
// CHECK-LABEL: func.func @remainder_in_loop
// CHECK: stablehlo.while
func.func @remainder_in_loop(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %start = stablehlo.tanh %a : tensor<4x4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %divisor = stablehlo.constant dense<4.0e5> : tensor<4x4xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<4x4xf32>
  cond {
    %true = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %rest = stablehlo.remainder %x, %divisor : tensor<4x4xf32>
    stablehlo.return %i, %rest : tensor<i32>, tensor<4x4xf32>
  }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// A value less itself is 0, by the broadcasting op, too.
// CHECK-LABEL: func.func @difference_with_itself
// CHECK: chlo.sinh {{.*}}xf16>
func.func @difference_with_itself(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %lo = stablehlo.constant dense<-1.6e1> : tensor<f32>
  %hi = stablehlo.constant dense<1.6e1> : tensor<f32>
  %zero = chlo.broadcast_subtract %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %x = stablehlo.clamp %lo, %zero, %hi : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %s = chlo.sinh %x : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// A cast of the program's own moves a bound by its rounding: 100 * 200 stays below 65504.
// CHECK-LABEL: func.func @product_of_casts
// CHECK: stablehlo.dot_general {{.*}}xf16>
func.func @product_of_casts(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %one = stablehlo.tanh %x : tensor<4x4xf32>
  %hundred = stablehlo.constant dense<1.0e2> : tensor<4x4xf32>
  %twohundred = stablehlo.constant dense<2.0e2> : tensor<4x4xf32>
  %a = stablehlo.multiply %one, %hundred : tensor<4x4xf32>
  %b = stablehlo.multiply %one, %twohundred : tensor<4x4xf32>
  %low_a = stablehlo.convert %a : (tensor<4x4xf32>) -> tensor<4x4xf16>
  %low_b = stablehlo.convert %b : (tensor<4x4xf32>) -> tensor<4x4xf16>
  %product = stablehlo.multiply %low_a, %low_b : tensor<4x4xf16>
  %wide = stablehlo.convert %product : (tensor<4x4xf16>) -> tensor<4x4xf32>
  %y = stablehlo.dot_general %wide, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
