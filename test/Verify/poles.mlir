// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -verify-diagnostics

/// y / (1 - c) is infinite in f16 where f32 holds it.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
    %one = stablehlo.constant dense<1.0> : !t
    %c = stablehlo.cosine %x : !t
    %d = stablehlo.subtract %one, %c : !t
    %q = stablehlo.divide %y, %d : !t
    %o = stablehlo.dot %q, %w : (!t, !t) -> !t
    return %o : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %c = stablehlo.cosine %x : !t
  %d = stablehlo.subtract %one, %c : !t
  %q = stablehlo.divide %y, %d : !t
  %qh = amp.cast %q <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.dot' op breaks "a low format holds what is known to occur": expects a format that holds the quotient of a difference near zero, but got 'f16'}}
  %o = stablehlo.dot %qh, %wh : (!h, !h) -> !t
  return %o : !t
}
