// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A value that a loop multiplies is f32, and data times a number that f16 does not hold is not read in f16.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "control", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t, %end: tensor<i32>) -> (!t, !t) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %tiny = stablehlo.constant dense<1.0e-12> : !t
    %half = stablehlo.constant dense<0.5> : !t
    %0:2 = stablehlo.while(%i = %zero, %p = %x) : tensor<i32>, !t
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %a = stablehlo.multiply %p, %half : !t
      stablehlo.return %n, %a : tensor<i32>, !t
    }
    %1 = stablehlo.multiply %x, %tiny : !t
    %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
    %3 = stablehlo.dot %0#1, %w : (!t, !t) -> !t
    return %3, %2 : !t, !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t, %end: tensor<i32>) -> (!t, !t) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %tiny = stablehlo.constant dense<1.0e-12> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %0:2 = stablehlo.while(%i = %zero, %p = %x) : tensor<i32>, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.multiply %p, %half : !t
    stablehlo.return %n, %a : tensor<i32>, !t
  }
  %1 = stablehlo.multiply %x, %tiny : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  %3 = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %3, %2 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t, %end: tensor<i32>) -> (!t, !t) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %tiny = stablehlo.constant dense<1.0e-12> : !t
  %half = stablehlo.constant dense<0.5> : !h
  %0:2 = stablehlo.while(%i = %zero, %p = %x) : tensor<i32>, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %ph = amp.cast %p <unlisted> : !t to !h
    // expected-error @+1 {{'stablehlo.multiply' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop multiplies a value}}
    %ah = stablehlo.multiply %ph, %half : !h
    %a = amp.cast %ah <unlisted> : !h to !t
    stablehlo.return %n, %a : tensor<i32>, !t
  }
  %1 = stablehlo.multiply %x, %tiny : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  %3 = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %3, %2 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %w: !t, %end: tensor<i32>) -> (!t, !t) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %tiny = stablehlo.constant dense<1.0e-12> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %0:2 = stablehlo.while(%i = %zero, %p = %x) : tensor<i32>, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.multiply %p, %half : !t
    stablehlo.return %n, %a : tensor<i32>, !t
  }
  %1 = stablehlo.multiply %x, %tiny : !t
  %h1 = amp.cast %1 <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds data times 1.0e-12, but got 'f16'}}
  %2 = stablehlo.dot %h1, %wh : (!h, !h) -> !t
  %3 = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %3, %2 : !t, !t
}
