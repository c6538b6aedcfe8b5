// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -verify-diagnostics

/// A loop that adds a quotient by a constant integrates: what it carries is f32.

//--- input.mlir
!t = tensor<4x4xf32>
!i = tensor<i32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], infer = ["control"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %zero = stablehlo.constant dense<0> : !i
    %one = stablehlo.constant dense<1> : !i
    %end = stablehlo.constant dense<50> : !i
    %many = stablehlo.constant dense<128.0> : !t
    %0:2 = stablehlo.while(%i = %zero, %z = %x) : !i, !t
    cond {
      %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : !i
      %d = stablehlo.dot %z, %w : (!t, !t) -> !t
      %q = stablehlo.divide %d, %many : !t
      %z1 = stablehlo.add %z, %q : !t
      stablehlo.return %next, %z1 : !i, !t
    }
    %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
    return %r : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
!i = tensor<i32>
func.func @main(%x: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<50> : !i
  %many = stablehlo.constant dense<128.0> : !h
  %0:2 = stablehlo.while(%i = %zero, %z = %x) : !i, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %zh = amp.cast %z <unlisted> : !t to !h
    %d = stablehlo.dot %zh, %wh : (!h, !h) -> !h
    %q = stablehlo.divide %d, %many : !h
    // expected-error @+1 {{expects f32 where a loop updates a value}}
    %z1 = stablehlo.add %zh, %q : !h
    %z2 = amp.cast %z1 <unlisted> : !h to !t
    stablehlo.return %next, %z2 : !i, !t
  }
  %lh = amp.cast %0#1 <unlisted> : !t to !h
  %r = stablehlo.dot %lh, %wh : (!h, !h) -> !t
  return %r : !t
}
