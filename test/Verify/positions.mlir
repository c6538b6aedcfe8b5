// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/product.output.mlir --amp-verify=input=%t/product.mlir -verify-diagnostics

/// Positions and counts, and what is computed from them and scalars alone, are
/// f32, although the policy would allow it; once they meet data they are data.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise", "layout", "transcendental", "select"]>} {
  func.func @main(%x: tensor<64x64xf32>, %n: tensor<64x64xi32>, %b: tensor<64x64xi8>, %s: tensor<f32>) -> tensor<64x64xf32> {
    %0 = stablehlo.convert %n : (tensor<64x64xi32>) -> tensor<64x64xf32>
    %h = stablehlo.abs %s : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<64x64xf32>
    %3 = stablehlo.sine %2 : tensor<64x64xf32>
    %4 = stablehlo.multiply %3, %x : tensor<64x64xf32>
    %5 = stablehlo.convert %b : (tensor<64x64xi8>) -> tensor<64x64xf32>
    %6 = stablehlo.negate %5 : tensor<64x64xf32>
    %7 = stablehlo.iota dim = 0 : tensor<64x64xf32>
    %8 = stablehlo.negate %7 : tensor<64x64xf32>
    %9 = stablehlo.add %4, %6 : tensor<64x64xf32>
    %10 = stablehlo.add %9, %8 : tensor<64x64xf32>
    %11 = stablehlo.dot %10, %10 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %11 : tensor<64x64xf32>
  }
}

//--- output.mlir
/// Data, and small integers.
func.func @main(%x: tensor<64x64xf32>, %n: tensor<64x64xi32>, %b: tensor<64x64xi8>, %s: tensor<f32>) -> tensor<64x64xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %0 = stablehlo.convert %n : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %h = stablehlo.abs %s : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x64xf32>
  %3 = stablehlo.sine %2 : tensor<64x64xf32>
  %a = amp.cast %3 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %4 = stablehlo.multiply %a, %x16 : tensor<64x64xbf16>
  %5 = stablehlo.convert %b : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %c = amp.cast %5 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %6 = stablehlo.negate %c : tensor<64x64xbf16>
  %7 = stablehlo.iota dim = 0 : tensor<64x64xf32>
  %8 = stablehlo.negate %7 : tensor<64x64xf32>
  %9 = stablehlo.add %4, %6 : tensor<64x64xbf16>
  %d = amp.cast %8 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %10 = stablehlo.add %9, %d : tensor<64x64xbf16>
  %11 = stablehlo.dot %10, %10 : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %11 : tensor<64x64xf32>
}

// -----

/// An angle.
func.func @main(%x: tensor<64x64xf32>, %n: tensor<64x64xi32>, %b: tensor<64x64xi8>, %s: tensor<f32>) -> tensor<64x64xf32> {
  %0 = stablehlo.convert %n : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %h = stablehlo.abs %s : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x64xf32>
  %a = amp.cast %2 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  // expected-error @+1 {{'stablehlo.sine' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a value is computed from positions or counts alone}}
  %3 = stablehlo.sine %a : tensor<64x64xbf16>
  %x16 = amp.cast %x <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %4 = stablehlo.multiply %3, %x16 : tensor<64x64xbf16>
  %5 = stablehlo.convert %b : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %6 = stablehlo.negate %5 : tensor<64x64xf32>
  %7 = stablehlo.iota dim = 0 : tensor<64x64xf32>
  %8 = stablehlo.negate %7 : tensor<64x64xf32>
  %e = amp.cast %4 <unlisted> : tensor<64x64xbf16> to tensor<64x64xf32>
  %9 = stablehlo.add %e, %6 : tensor<64x64xf32>
  %10 = stablehlo.add %9, %8 : tensor<64x64xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %11 : tensor<64x64xf32>
}

// -----

/// The scale that positions are multiplied by.
func.func @main(%x: tensor<64x64xf32>, %n: tensor<64x64xi32>, %b: tensor<64x64xi8>, %s: tensor<f32>) -> tensor<64x64xf32> {
  %0 = stablehlo.convert %n : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %h = stablehlo.abs %s : tensor<f32>
  %s16 = amp.cast %h <unlisted> : tensor<f32> to tensor<bf16>
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a value is computed from positions or counts alone}}
  %1 = stablehlo.broadcast_in_dim %s16, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
  %a = amp.cast %1 <unlisted> : tensor<64x64xbf16> to tensor<64x64xf32>
  %2 = stablehlo.multiply %0, %a : tensor<64x64xf32>
  %3 = stablehlo.sine %2 : tensor<64x64xf32>
  %4 = stablehlo.multiply %3, %x : tensor<64x64xf32>
  %5 = stablehlo.convert %b : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %6 = stablehlo.negate %5 : tensor<64x64xf32>
  %7 = stablehlo.iota dim = 0 : tensor<64x64xf32>
  %8 = stablehlo.negate %7 : tensor<64x64xf32>
  %9 = stablehlo.add %4, %6 : tensor<64x64xf32>
  %10 = stablehlo.add %9, %8 : tensor<64x64xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %11 : tensor<64x64xf32>
}

// -----

/// A counter along a dimension.
func.func @main(%x: tensor<64x64xf32>, %n: tensor<64x64xi32>, %b: tensor<64x64xi8>, %s: tensor<f32>) -> tensor<64x64xf32> {
  %0 = stablehlo.convert %n : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %h = stablehlo.abs %s : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x64xf32>
  %3 = stablehlo.sine %2 : tensor<64x64xf32>
  %4 = stablehlo.multiply %3, %x : tensor<64x64xf32>
  %5 = stablehlo.convert %b : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %6 = stablehlo.negate %5 : tensor<64x64xf32>
  %7 = stablehlo.iota dim = 0 : tensor<64x64xf32>
  %a = amp.cast %7 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a value is computed from positions or counts alone}}
  %8 = stablehlo.negate %a : tensor<64x64xbf16>
  %d = amp.cast %8 <unlisted> : tensor<64x64xbf16> to tensor<64x64xf32>
  %9 = stablehlo.add %4, %6 : tensor<64x64xf32>
  %10 = stablehlo.add %9, %d : tensor<64x64xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %11 : tensor<64x64xf32>
}

//--- product.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise", "layout", "transcendental", "select"]>} {
  func.func @main(%n: tensor<1x64xi32>, %f: tensor<64x1xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.convert %n : (tensor<1x64xi32>) -> tensor<1x64xf32>
    %1 = stablehlo.dot %f, %0 : (tensor<64x1xf32>, tensor<1x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
}

//--- product.output.mlir
func.func @main(%n: tensor<1x64xi32>, %f: tensor<64x1xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.convert %n : (tensor<1x64xi32>) -> tensor<1x64xf32>
  %a = amp.cast %0 <allow, "contraction"> : tensor<1x64xf32> to tensor<1x64xbf16>
  %b = amp.cast %f <allow, "contraction"> : tensor<64x1xf32> to tensor<64x1xbf16>
  // expected-error @+1 {{'stablehlo.dot' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where positions are multiplied}}
  %1 = stablehlo.dot %b, %a : (tensor<64x1xbf16>, tensor<1x64xbf16>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
