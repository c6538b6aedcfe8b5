// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/squares.output.mlir --amp-verify=input=%t/squares.mlir -verify-diagnostics
// RUN: amp-opt %t/quadratic.output.mlir --amp-verify=input=%t/quadratic.mlir -verify-diagnostics
// RUN: amp-opt %t/multiples.output.mlir --amp-verify=input=%t/multiples.mlir -verify-diagnostics
// RUN: amp-opt %t/short.output.mlir --amp-verify=input=%t/short.mlir -split-input-file -verify-diagnostics

/// A cube of data, and what multiplies it, is f32 in f16; tanh's operand may be low.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> (!t, !t) {
    %c = stablehlo.constant dense<0.1> : !t
    %0 = stablehlo.multiply %x, %x : !t
    %1 = stablehlo.multiply %0, %x : !t
    %2 = stablehlo.maximum %1, %w : !t
    %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
    %4 = stablehlo.multiply %w, %w : !t
    %5 = stablehlo.multiply %4, %w : !t
    %6 = stablehlo.multiply %5, %c : !t
    %7 = stablehlo.tanh %6 : !t
    %8 = stablehlo.dot %7, %w : (!t, !t) -> !t
    return %3, %8 : !t, !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %c = stablehlo.constant dense<0.1> : !h
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.multiply %0, %x : !t
  %2 = stablehlo.maximum %1, %w : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  %wh = amp.cast %w <unlisted> : !t to !h
  %4 = stablehlo.multiply %wh, %wh : !h
  %5 = stablehlo.multiply %4, %wh : !h
  %6 = stablehlo.multiply %5, %c : !h
  %7 = stablehlo.tanh %6 : !h
  %8 = stablehlo.dot %7, %wh : (!h, !h) -> !t
  return %3, %8 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %c = stablehlo.constant dense<0.1> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a product of 3 factors of one value}}
  %0 = stablehlo.multiply %xh, %xh : !h
  %f0 = amp.cast %0 <unlisted> : !h to !t
  %1 = stablehlo.multiply %f0, %x : !t
  %2 = stablehlo.maximum %1, %w : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  %4 = stablehlo.multiply %w, %w : !t
  %5 = stablehlo.multiply %4, %w : !t
  %6 = stablehlo.multiply %5, %c : !t
  %7 = stablehlo.tanh %6 : !t
  %8 = stablehlo.dot %7, %w : (!t, !t) -> !t
  return %3, %8 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %c = stablehlo.constant dense<0.1> : !t
  %0 = stablehlo.multiply %x, %x : !t
  %1 = stablehlo.multiply %0, %x : !t
  %2 = stablehlo.maximum %1, %w : !t
  %h2 = amp.cast %2 <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds a product of 3 factors of one value}}
  %3 = stablehlo.dot %h2, %wh : (!h, !h) -> !t
  %4 = stablehlo.multiply %w, %w : !t
  %5 = stablehlo.multiply %4, %w : !t
  %6 = stablehlo.multiply %5, %c : !t
  %7 = stablehlo.tanh %6 : !t
  %8 = stablehlo.dot %7, %w : (!t, !t) -> !t
  return %3, %8 : !t, !t
}

//--- short.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %0 = stablehlo.multiply %x, %x : !t
    %1 = stablehlo.multiply %0, %0 : !t
    %2 = stablehlo.multiply %1, %1 : !t
    %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
    return %3 : !t
  }
}

//--- short.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.multiply %x, %x : !t
  %h0 = amp.cast %0 <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a product of 8 factors of one value}}
  %1 = stablehlo.multiply %h0, %h0 : !h
  %f1 = amp.cast %1 <unlisted> : !h to !t
  %2 = stablehlo.multiply %f1, %f1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// So are squares that a reduction sums.

/// A number that is added to a square hides no factor: (x * x + 1)^2 has four.

//--- quadratic.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %one = stablehlo.constant dense<1.0> : !t
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.multiply %0, %0 : !t
    %2 = stablehlo.maximum %1, %one : !t
    %3 = stablehlo.multiply %2, %2 : !t
    %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
    return %4 : !t
  }
}

//--- quadratic.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.multiply %0, %0 : !t
  %2 = stablehlo.maximum %1, %one : !t
  %3 = stablehlo.multiply %2, %2 : !t
  %h3 = amp.cast %3 <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds a product of 3 factors of one value}}
  %4 = stablehlo.dot %h3, %wh : (!h, !h) -> !t
  return %4 : !t
}

/// A product of multiples that exceeds f16 where the data are 1.

//--- multiples.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
    %c = stablehlo.constant dense<300.0> : !t
    %0 = stablehlo.multiply %x, %c : !t
    %1 = stablehlo.multiply %y, %c : !t
    %2 = stablehlo.multiply %0, %1 : !t
    %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
    return %3 : !t
  }
}

//--- multiples.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<300.0> : !t
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.multiply %x, %c : !t
  %1 = stablehlo.multiply %y, %c : !t
  %2 = stablehlo.multiply %0, %1 : !t
  %h2 = amp.cast %2 <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds a product of multiples of data}}
  %3 = stablehlo.dot %h2, %wh : (!h, !h) -> !t
  return %3 : !t
}

//--- squares.mlir
!t = tensor<4x4xf32>
!r = tensor<4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !r {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.multiply %0, %0 : !t
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
    %3 = stablehlo.dot %2, %w : (!r, !t) -> !r
    return %3 : !r
  }
}

//--- squares.output.mlir
!t = tensor<4x4xf32>
!r = tensor<4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> !r {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds squares that are summed or divide}}
  %1 = stablehlo.multiply %0, %0 : !h
  %c = amp.cast %1 <unlisted> : !h to !t
  %2 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %rh = amp.cast %2 <unlisted> : !r to tensor<4xf16>
  %3 = stablehlo.dot %rh, %wh : (tensor<4xf16>, !h) -> !r
  return %3 : !r
}
