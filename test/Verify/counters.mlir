// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Values that a loop counts or updates are f32; values that it only carries, or sums a
/// few times, may be low.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["elementwise", "layout", "control", "contraction.result"]>} {
  func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<10> : tensor<i32>
    %rate = stablehlo.constant dense<0.5> : tensor<4x4xf32>
    %step = stablehlo.constant dense<0.125> : tensor<4x4xf32>
    %0:4 = stablehlo.while(%i = %zero, %a = %w, %b = %x, %c = %x) : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    cond {
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %q = stablehlo.multiply %p, %rate : tensor<4x4xf32>
      %d = stablehlo.subtract %a, %q : tensor<4x4xf32>
      %e = stablehlo.add %b, %p : tensor<4x4xf32>
      %f = stablehlo.add %c, %step : tensor<4x4xf32>
      stablehlo.return %j, %d, %e, %f : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    }
    %1 = stablehlo.dot %0#1, %0#2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.dot %1, %0#3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
}

//--- output.mlir
/// A residual stream.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %rate = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %step = stablehlo.constant dense<0.125> : tensor<4x4xf32>
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0:4 = stablehlo.while(%i = %zero, %a = %w, %b = %x16, %c = %x) : tensor<i32>, tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
  cond {
    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %a16 = amp.cast %a <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
    %p = stablehlo.dot %a16, %b : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
    %p32 = amp.cast %p <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
    %q = stablehlo.multiply %p32, %rate : tensor<4x4xf32>
    %d = stablehlo.subtract %a, %q : tensor<4x4xf32>
    %e = stablehlo.add %b, %p : tensor<4x4xbf16>
    %f = stablehlo.add %c, %step : tensor<4x4xf32>
    stablehlo.return %j, %d, %e, %f : tensor<i32>, tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
  }
  %w16 = amp.cast %0#1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %1 = stablehlo.dot %w16, %0#2 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %2 = stablehlo.dot %1, %0#3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

/// A weight less a rate times a gradient.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %rate = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %step = stablehlo.constant dense<0.125> : tensor<4x4xf32>
  %w16 = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.while' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop updates a value}}
  %0:4 = stablehlo.while(%i = %zero, %a = %w16, %b = %x, %c = %x) : tensor<i32>, tensor<4x4xbf16>, tensor<4x4xf32>, tensor<4x4xf32>
  cond {
    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %a32 = amp.cast %a <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
    %p = stablehlo.dot %a32, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %q = stablehlo.multiply %p, %rate : tensor<4x4xf32>
    %d = stablehlo.subtract %a32, %q : tensor<4x4xf32>
    %e = stablehlo.add %b, %p : tensor<4x4xf32>
    %f = stablehlo.add %c, %step : tensor<4x4xf32>
    %d16 = amp.cast %d <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
    stablehlo.return %j, %d16, %e, %f : tensor<i32>, tensor<4x4xbf16>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  %w32 = amp.cast %0#1 <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %1 = stablehlo.dot %w32, %0#2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot %1, %0#3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

/// A counter.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %rate = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  %step = stablehlo.constant dense<0.125> : tensor<4x4xbf16>
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.while' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop counts up a value}}
  %0:4 = stablehlo.while(%i = %zero, %a = %w, %b = %x, %c = %x16) : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xbf16>
  cond {
    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %q = stablehlo.multiply %p, %rate : tensor<4x4xf32>
    %d = stablehlo.subtract %a, %q : tensor<4x4xf32>
    %e = stablehlo.add %b, %p : tensor<4x4xf32>
    %f = stablehlo.add %c, %step : tensor<4x4xbf16>
    stablehlo.return %j, %d, %e, %f : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xbf16>
  }
  %1 = stablehlo.dot %0#1, %0#2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %c32 = amp.cast %0#3 <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %2 = stablehlo.dot %1, %c32 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
