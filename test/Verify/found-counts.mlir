// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=bf16 verify" | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: amp-opt %s --amp="compute=f16 verify" | FileCheck %s --check-prefixes=CHECK,F16

/// bf16 holds 256, the exact sum of four products; 272 is none of its integers.
// CHECK-LABEL: @sums
// CHECK: stablehlo.einsum {{.*}}16>) -> tensor<4x3x{{b?f}}16>
// BF16: stablehlo.einsum {{.*}}f32>) -> tensor<4x3xf32>
// F16: stablehlo.einsum {{.*}}f16>) -> tensor<4x3xf16>
func.func @sums() -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %0 = stablehlo.constant dense<4.0> : tensor<4x4xf32>
  %1 = stablehlo.constant dense<16.0> : tensor<4x3xf32>
  %2 = stablehlo.constant dense<17.0> : tensor<4x3xf32>
  %3 = stablehlo.einsum %0, %1, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.einsum %0, %2, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %3, %4 : tensor<4x3xf32>, tensor<4x3xf32>
}

/// 257 is rounded to 256 in bf16, as any number may be: the sum is no count.
// CHECK-LABEL: @rounded
// BF16: stablehlo.dot_general {{.*}}bf16>) -> tensor<4x5xbf16>
func.func @rounded(%w: tensor<5x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.constant dense<10.0> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<257.0> : tensor<5x6xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x2xf32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

/// A remainder is at most its divisor.
// CHECK-LABEL: @divisor
// CHECK: stablehlo.dot_general {{.*}}16>) -> tensor<3x1x{{b?f}}16>
func.func @divisor(%n: tensor<i8>) -> tensor<3x5xf32> {
  %c = stablehlo.constant dense<6> : tensor<i8>
  %0 = stablehlo.remainder %n, %c : tensor<i8>
  %1 = stablehlo.convert %0 : (tensor<i8>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
  %4 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x1xf32>) -> tensor<3x1xf32>
  %half = stablehlo.constant dense<0.5> : tensor<1x5xf32>
  %5 = stablehlo.dot_general %4, %half, contracting_dims = [1] x [0] : (tensor<3x1xf32>, tensor<1x5xf32>) -> tensor<3x5xf32>
  return %5 : tensor<3x5xf32>
}

/// A remainder of 4 is at most 4 in any integer type, divided by whatever.
// CHECK-LABEL: @remainder
// CHECK: stablehlo.einsum {{.*}}16>) -> tensor<4x1x{{b?f}}16>
func.func @remainder(%n: tensor<ui8>) -> tensor<4x1xf32> {
  %c = stablehlo.constant dense<4> : tensor<ui8>
  %0 = stablehlo.remainder %c, %n : tensor<ui8>
  %1 = stablehlo.convert %0 : (tensor<ui8>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
  %4 = stablehlo.einsum %2, %3, config = "ab,bc->ac" : (tensor<4x5xf32>, tensor<5x1xf32>) -> tensor<4x1xf32>
  return %4 : tensor<4x1xf32>
}
