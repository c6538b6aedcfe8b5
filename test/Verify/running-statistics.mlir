// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A running mean, its increment, and a sum over iterations are f32.

//--- input.mlir
!t = tensor<4x4xf32>
!i = tensor<i32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "control", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t, %n: !t) -> (!t, !t) {
    %zero = stablehlo.constant dense<0> : !i
    %one = stablehlo.constant dense<1> : !i
    %end = stablehlo.constant dense<8> : !i
    %start = stablehlo.constant dense<0.0> : !t
    %0:3 = stablehlo.while(%i = %zero, %m = %start, %s = %start) : !i, !t, !t
    cond {
      %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : !i
      %d = stablehlo.subtract %x, %m : !t
      %q = stablehlo.divide %d, %n : !t
      %a = stablehlo.add %m, %q : !t
      %p = stablehlo.dot %x, %w : (!t, !t) -> !t
      %b = stablehlo.add %s, %p : !t
      stablehlo.return %j, %a, %b : !i, !t, !t
    }
    %1 = stablehlo.dot %0#1, %w : (!t, !t) -> !t
    %2 = stablehlo.dot %0#2, %w : (!t, !t) -> !t
    return %1, %2 : !t, !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
!i = tensor<i32>
func.func @main(%x: !t, %w: !t, %n: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<8> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %wh = amp.cast %w <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %0:3 = stablehlo.while(%i = %zero, %m = %start, %s = %start) : !i, !t, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : !i
    %d = stablehlo.subtract %x, %m : !t
    %q = stablehlo.divide %d, %n : !t
    %a = stablehlo.add %m, %q : !t
    %p = stablehlo.dot %xh, %wh : (!h, !h) -> !t
    %b = stablehlo.add %s, %p : !t
    stablehlo.return %j, %a, %b : !i, !t, !t
  }
  %h1 = amp.cast %0#1 <unlisted> : !t to !h
  %1 = stablehlo.dot %h1, %wh : (!h, !h) -> !t
  %h2 = amp.cast %0#2 <unlisted> : !t to !h
  %2 = stablehlo.dot %h2, %wh : (!h, !h) -> !t
  return %1, %2 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
!i = tensor<i32>
func.func @main(%x: !t, %w: !t, %n: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<8> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %wh = amp.cast %w <unlisted> : !t to !h
  %nh = amp.cast %n <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %0:3 = stablehlo.while(%i = %zero, %m = %start, %s = %start) : !i, !t, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : !i
    %d = stablehlo.subtract %x, %m : !t
    %dh = amp.cast %d <unlisted> : !t to !h
    // expected-error @+1 {{'stablehlo.divide' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop updates a value}}
    %qh = stablehlo.divide %dh, %nh : !h
    %q = amp.cast %qh <unlisted> : !h to !t
    %a = stablehlo.add %m, %q : !t
    %p = stablehlo.dot %xh, %wh : (!h, !h) -> !t
    %b = stablehlo.add %s, %p : !t
    stablehlo.return %j, %a, %b : !i, !t, !t
  }
  %h1 = amp.cast %0#1 <unlisted> : !t to !h
  %1 = stablehlo.dot %h1, %wh : (!h, !h) -> !t
  %h2 = amp.cast %0#2 <unlisted> : !t to !h
  %2 = stablehlo.dot %h2, %wh : (!h, !h) -> !t
  return %1, %2 : !t, !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
!i = tensor<i32>
func.func @main(%x: !t, %w: !t, %n: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<8> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %wh = amp.cast %w <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %0:3 = stablehlo.while(%i = %zero, %m = %start, %s = %start) : !i, !t, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : !i
    %d = stablehlo.subtract %x, %m : !t
    %q = stablehlo.divide %d, %n : !t
    %a = stablehlo.add %m, %q : !t
    %p = stablehlo.dot %xh, %wh : (!h, !h) -> !h
    %sh = amp.cast %s <unlisted> : !t to !h
    // expected-error @+1 {{'stablehlo.add' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop updates a value}}
    %bh = stablehlo.add %sh, %p : !h
    %b = amp.cast %bh <unlisted> : !h to !t
    stablehlo.return %j, %a, %b : !i, !t, !t
  }
  %h1 = amp.cast %0#1 <unlisted> : !t to !h
  %1 = stablehlo.dot %h1, %wh : (!h, !h) -> !t
  %h2 = amp.cast %0#2 <unlisted> : !t to !h
  %2 = stablehlo.dot %h2, %wh : (!h, !h) -> !t
  return %1, %2 : !t, !t
}
