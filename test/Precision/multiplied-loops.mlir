// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3 verify" | FileCheck %s

!t = tensor<16x16xf32>
!i = tensor<i32>

/// 1 doubled 40 times is 1.1e12: beyond f16, and so are its multiples.
// CHECK-LABEL: func.func @negative_doubles
// CHECK-NOT: f16
// CHECK: return
func.func @negative_doubles(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<40> : !i
  %start = stablehlo.constant dense<1.0> : !t
  %0:2 = stablehlo.while(%i = %zero, %p = %start) : !i, !t
   cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : !i
    %a = stablehlo.add %p, %p : !t
    stablehlo.return %n, %a : !i, !t
  }
  %1 = stablehlo.multiply %x, %0#1 : !t
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %2 : !t
}

/// 1 halved 40 times is 9.1e-13: zero in f16.
// CHECK-LABEL: func.func @negative_halves
// CHECK-NOT: f16
// CHECK: return
func.func @negative_halves(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<40> : !i
  %start = stablehlo.constant dense<1.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %0:2 = stablehlo.while(%i = %zero, %p = %start) : !i, !t
   cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : !i
    %a = stablehlo.multiply %p, %half : !t
    stablehlo.return %n, %a : !i, !t
  }
  %1 = stablehlo.multiply %x, %0#1 : !t
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %2 : !t
}

/// Squares, in a loop of unknown length: no format but f32's exponents.
// CHECK-LABEL: func.func @negative_squares
// CHECK-NOT: f16
// CHECK: return
func.func @negative_squares(%x: !t, %w: !t, %end: !i) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %start = stablehlo.constant dense<2.0> : !t
  %0:2 = stablehlo.while(%i = %zero, %p = %start) : !i, !t
   cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : !i
    %a = stablehlo.multiply %p, %p : !t
    stablehlo.return %n, %a : !i, !t
  }
  %1 = stablehlo.divide %x, %0#1 : !t
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %2 : !t
}

/// Data of usual size times 1e-12 is zero in f16, wherever a contraction reads it.
// CHECK-LABEL: func.func @negative_tiny_factor
// CHECK-NOT: f16
// CHECK: return
func.func @negative_tiny_factor(%x: !t, %w: !t) -> !t {
  %tiny = stablehlo.constant dense<1.0e-12> : !t
  %0 = stablehlo.multiply %x, %tiny : !t
  %1 = stablehlo.transpose %0, dims = [1, 0] : (!t) -> !t
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %2 : !t
}

/// A sum of the product and other data is of the size of that data.
// CHECK-LABEL: func.func @tiny_summand
// CHECK: stablehlo.dot_general {{.*}} : (tensor<16x16xf16>, tensor<16x16xf16>)
func.func @tiny_summand(%x: !t, %y: !t, %w: !t) -> !t {
  %tiny = stablehlo.constant dense<1.0e-12> : !t
  %0 = stablehlo.multiply %x, %tiny : !t
  %1 = stablehlo.add %0, %y : !t
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  return %2 : !t
}
