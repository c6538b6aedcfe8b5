// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -verify-diagnostics

/// A value that is compared with its maximum is f32.

//--- input.mlir
!t = tensor<4x8xf32>
!r = tensor<4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise", "select"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %v: !t, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %h = stablehlo.dot %x, %v : (tensor<4x4xf32>, !t) -> !t
    %m = stablehlo.reduce(%h init: %low) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
    %b = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
    %e = stablehlo.compare EQ, %h, %b, FLOAT : (!t, !t) -> tensor<4x8xi1>
    %s = stablehlo.select %e, %h, %b : tensor<4x8xi1>, !t
    %o = stablehlo.dot %s, %w : (!t, tensor<8x4xf32>) -> tensor<4x4xf32>
    return %o : tensor<4x4xf32>
  }
}

//--- output.mlir
!t = tensor<4x8xf32>
!r = tensor<4xf32>
func.func @main(%x: tensor<4x4xf32>, %v: !t, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %xh = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %vh = amp.cast %v <unlisted> : !t to tensor<4x8xbf16>
  // expected-error @+1 {{'stablehlo.dot' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a value that is compared with its maximum}}
  %hh = stablehlo.dot %xh, %vh : (tensor<4x4xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %h = amp.cast %hh <unlisted> : tensor<4x8xbf16> to !t
  %m = stablehlo.reduce(%h init: %low) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
  %e = stablehlo.compare EQ, %h, %b, FLOAT : (!t, !t) -> tensor<4x8xi1>
  %s = stablehlo.select %e, %h, %b : tensor<4x8xi1>, !t
  %o = stablehlo.dot %s, %w : (!t, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %o : tensor<4x4xf32>
}
