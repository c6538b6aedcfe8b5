// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -verify-diagnostics

/// A square that divides, lowered: one over infinity is zero.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %one = stablehlo.constant dense<1.0> : !t
    %b = stablehlo.dot %x, %w : (!t, !t) -> !t
    %0 = stablehlo.multiply %b, %b : !t
    %1 = stablehlo.divide %one, %0 : !t
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
  %one = stablehlo.constant dense<1.0> : !h
  %b = stablehlo.dot %xh, %wh : (!h, !h) -> !h
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds squares that are summed or divide}}
  %0 = stablehlo.multiply %b, %b : !h
  %1 = stablehlo.divide %one, %0 : !h
  %2 = stablehlo.dot %1, %wh : (!h, !h) -> !t
  return %2 : !t
}
