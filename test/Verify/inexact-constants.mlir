// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Arithmetic with a constant that bf16 changes by more than 1/512 is f32.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %c = stablehlo.constant dense<-1.12837917> : tensor<f32>
    %all = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> !t
    %half = stablehlo.constant dense<0.5> : !t
    %h = stablehlo.dot %x, %w : (!t, !t) -> !t
    %0 = stablehlo.multiply %h, %all : !t
    %1 = stablehlo.multiply %0, %half : !t
    %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
    return %2 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<-1.12837917> : tensor<f32>
  %all = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> !t
  %half = stablehlo.constant dense<0.5> : !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %h = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  %hf = amp.cast %h <unlisted> : !h to !t
  %0 = stablehlo.multiply %hf, %all : !t
  %low = amp.cast %0 <unlisted> : !t to !h
  %1 = stablehlo.multiply %low, %half : !h
  %2 = stablehlo.dot %1, %wh : (!h, !h) -> !t
  return %2 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<-1.12837917> : tensor<f32>
  %ch = amp.cast %c <unlisted> : tensor<f32> to tensor<bf16>
  %all = stablehlo.broadcast_in_dim %ch, dims = [] : (tensor<bf16>) -> !h
  %half = stablehlo.constant dense<0.5> : !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %h = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  // expected-error @+1 {{'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 beside the constant -1.128379e+00, which 16 bits change}}
  %0 = stablehlo.multiply %h, %all : !h
  %1 = stablehlo.multiply %0, %half : !h
  %2 = stablehlo.dot %1, %wh : (!h, !h) -> !t
  return %2 : !t
}
