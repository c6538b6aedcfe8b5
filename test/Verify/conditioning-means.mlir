// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// The sums of a variance E[x * x] - E[x]^2, the squares, and the mean that is subtracted are f32; x is not.

//--- input.mlir
!t = tensor<64x4xf32>
!v = tensor<4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise", "reduction", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%a: !t, %w: tensor<4x4xf32>) -> !t {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<64.0> : !v
    %x = stablehlo.dot %a, %w : (!t, tensor<4x4xf32>) -> !t
    %square = stablehlo.multiply %x, %x : !t
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
    %1 = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
    %mean = stablehlo.divide %0, %n : !v
    %2 = stablehlo.divide %1, %n : !v
    %3 = stablehlo.multiply %mean, %mean : !v
    %variance = stablehlo.subtract %2, %3 : !v
    %4 = stablehlo.rsqrt %variance : !v
    %5 = stablehlo.broadcast_in_dim %mean, dims = [1] : (!v) -> !t
    %6 = stablehlo.broadcast_in_dim %4, dims = [1] : (!v) -> !t
    %7 = stablehlo.subtract %x, %5 : !t
    %8 = stablehlo.multiply %7, %6 : !t
    %9 = stablehlo.dot %8, %w : (!t, tensor<4x4xf32>) -> !t
    return %9 : !t
  }
}

//--- output.mlir
!t = tensor<64x4xf32>
!v = tensor<4xf32>
!h = tensor<64x4xbf16>
func.func @main(%a: !t, %w: tensor<4x4xf32>) -> !t {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<64.0> : !v
  %ah = amp.cast %a <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %xh = stablehlo.dot %ah, %wh : (!h, tensor<4x4xbf16>) -> !h
  %x = amp.cast %xh <unlisted> : !h to !t
  %square = stablehlo.multiply %x, %x : !t
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
  %1 = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
  %mean = stablehlo.divide %0, %n : !v
  %2 = stablehlo.divide %1, %n : !v
  %3 = stablehlo.multiply %mean, %mean : !v
  %variance = stablehlo.subtract %2, %3 : !v
  %4 = stablehlo.rsqrt %variance : !v
  %5 = stablehlo.broadcast_in_dim %mean, dims = [1] : (!v) -> !t
  %6 = stablehlo.broadcast_in_dim %4, dims = [1] : (!v) -> !t
  %7 = stablehlo.subtract %x, %5 : !t
  %8 = stablehlo.multiply %7, %6 : !t
  %h8 = amp.cast %8 <unlisted> : !t to !h
  %9 = stablehlo.dot %h8, %wh : (!h, tensor<4x4xbf16>) -> !t
  return %9 : !t
}

// -----

!t = tensor<64x4xf32>
!v = tensor<4xf32>
!h = tensor<64x4xbf16>
func.func @main(%a: !t, %w: tensor<4x4xf32>) -> !t {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<64.0> : !v
  %ah = amp.cast %a <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %xh = stablehlo.dot %ah, %wh : (!h, tensor<4x4xbf16>) -> !h
  %x = amp.cast %xh <unlisted> : !h to !t
  %sh = stablehlo.multiply %xh, %xh : !h
  %square = amp.cast %sh <unlisted> : !h to !t
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
  %1 = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
  %mean = stablehlo.divide %0, %n : !v
  %2 = stablehlo.divide %1, %n : !v
  %3 = stablehlo.multiply %mean, %mean : !v
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a difference of near values that a root, logarithm or division reads}}
  %variance = stablehlo.subtract %2, %3 : !v
  %4 = stablehlo.rsqrt %variance : !v
  %5 = stablehlo.broadcast_in_dim %mean, dims = [1] : (!v) -> !t
  %6 = stablehlo.broadcast_in_dim %4, dims = [1] : (!v) -> !t
  %7 = stablehlo.subtract %x, %5 : !t
  %8 = stablehlo.multiply %7, %6 : !t
  %h8 = amp.cast %8 <unlisted> : !t to !h
  %9 = stablehlo.dot %h8, %wh : (!h, tensor<4x4xbf16>) -> !t
  return %9 : !t
}

// -----

!t = tensor<64x4xf32>
!v = tensor<4xf32>
!h = tensor<64x4xbf16>
func.func @main(%a: !t, %w: tensor<4x4xf32>) -> !t {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<64.0> : !v
  %ah = amp.cast %a <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %xh = stablehlo.dot %ah, %wh : (!h, tensor<4x4xbf16>) -> !h
  %x = amp.cast %xh <unlisted> : !h to !t
  %square = stablehlo.multiply %x, %x : !t
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
  %1 = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (!t, tensor<f32>) -> !v
  %mean = stablehlo.divide %0, %n : !v
  %2 = stablehlo.divide %1, %n : !v
  %3 = stablehlo.multiply %mean, %mean : !v
  %variance = stablehlo.subtract %2, %3 : !v
  %4 = stablehlo.rsqrt %variance : !v
  %mh = amp.cast %mean <unlisted> : !v to tensor<4xbf16>
  %h5 = stablehlo.broadcast_in_dim %mh, dims = [1] : (tensor<4xbf16>) -> !h
  %6 = stablehlo.broadcast_in_dim %4, dims = [1] : (!v) -> !t
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a value less its mean}}
  %h7 = stablehlo.subtract %xh, %h5 : !h
  %7 = amp.cast %h7 <unlisted> : !h to !t
  %8 = stablehlo.multiply %7, %6 : !t
  %h8 = amp.cast %8 <unlisted> : !t to !h
  %9 = stablehlo.dot %h8, %wh : (!h, tensor<4x4xbf16>) -> !t
  return %9 : !t
}
