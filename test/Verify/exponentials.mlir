// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/scaled.output.mlir --amp-verify=input=%t/scaled.mlir -verify-diagnostics
// RUN: amp-opt %t/bounded.output.mlir --amp-verify=input=%t/bounded.mlir -verify-diagnostics
// RUN: amp-opt %t/chosen.output.mlir --amp-verify=input=%t/chosen.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/unchosen.output.mlir --amp-verify=input=%t/unchosen.mlir -verify-diagnostics

/// Exponentials of a matmul's result, and matmuls of them, are f32 in f16; not those of a difference to the maximum, nor shares of a sum.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.exponential %0 : !t
    %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
    return %2 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.exponential %0 : !t
  %h1 = amp.cast %1 <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds exponentials of data}}
  %2 = stablehlo.dot %h1, %wh : (!h, !h) -> !t
  return %2 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  // expected-error @+1 {{expects a format that holds exponentials of data}}
  %1 = stablehlo.exponential %0 : !h
  %h1 = amp.cast %1 <unlisted> : !h to !t
  %2 = stablehlo.dot %h1, %w : (!t, !t) -> !t
  return %2 : !t
}

//--- scaled.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t, %b: tensor<4xf32>) -> !t {
    %c = stablehlo.constant dense<-2.0> : !t
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.multiply %0, %c : !t
    %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> !t
    %3 = stablehlo.add %1, %2 : !t
    %4 = stablehlo.exponential %3 : !t
    %5 = stablehlo.multiply %4, %c : !t
    %6 = stablehlo.transpose %5, dims = [1, 0] : (!t) -> !t
    %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
    return %7 : !t
  }
}

//--- scaled.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t, %b: tensor<4xf32>) -> !t {
  %c = stablehlo.constant dense<-2.0> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.multiply %0, %c : !t
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> !t
  %3 = stablehlo.add %1, %2 : !t
  %4 = stablehlo.exponential %3 : !t
  %5 = stablehlo.multiply %4, %c : !t
  %h5 = amp.cast %5 <unlisted> : !t to !h
  %6 = stablehlo.transpose %h5, dims = [1, 0] : (!h) -> !h
  // expected-error @+1 {{expects a format that holds exponentials of data}}
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

//--- bounded.mlir
!t = tensor<4x4xf32>
!r = tensor<4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> (!t, !t) {
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!r) -> !t
    %3 = stablehlo.subtract %0, %2 : !t
    %4 = stablehlo.exponential %3 : !t
    %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
    %6 = stablehlo.exponential %0 : !t
    %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (!r) -> !t
    %9 = stablehlo.divide %6, %8 : !t
    %10 = stablehlo.dot %9, %w : (!t, !t) -> !t
    return %5, %10 : !t, !t
  }
}

//--- bounded.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
!r = tensor<4xf32>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!r) -> !t
  %3 = stablehlo.subtract %0, %2 : !t
  %4 = stablehlo.exponential %3 : !t
  %h4 = amp.cast %4 <unlisted> : !t to !h
  %5 = stablehlo.dot %h4, %wh : (!h, !h) -> !t
  %6 = stablehlo.exponential %0 : !t
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (!r) -> !t
  %9 = stablehlo.divide %6, %8 : !t
  %h9 = amp.cast %9 <unlisted> : !t to !h
  %10 = stablehlo.dot %h9, %wh : (!h, !h) -> !t
  return %5, %10 : !t, !t
}

/// A choice that keeps large operands, and one that keeps large exponentials; the
/// opposite choices do neither.

//--- chosen.mlir
!t = tensor<4x4xf32>
!p = tensor<4x4xi1>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> (!t, !t) {
    %zero = stablehlo.constant dense<0.0> : !t
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.compare GT, %0, %zero : (!t, !t) -> !p
    %2 = stablehlo.select %1, %0, %zero : !p, !t
    %3 = stablehlo.exponential %2 : !t
    %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
    %5 = stablehlo.exponential %0 : !t
    %6 = stablehlo.select %1, %5, %zero : !p, !t
    %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
    return %4, %7 : !t, !t
  }
}

//--- chosen.output.mlir
!t = tensor<4x4xf32>
!p = tensor<4x4xi1>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0.0> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.compare GT, %0, %zero : (!t, !t) -> !p
  %2 = stablehlo.select %1, %0, %zero : !p, !t
  %3 = stablehlo.exponential %2 : !t
  %h3 = amp.cast %3 <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds exponentials of data}}
  %4 = stablehlo.dot %h3, %wh : (!h, !h) -> !t
  %5 = stablehlo.exponential %0 : !t
  %6 = stablehlo.select %1, %5, %zero : !p, !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %4, %7 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!p = tensor<4x4xi1>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0.0> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.compare GT, %0, %zero : (!t, !t) -> !p
  %2 = stablehlo.select %1, %0, %zero : !p, !t
  %3 = stablehlo.exponential %2 : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  %5 = stablehlo.exponential %0 : !t
  %6 = stablehlo.select %1, %5, %zero : !p, !t
  %h6 = amp.cast %6 <unlisted> : !t to !h
  // expected-error @+1 {{expects a format that holds exponentials of data}}
  %7 = stablehlo.dot %h6, %wh : (!h, !h) -> !t
  return %4, %7 : !t, !t
}

//--- unchosen.mlir
!t = tensor<4x4xf32>
!p = tensor<4x4xi1>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> (!t, !t) {
    %zero = stablehlo.constant dense<0.0> : !t
    %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
    %1 = stablehlo.compare GT, %0, %zero : (!t, !t) -> !p
    %2 = stablehlo.select %1, %zero, %0 : !p, !t
    %3 = stablehlo.exponential %2 : !t
    %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
    %5 = stablehlo.exponential %0 : !t
    %6 = stablehlo.select %1, %zero, %5 : !p, !t
    %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
    return %4, %7 : !t, !t
  }
}

//--- unchosen.output.mlir
!t = tensor<4x4xf32>
!p = tensor<4x4xi1>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0.0> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %1 = stablehlo.compare GT, %0, %zero : (!t, !t) -> !p
  %2 = stablehlo.select %1, %zero, %0 : !p, !t
  %3 = stablehlo.exponential %2 : !t
  %h3 = amp.cast %3 <unlisted> : !t to !h
  %4 = stablehlo.dot %h3, %wh : (!h, !h) -> !t
  %5 = stablehlo.exponential %0 : !t
  %6 = stablehlo.select %1, %zero, %5 : !p, !t
  %h6 = amp.cast %6 <unlisted> : !t to !h
  %7 = stablehlo.dot %h6, %wh : (!h, !h) -> !t
  return %4, %7 : !t, !t
}
