// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/offset.output.mlir --amp-verify=input=%t/offset.mlir -verify-diagnostics
// RUN: amp-opt %t/median.output.mlir --amp-verify=input=%t/median.mlir -verify-diagnostics
// RUN: amp-opt %t/variance.output.mlir --amp-verify=input=%t/variance.mlir -verify-diagnostics

/// A number that is added before the mean is subtracted is not rounded.

//--- offset.mlir
!t = tensor<4x8xf32>
!r = tensor<4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%d: !t, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.constant dense<200.0> : !t
    %many = stablehlo.constant dense<8.0> : !r
    %h = stablehlo.add %d, %c : !t
    %m = stablehlo.reduce(%h init: %init) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
    %n = stablehlo.divide %m, %many : !r
    %b = stablehlo.broadcast_in_dim %n, dims = [0] : (!r) -> !t
    %s = stablehlo.subtract %h, %b : !t
    %o = stablehlo.dot %s, %w : (!t, tensor<8x4xf32>) -> tensor<4x4xf32>
    return %o : tensor<4x4xf32>
  }
}

//--- offset.output.mlir
!t = tensor<4x8xf32>
!h = tensor<4x8xbf16>
!r = tensor<4xf32>
func.func @main(%d: !t, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<200.0> : !h
  %many = stablehlo.constant dense<8.0> : !r
  %dh = amp.cast %d <unlisted> : !t to !h
  %hh = stablehlo.add %dh, %c : !h
  %h = amp.cast %hh <unlisted> : !h to !t
  %m = stablehlo.reduce(%h init: %init) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %n = stablehlo.divide %m, %many : !r
  %b = stablehlo.broadcast_in_dim %n, dims = [0] : (!r) -> !t
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a value less its mean}}
  %s = stablehlo.subtract %h, %b : !t
  %o = stablehlo.dot %s, %w : (!t, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %o : tensor<4x4xf32>
}

/// Nor is one before a median is subtracted.

//--- median.mlir
!t = tensor<4x8xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
func.func @main(%d: !t, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %c = stablehlo.constant dense<200.0> : !t
  %half = stablehlo.constant dense<0.5> : tensor<4x1xf32>
  %h = stablehlo.add %d, %c : !t
  %0 = "stablehlo.sort"(%h) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (!t) -> !t
  %1 = stablehlo.slice %0 [0:4, 3:4] : (!t) -> tensor<4x1xf32>
  %2 = stablehlo.slice %0 [0:4, 4:5] : (!t) -> tensor<4x1xf32>
  %3 = stablehlo.add %1, %2 : tensor<4x1xf32>
  %4 = stablehlo.multiply %3, %half : tensor<4x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x1xf32>) -> !t
  %s = stablehlo.subtract %h, %5 : !t
  %o = stablehlo.dot %s, %w : (!t, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %o : tensor<4x4xf32>
}
}

//--- median.output.mlir
!t = tensor<4x8xf32>
!h = tensor<4x8xbf16>
func.func @main(%d: !t, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %c = stablehlo.constant dense<200.0> : !h
  %half = stablehlo.constant dense<0.5> : tensor<4x1xf32>
  %dh = amp.cast %d <unlisted> : !t to !h
  %hh = stablehlo.add %dh, %c : !h
  %h = amp.cast %hh <unlisted> : !h to !t
  %0 = "stablehlo.sort"(%h) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (!t) -> !t
  %1 = stablehlo.slice %0 [0:4, 3:4] : (!t) -> tensor<4x1xf32>
  %2 = stablehlo.slice %0 [0:4, 4:5] : (!t) -> tensor<4x1xf32>
  %3 = stablehlo.add %1, %2 : tensor<4x1xf32>
  %4 = stablehlo.multiply %3, %half : tensor<4x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x1xf32>) -> !t
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a value less its mean}}
  %s = stablehlo.subtract %h, %5 : !t
  %o = stablehlo.dot %s, %w : (!t, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %o : tensor<4x4xf32>
}

/// Nor one in a variance, by a relu in a function and an op that moves the sum.

//--- variance.mlir
!t = tensor<4x8xf32>
!g = tensor<2x8xf32>
!r = tensor<2xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "gather_scatter", "contraction.result"]>} {
func.func @main(%d: !t, %i: tensor<2x1xi32>, %w: !r) -> tensor<f32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<200.0> : !t
  %many = stablehlo.constant dense<8.0> : !r
  %h = stablehlo.add %d, %c : !t
  %g = "stablehlo.gather"(%h, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (!t, tensor<2x1xi32>) -> !g
  %g2 = stablehlo.multiply %g, %g : !g
  %m = stablehlo.reduce(%g init: %init) applies stablehlo.add across dimensions = [1] : (!g, tensor<f32>) -> !r
  %m2 = stablehlo.reduce(%g2 init: %init) applies stablehlo.add across dimensions = [1] : (!g, tensor<f32>) -> !r
  %n = stablehlo.divide %m, %many : !r
  %n2 = stablehlo.divide %m2, %many : !r
  %nn = stablehlo.multiply %n, %n : !r
  %s = stablehlo.subtract %n2, %nn : !r
  %r = func.call @relu(%s) : (!r) -> !r
  %q = stablehlo.sqrt %r : !r
  %o = stablehlo.dot %q, %w : (!r, !r) -> tensor<f32>
  return %o : tensor<f32>
}
func.func private @relu(%x: !r) -> !r {
  %zero = stablehlo.constant dense<0.0> : !r
  %r = stablehlo.maximum %x, %zero : !r
  return %r : !r
}
}

//--- variance.output.mlir
!t = tensor<4x8xf32>
!h = tensor<2x8xbf16>
!g = tensor<2x8xf32>
!r = tensor<2xf32>
func.func @main(%d: !t, %i: tensor<2x1xi32>, %w: !r) -> tensor<f32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<200.0> : !t
  %many = stablehlo.constant dense<8.0> : !r
  %h = stablehlo.add %d, %c : !t
  %hh = amp.cast %h <unlisted> : !t to tensor<4x8xbf16>
  %gh = "stablehlo.gather"(%hh, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xbf16>, tensor<2x1xi32>) -> !h
  %g = amp.cast %gh <unlisted> : !h to !g
  %g2 = stablehlo.multiply %g, %g : !g
  %m = stablehlo.reduce(%g init: %init) applies stablehlo.add across dimensions = [1] : (!g, tensor<f32>) -> !r
  %m2 = stablehlo.reduce(%g2 init: %init) applies stablehlo.add across dimensions = [1] : (!g, tensor<f32>) -> !r
  %n = stablehlo.divide %m, %many : !r
  %n2 = stablehlo.divide %m2, %many : !r
  %nn = stablehlo.multiply %n, %n : !r
  // expected-error @+1 {{expects f32 for a difference of near values that a root, logarithm or division reads}}
  %s = stablehlo.subtract %n2, %nn : !r
  %r = func.call @relu(%s) : (!r) -> !r
  %q = stablehlo.sqrt %r : !r
  %o = stablehlo.dot %q, %w : (!r, !r) -> tensor<f32>
  return %o : tensor<f32>
}
func.func private @relu(%x: !r) -> !r {
  %zero = stablehlo.constant dense<0.0> : !r
  %r = stablehlo.maximum %x, %zero : !r
  return %r : !r
}
