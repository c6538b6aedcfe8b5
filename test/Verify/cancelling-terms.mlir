// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/rounded.output.mlir --amp-verify=input=%t/rounded.mlir -verify-diagnostics

/// Sums with terms that cancel are f32, with the ops between: compensated
/// summation, (x + c) - c. Sums beside them may be low.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t, %logit: !t) -> !t {
    %sum = stablehlo.tanh %logit : !t
    %y = stablehlo.dot %x, %w : (!t, !t) -> !t
    %s = stablehlo.add %sum, %y : !t
    %d = stablehlo.subtract %s, %sum : !t
    %e = stablehlo.subtract %d, %y : !t
    %b = stablehlo.add %e, %w : !t
    %v = stablehlo.dot %b, %w : (!t, !t) -> !t
    return %v : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t, %logit: !t) -> !t {
  %sum = stablehlo.tanh %logit : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %y = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %s = stablehlo.add %sum, %y : !t
  %d = stablehlo.subtract %s, %sum : !t
  %e = stablehlo.subtract %d, %y : !t
  %eh = amp.cast %e <unlisted> : !t to !h
  %b = stablehlo.add %eh, %wh : !h
  %v = stablehlo.dot %b, %wh : (!h, !h) -> !t
  return %v : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t, %logit: !t) -> !t {
  %sum = stablehlo.tanh %logit : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %y = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %s = stablehlo.add %sum, %y : !t
  %d = stablehlo.subtract %s, %sum : !t
  %dh = amp.cast %d <unlisted> : !t to !h
  %yh = amp.cast %y <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where terms of a sum cancel}}
  %e = stablehlo.subtract %dh, %yh : !h
  %b = stablehlo.add %e, %wh : !h
  %v = stablehlo.dot %b, %wh : (!h, !h) -> !t
  return %v : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t, %logit: !t) -> !t {
  %sum = stablehlo.tanh %logit : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %sumh = amp.cast %sum <unlisted> : !t to !h
  %y = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %yh = amp.cast %y <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.add' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where terms of a sum cancel}}
  %s = stablehlo.add %sumh, %yh : !h
  %sf = amp.cast %s <unlisted> : !h to !t
  %d = stablehlo.subtract %sf, %sum : !t
  %e = stablehlo.subtract %d, %y : !t
  %eh = amp.cast %e <unlisted> : !t to !h
  %b = stablehlo.add %eh, %wh : !h
  %v = stablehlo.dot %b, %wh : (!h, !h) -> !t
  return %v : !t
}

//--- rounded.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %c = stablehlo.constant dense<256.0> : !t
    %d = stablehlo.constant dense<256.0> : !t
    %y = stablehlo.dot %x, %w : (!t, !t) -> !t
    %s = stablehlo.add %y, %c : !t
    %n = stablehlo.negate %s : !t
    %r = stablehlo.add %n, %d : !t
    %v = stablehlo.dot %r, %w : (!t, !t) -> !t
    return %v : !t
  }
}

//--- rounded.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %c = stablehlo.constant dense<256.0> : !t
  %d = stablehlo.constant dense<256.0> : !t
  %y = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %s = stablehlo.add %y, %c : !t
  %sh = amp.cast %s <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.negate' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where terms of a sum cancel}}
  %nh = stablehlo.negate %sh : !h
  %n = amp.cast %nh <unlisted> : !h to !t
  %r = stablehlo.add %n, %d : !t
  %rh = amp.cast %r <unlisted> : !t to !h
  %v = stablehlo.dot %rh, %wh : (!h, !h) -> !t
  return %v : !t
}
