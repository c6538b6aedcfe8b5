// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Three steps of Horner's scheme, and those before them, are f32; the variable and what reads the polynomial are not.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %c = stablehlo.constant dense<0.75> : !t
    %h = stablehlo.dot %x, %w : (!t, !t) -> !t
    %0 = stablehlo.multiply %h, %c : !t
    %1 = stablehlo.add %0, %c : !t
    %2 = stablehlo.multiply %1, %h : !t
    %3 = stablehlo.subtract %c, %2 : !t
    %4 = stablehlo.multiply %h, %3 : !t
    %5 = stablehlo.add %4, %c : !t
    %6 = stablehlo.multiply %5, %h : !t
    %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
    return %7 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<0.75> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %h = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  %hf = amp.cast %h <unlisted> : !h to !t
  %0 = stablehlo.multiply %hf, %c : !t
  %1 = stablehlo.add %0, %c : !t
  %2 = stablehlo.multiply %1, %hf : !t
  %3 = stablehlo.subtract %c, %2 : !t
  %4 = stablehlo.multiply %hf, %3 : !t
  %5 = stablehlo.add %4, %c : !t
  %low5 = amp.cast %5 <unlisted> : !t to !h
  %6 = stablehlo.multiply %low5, %h : !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<0.75> : !t
  %ch = stablehlo.constant dense<0.75> : !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %h = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  // expected-error @+1 {{'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for the steps of a polynomial}}
  %0 = stablehlo.multiply %h, %ch : !h
  %wide0 = amp.cast %0 <unlisted> : !h to !t
  %hf = amp.cast %h <unlisted> : !h to !t
  %1 = stablehlo.add %wide0, %c : !t
  %2 = stablehlo.multiply %1, %hf : !t
  %3 = stablehlo.subtract %c, %2 : !t
  %4 = stablehlo.multiply %hf, %3 : !t
  %5 = stablehlo.add %4, %c : !t
  %low5 = amp.cast %5 <unlisted> : !t to !h
  %6 = stablehlo.multiply %low5, %h : !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<0.75> : !t
  %ch = stablehlo.constant dense<0.75> : !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %h = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  %hf = amp.cast %h <unlisted> : !h to !t
  %0 = stablehlo.multiply %hf, %c : !t
  %1 = stablehlo.add %0, %c : !t
  %2 = stablehlo.multiply %1, %hf : !t
  %3 = stablehlo.subtract %c, %2 : !t
  %4 = stablehlo.multiply %hf, %3 : !t
  %low4 = amp.cast %4 <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.add' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for the steps of a polynomial}}
  %5 = stablehlo.add %low4, %ch : !h
  %6 = stablehlo.multiply %5, %h : !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}
