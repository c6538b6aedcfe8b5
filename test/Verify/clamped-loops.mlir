// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/wide-output.mlir --amp-verify=input=%t/wide-input.mlir -split-input-file -verify-diagnostics

/// A clamp bounds the size of what a loop multiplies, not its error: 1.0001 is one in f16.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental"], clear = ["contraction.result", "control", "layout", "select"]>} {
  func.func @main(%x: !t, %w: !t, %end: tensor<i32>) -> !t {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %g = stablehlo.constant dense<1.0001> : !t
    %low = stablehlo.constant dense<-2.0> : tensor<f32>
    %high = stablehlo.constant dense<2.0> : tensor<f32>
    %s = stablehlo.tanh %x : !t
    %0:2 = stablehlo.while(%i = %zero, %p = %s) : tensor<i32>, !t
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %d = stablehlo.multiply %p, %g : !t
      %e = stablehlo.clamp %low, %d, %high : (tensor<f32>, !t, tensor<f32>) -> !t
      stablehlo.return %n, %e : tensor<i32>, !t
    }
    %3 = stablehlo.dot_general %0#1, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
    return %3 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t, %end: tensor<i32>) -> !t {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %g = stablehlo.constant dense<1.0> : !h
  %low = stablehlo.constant dense<-2.0> : tensor<f16>
  %high = stablehlo.constant dense<2.0> : tensor<f16>
  %x16 = stablehlo.convert %x : (!t) -> !h
  %w16 = stablehlo.convert %w : (!t) -> !h
  %s = stablehlo.tanh %x16 : !h
  %0:2 = stablehlo.while(%i = %zero, %p = %s) : tensor<i32>, !h
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    // expected-error @+1 {{'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop multiplies a value}}
    %d = stablehlo.multiply %p, %g : !h
    %e = stablehlo.clamp %low, %d, %high : (tensor<f16>, !h, tensor<f16>) -> !h
    stablehlo.return %n, %e : tensor<i32>, !h
  }
  %3 = stablehlo.dot_general %0#1, %w16, contracting_dims = [1] x [0] : (!h, !h) -> !t
  return %3 : !t
}

/// Infinity is no bound.

//--- wide-input.mlir
!t = tensor<3x3xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["contraction.result", "control", "layout", "select"]>} {
  func.func @main() -> !t {
    %start = stablehlo.constant dense<0.5> : tensor<f32>
    %low = stablehlo.constant dense<-16.0> : tensor<f32>
    %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.while(%p = %start) : tensor<f32>
    cond {
      stablehlo.return %true : tensor<i1>
    } do {
      %d = stablehlo.add %p, %p : tensor<f32>
      stablehlo.return %d : tensor<f32>
    }
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> !t
    %2 = stablehlo.clamp %low, %1, %high : (tensor<f32>, !t, tensor<f32>) -> !t
    %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [1] : (!t, !t) -> !t
    return %3 : !t
  }
}

//--- wide-output.mlir
!t = tensor<3x3xf32>
!h = tensor<3x3xf16>
func.func @main() -> !t {
  %start = stablehlo.constant dense<0.5> : tensor<f32>
  %low = stablehlo.constant dense<-16.0> : tensor<f16>
  %high = stablehlo.constant dense<0x7C00> : tensor<f16>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%p = %start) : tensor<f32>
  cond {
    stablehlo.return %true : tensor<i1>
  } do {
    %d = stablehlo.add %p, %p : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> !t
  %2 = stablehlo.convert %1 : (!t) -> !h
  // expected-error @+1 {{'stablehlo.clamp' op breaks "a low format holds what is known to occur": expects f32 for a multiple of a power of unknown size}}
  %3 = stablehlo.clamp %low, %2, %high : (tensor<f16>, !h, tensor<f16>) -> !h
  %4 = stablehlo.dot_general %3, %3, contracting_dims = [1] x [1] : (!h, !h) -> !t
  return %4 : !t
}
