// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// An operand of atanh near 1, and a difference behind an epsilon and a choice, are
/// computed in f32.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "transcendental", "select"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %m: tensor<4x4xi1>) -> !t {
    %one = stablehlo.constant dense<1.0> : !t
    %epsilon = stablehlo.constant dense<1.0e-6> : !t
    %0 = stablehlo.tanh %x : !t
    %1 = chlo.atanh %0 : !t -> !t
    %2 = stablehlo.tanh %x : !t
    %3 = stablehlo.subtract %one, %2 : !t
    %4 = stablehlo.add %3, %epsilon : !t
    %5 = stablehlo.select %m, %4, %one : tensor<4x4xi1>, !t
    %6 = stablehlo.rsqrt %5 : !t
    %7 = stablehlo.dot %1, %6 : (!t, !t) -> !t
    return %7 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %m: tensor<4x4xi1>) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %epsilon = stablehlo.constant dense<1.0e-6> : !t
  %0 = stablehlo.tanh %x : !t
  %1 = chlo.atanh %0 : !t -> !t
  %2 = stablehlo.tanh %x : !t
  %3 = stablehlo.subtract %one, %2 : !t
  %4 = stablehlo.add %3, %epsilon : !t
  %5 = stablehlo.select %m, %4, %one : tensor<4x4xi1>, !t
  %6 = stablehlo.rsqrt %5 : !t
  %h1 = amp.cast %1 <unlisted> : !t to !h
  %h6 = amp.cast %6 <unlisted> : !t to !h
  %7 = stablehlo.dot %h1, %h6 : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %m: tensor<4x4xi1>) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %epsilon = stablehlo.constant dense<1.0e-6> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %h0 = stablehlo.tanh %xh : !h
  %0 = amp.cast %h0 <unlisted> : !h to !t
  // expected-error @+1 {{'chlo.atanh' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for an operand near the end of the domain}}
  %1 = chlo.atanh %0 : !t -> !t
  %2 = stablehlo.tanh %x : !t
  %3 = stablehlo.subtract %one, %2 : !t
  %4 = stablehlo.add %3, %epsilon : !t
  %5 = stablehlo.select %m, %4, %one : tensor<4x4xi1>, !t
  %6 = stablehlo.rsqrt %5 : !t
  %h1 = amp.cast %1 <unlisted> : !t to !h
  %h6 = amp.cast %6 <unlisted> : !t to !h
  %7 = stablehlo.dot %h1, %h6 : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %m: tensor<4x4xi1>) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %epsilon = stablehlo.constant dense<1.0e-6> : !t
  %0 = stablehlo.tanh %x : !t
  %1 = chlo.atanh %0 : !t -> !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %h2 = stablehlo.tanh %xh : !h
  %2 = amp.cast %h2 <unlisted> : !h to !t
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a difference of near values that a root, logarithm or division reads}}
  %3 = stablehlo.subtract %one, %2 : !t
  %4 = stablehlo.add %3, %epsilon : !t
  %5 = stablehlo.select %m, %4, %one : tensor<4x4xi1>, !t
  %6 = stablehlo.rsqrt %5 : !t
  %h1 = amp.cast %1 <unlisted> : !t to !h
  %h6 = amp.cast %6 <unlisted> : !t to !h
  %7 = stablehlo.dot %h1, %h6 : (!h, !h) -> !t
  return %7 : !t
}
