// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/narrow.mlir --amp="compute=f16 solver=paint verify" | FileCheck %t/narrow.mlir
// RUN: amp-opt %t/narrow.mlir --amp="compute=f16 solver=paint preset=apex-o3 verify" | FileCheck %t/narrow.mlir
// RUN: amp-opt %t/cast.mlir --amp="compute=f16 solver=paint preset=apex-o3 verify" | FileCheck %t/cast.mlir
// RUN: amp-opt %t/short.mlir --amp="compute=bf16 solver=paint verify" | FileCheck %t/short.mlir

//--- narrow.mlir
!t = tensor<64x64xf32>

/// 41 * 41 * 41 is infinite in f16.
// CHECK-LABEL: func.func @negative_cube
// CHECK-NOT: f16
// CHECK: return
func.func @negative_cube(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.multiply %0, %x : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

/// relu(x @ w)^6: the first contraction may be low, the second may not.
// CHECK-LABEL: func.func @negative_sixth_power
// CHECK: stablehlo.dot {{.*}}xf16>) ->
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.dot {{.*}} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @negative_sixth_power(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.maximum %0, %zero : !t
  %2 = stablehlo.multiply %1, %1 : !t
  %3 = stablehlo.multiply %2, %2 : !t
  %4 = stablehlo.multiply %2, %3 : !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

/// The factors meet behind a call, a transpose and a sign.
// CHECK-LABEL: func.func @negative_moved_factors
// CHECK-NOT: xf16>) -> tensor
// CHECK: return
func.func @negative_moved_factors(%x: !t, %w: !t) -> !t {
  %0 = func.call @square(%x) : (!t) -> !t
  %1 = stablehlo.transpose %0, dims = [1, 0] : (!t) -> !t
  %2 = stablehlo.abs %x : !t
  %3 = stablehlo.transpose %2, dims = [1, 0] : (!t) -> !t
  %6 = stablehlo.multiply %3, %1 : !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %7 : !t
}

/// Multiples of the power, and sums with it, are as large.
// CHECK-LABEL: func.func @negative_multiple
// CHECK-NOT: f16
// CHECK: return
func.func @negative_multiple(%x: !t, %y: !t, %w: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.multiply %1, %y : !t
  %3 = stablehlo.add %2, %y : !t
  %4 = stablehlo.transpose %3, dims = [1, 0] : (!t) -> !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

/// tanh of infinity is one: GELU's argument may be low.
// CHECK-LABEL: func.func @gelu
// CHECK: stablehlo.multiply {{.*}}f16>
// CHECK: stablehlo.multiply {{.*}}f16>
// CHECK: stablehlo.multiply {{.*}}f16>
// CHECK: stablehlo.add {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @gelu(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<0.044715> : !t
  %one = stablehlo.constant dense<1.0> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.multiply %h, %h : !t
  %1 = stablehlo.multiply %0, %h : !t
  %2 = stablehlo.multiply %1, %c : !t
  %3 = stablehlo.add %2, %h : !t
  %4 = stablehlo.tanh %3 : !t
  %5 = stablehlo.add %4, %one : !t
  %6 = stablehlo.multiply %5, %h : !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %7 : !t
}

/// Of two powers, one infinity less the other is no number.
// CHECK-LABEL: func.func @negative_difference_of_powers
// CHECK-NOT: stablehlo.multiply {{.*}}f16>
// CHECK: return
func.func @negative_difference_of_powers(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.multiply %0, %x : !t
  %2 = stablehlo.multiply %1, %0 : !t
  %3 = stablehlo.subtract %2, %1 : !t
  %4 = stablehlo.tanh %3 : !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

/// Squares, and powers of bounded values, may be low.
// CHECK-LABEL: func.func @squared_relu
// CHECK: stablehlo.multiply {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @squared_relu(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0.0> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.maximum %h, %zero : !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: func.func @bounded
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @bounded(%x: !t, %w: !t) -> !t {
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.tanh %h : !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.multiply %1, %0 : !t
  %3 = stablehlo.multiply %2, %h : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}

/// A matrix of inner products has two factors of each value, and its square four.
// CHECK-LABEL: func.func @negative_squared_products
// CHECK: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.dot {{.*}} : (tensor<64x64xf32>, tensor<64x64xf32>)
func.func @negative_squared_products(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (!t) -> !t
  %1 = stablehlo.dot %x, %0 : (!t, !t) -> !t
  %2 = stablehlo.multiply %1, %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// A number that is added to a square hides no factor: (x * x + 1)^2 has four.
// CHECK-LABEL: func.func @negative_quadratic
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}} : (tensor<64x64xf32>, tensor<64x64xf32>)
func.func @negative_quadratic(%x: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.add %1, %one : !t
  %3 = stablehlo.multiply %2, %2 : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}

/// A product of multiples is infinite where the data are 1: a quotient by it would be no number.
// CHECK-LABEL: func.func @negative_multiples
// CHECK: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.divide {{.*}}xf32>
func.func @negative_multiples(%x: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %many = stablehlo.constant dense<300.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.multiply %0, %many : !t
  %2 = stablehlo.multiply %1, %1 : !t
  %3 = stablehlo.add %2, %one : !t
  %4 = stablehlo.divide %2, %3 : !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

/// A share of a sum is at most 1, and so are powers of the rest (a focal loss).
// CHECK-LABEL: func.func @shares
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @shares(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %e = stablehlo.exponential %h : !t
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> tensor<64xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> !t
  %p = stablehlo.divide %e, %b : !t
  %q = stablehlo.subtract %one, %p : !t
  %0 = stablehlo.multiply %q, %q : !t
  %1 = stablehlo.multiply %0, %q : !t
  %2 = stablehlo.multiply %1, %h : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

func.func private @square(%x: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  return %0 : !t
}

//--- short.mlir
!t = tensor<64x64xf32>

/// Three of Newton's steps for 1 / sqrt(a), written out: an error of a step is in each of the factors of the next one.
// CHECK-LABEL: func.func @negative_newton
// CHECK: stablehlo.dot {{.*}}bf16>
// CHECK: stablehlo.subtract {{.*}}xf32>
// CHECK-NEXT: stablehlo.multiply {{.*}}xf32>
// CHECK-NEXT: stablehlo.multiply {{.*}}xf32>
// CHECK-NEXT: stablehlo.multiply {{.*}}xf32>
// CHECK-NEXT: stablehlo.subtract {{.*}}xf32>
// CHECK-NEXT: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.dot {{.*}}bf16>
func.func @negative_newton(%x: !t, %w: !t, %y0: !t) -> !t {
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %a = stablehlo.dot %x, %w : (!t, !t) -> !t
  %h = stablehlo.multiply %a, %half : !t
  %0 = stablehlo.multiply %h, %y0 : !t
  %1 = stablehlo.multiply %0, %y0 : !t
  %2 = stablehlo.subtract %three, %1 : !t
  %y1 = stablehlo.multiply %y0, %2 : !t
  %3 = stablehlo.multiply %h, %y1 : !t
  %4 = stablehlo.multiply %3, %y1 : !t
  %5 = stablehlo.subtract %three, %4 : !t
  %y2 = stablehlo.multiply %y1, %5 : !t
  %6 = stablehlo.dot %y2, %w : (!t, !t) -> !t
  return %6 : !t
}

/// x^8 has eight times the error of x, and x^4 is low in a format with the exponents of f32.
// CHECK-LABEL: func.func @eighth_power
// CHECK: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.dot {{.*}}bf16>
func.func @eighth_power(%x: !t, %w: !t) -> !t {
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.multiply %h, %h : !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.multiply %1, %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: func.func @fourth_power
// CHECK: stablehlo.multiply {{.*}}bf16>
// CHECK: stablehlo.multiply {{.*}}bf16>
func.func @fourth_power(%x: !t, %w: !t) -> !t {
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.multiply %h, %h : !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

//--- cast.mlir
!t = tensor<64x64xf32>

/// A cast of the program hides no factor.
// CHECK-LABEL: func.func @negative_cast
// CHECK-NOT: stablehlo.multiply {{.*}}f16>
// CHECK: return
func.func @negative_cast(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.convert %x : (!t) -> tensor<64x64xf64>
  %1 = stablehlo.convert %0 : (tensor<64x64xf64>) -> !t
  %2 = stablehlo.multiply %1, %x : !t
  %3 = stablehlo.multiply %2, %x : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}
