// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A difference that a root reads and an angle of unknown size are f32, with
/// what computes them. Their results are not, nor is an angle that a low
/// contraction computes.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %y: !t, %w: !t) -> (!t, !t) {
    %one = stablehlo.constant dense<1.0> : !t
    %0 = stablehlo.multiply %x, %x : !t
    %1 = stablehlo.subtract %one, %0 : !t
    %2 = stablehlo.sqrt %1 : !t
    %3 = stablehlo.multiply %y, %y : !t
    %4 = stablehlo.sine %3 : !t
    %5 = stablehlo.dot %2, %4 : (!t, !t) -> !t
    %6 = stablehlo.cosine %5 : !t
    %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
    return %4, %7 : !t, !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> (!t, !t) {
  %one = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.subtract %one, %0 : !t
  %h1 = amp.cast %1 <unlisted> : !t to !h
  %h2 = stablehlo.sqrt %h1 : !h
  %3 = stablehlo.multiply %y, %y : !t
  %4 = stablehlo.sine %3 : !t
  %h4 = amp.cast %4 <unlisted> : !t to !h
  %5 = stablehlo.dot %h2, %h4 : (!h, !h) -> !h
  %h6 = stablehlo.cosine %5 : !h
  %h = amp.cast %w <unlisted> : !t to !h
  %7 = stablehlo.dot %h6, %h : (!h, !h) -> !t
  return %4, %7 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> (!t, !t) {
  %one = stablehlo.constant dense<1.0> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %h0 = stablehlo.multiply %xh, %xh : !h
  %0 = amp.cast %h0 <unlisted> : !h to !t
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a difference of near values that a root, logarithm or division reads}}
  %1 = stablehlo.subtract %one, %0 : !t
  %2 = stablehlo.sqrt %1 : !t
  %h2 = amp.cast %2 <unlisted> : !t to !h
  %3 = stablehlo.multiply %y, %y : !t
  %4 = stablehlo.sine %3 : !t
  %h4 = amp.cast %4 <unlisted> : !t to !h
  %5 = stablehlo.dot %h2, %h4 : (!h, !h) -> !t
  %6 = stablehlo.cosine %5 : !t
  %h6 = amp.cast %6 <unlisted> : !t to !h
  %h = amp.cast %w <unlisted> : !t to !h
  %7 = stablehlo.dot %h6, %h : (!h, !h) -> !t
  return %4, %7 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> (!t, !t) {
  %one = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.subtract %one, %0 : !t
  %2 = stablehlo.sqrt %1 : !t
  %h2 = amp.cast %2 <unlisted> : !t to !h
  %yh = amp.cast %y <unlisted> : !t to !h
  %h3 = stablehlo.multiply %yh, %yh : !h
  %3 = amp.cast %h3 <unlisted> : !h to !t
  // expected-error @+1 {{'stablehlo.sine' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for an angle of unknown size}}
  %4 = stablehlo.sine %3 : !t
  %h4 = amp.cast %4 <unlisted> : !t to !h
  %5 = stablehlo.dot %h2, %h4 : (!h, !h) -> !t
  %6 = stablehlo.cosine %5 : !t
  %h6 = amp.cast %6 <unlisted> : !t to !h
  %h = amp.cast %w <unlisted> : !t to !h
  %7 = stablehlo.dot %h6, %h : (!h, !h) -> !t
  return %4, %7 : !t, !t
}
