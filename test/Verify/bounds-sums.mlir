// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Bounds of the program through sums and integers: the extremes of
/// tanh and of products of integers are not the extremes of a sum.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "stablehlo.tanh"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> tensor<8x16xf32> {
    %big = stablehlo.constant dense<300.0> : tensor<8x16xf32>
    %k = stablehlo.constant dense<10000> : tensor<8x16xi32>
    %i = stablehlo.iota dim = 1 : tensor<8x16xi32>
    %0 = stablehlo.dot %x, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.tanh %0 : tensor<8x16xf32>
    %2 = stablehlo.multiply %1, %big : tensor<8x16xf32>
    %3 = stablehlo.multiply %2, %big : tensor<8x16xf32>
    %4 = stablehlo.multiply %i, %k : tensor<8x16xi32>
    %5 = stablehlo.convert %4 : (tensor<8x16xi32>) -> tensor<8x16xf32>
    %6 = stablehlo.add %2, %5 : tensor<8x16xf32>
    %7 = stablehlo.add %3, %6 : tensor<8x16xf32>
    %8 = stablehlo.dot %7, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    return %8 : tensor<8x16xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<8x16xf32>
  %big16 = stablehlo.constant dense<300.0> : tensor<8x16xf16>
  %k = stablehlo.constant dense<10000> : tensor<8x16xi32>
  %i = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %0 = stablehlo.dot %x, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16xf32>
  %2 = stablehlo.multiply %1, %big : tensor<8x16xf32>
  %a = amp.cast %2 <unlisted> : tensor<8x16xf32> to tensor<8x16xf16>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds 9.0e+04, which the program bounds, but got 'f16'}}
  %3 = stablehlo.multiply %a, %big16 : tensor<8x16xf16>
  %b = amp.cast %3 <unlisted> : tensor<8x16xf16> to tensor<8x16xf32>
  %4 = stablehlo.multiply %i, %k : tensor<8x16xi32>
  %5 = stablehlo.convert %4 : (tensor<8x16xi32>) -> tensor<8x16xf32>
  %6 = stablehlo.add %2, %5 : tensor<8x16xf32>
  %7 = stablehlo.add %b, %6 : tensor<8x16xf32>
  %8 = stablehlo.dot %7, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  return %8 : tensor<8x16xf32>
}

// -----

/// Up to 150300: products of integers are exact where they fit.
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %big = stablehlo.constant dense<300.0> : tensor<8x16xf32>
  %k = stablehlo.constant dense<10000> : tensor<8x16xi32>
  %i = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %0 = stablehlo.dot %x, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16xf32>
  %2 = stablehlo.multiply %1, %big : tensor<8x16xf32>
  %3 = stablehlo.multiply %2, %big : tensor<8x16xf32>
  %4 = stablehlo.multiply %i, %k : tensor<8x16xi32>
  %5 = stablehlo.convert %4 : (tensor<8x16xi32>) -> tensor<8x16xf32>
  %a = amp.cast %2 <unlisted> : tensor<8x16xf32> to tensor<8x16xf16>
  %b = amp.cast %5 <unlisted> : tensor<8x16xf32> to tensor<8x16xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "a low format holds what is known to occur": expects a format that holds 1.5e+05, which occurs in every run, but got 'f16'}}
  %6 = stablehlo.add %a, %b : tensor<8x16xf16>
  %c = amp.cast %6 <unlisted> : tensor<8x16xf16> to tensor<8x16xf32>
  %7 = stablehlo.add %3, %c : tensor<8x16xf32>
  %8 = stablehlo.dot %7, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  return %8 : tensor<8x16xf32>
}
