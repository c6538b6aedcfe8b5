// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A difference of arguments, and the floor of one, lowered; those of results of
/// matmuls may be.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
    %0 = stablehlo.subtract %x, %y : !t
    %1 = stablehlo.floor %x : !t
    %2 = stablehlo.dot %0, %1 : (!t, !t) -> !t
    %3 = stablehlo.floor %2 : !t
    %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
    return %4 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.subtract %x, %y : !t
  %1 = stablehlo.floor %x : !t
  %a = amp.cast %0 <unlisted> : !t to !h
  %b = amp.cast %1 <unlisted> : !t to !h
  %2 = stablehlo.dot %a, %b : (!h, !h) -> !h
  %3 = stablehlo.floor %2 : !h
  %4 = stablehlo.dot %3, %wh : (!h, !h) -> !t
  return %4 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %yh = amp.cast %y <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a difference of data that nothing has rounded}}
  %0 = stablehlo.subtract %xh, %yh : !h
  %1 = stablehlo.floor %x : !t
  %b = amp.cast %1 <unlisted> : !t to !h
  %2 = stablehlo.dot %0, %b : (!h, !h) -> !t
  %3 = stablehlo.floor %2 : !t
  %c = amp.cast %3 <unlisted> : !t to !h
  %4 = stablehlo.dot %c, %wh : (!h, !h) -> !t
  return %4 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %0 = stablehlo.subtract %x, %y : !t
  // expected-error @+1 {{'stablehlo.floor' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a step of data that nothing has rounded}}
  %1 = stablehlo.floor %xh : !h
  %a = amp.cast %0 <unlisted> : !t to !h
  %2 = stablehlo.dot %a, %1 : (!h, !h) -> !t
  %3 = stablehlo.floor %2 : !t
  %c = amp.cast %3 <unlisted> : !t to !h
  %4 = stablehlo.dot %c, %wh : (!h, !h) -> !t
  return %4 : !t
}
