// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A folded constant is the original, rounded once: 1.00390625 + 2^-20 is above
/// the tie between 1 and 1.0078125 in bf16, and on it after rounding to f16. How
/// many copies there are, and where, is free.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, infer = ["elementwise"], clear = ["select"]>} {
  func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %c = stablehlo.constant dense<[0.1, 1.00390720367431640625]> : tensor<2xf32>
    %edge = stablehlo.constant dense<[0x7FC00000, 0xFF7FFFFF]> : tensor<2xf32>
    %tiny = stablehlo.constant dense<1.0e-42> : tensor<2xf32>
    %0 = stablehlo.add %x, %c : tensor<2xf32>
    %1 = stablehlo.add %0, %edge {amp.require = #amp.require<force>} : tensor<2xf32>
    %2 = stablehlo.add %1, %tiny {amp.require = #amp.require<force>} : tensor<2xf32>
    %3 = stablehlo.dot %2, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    return %2, %c : tensor<2xf32>, tensor<2xf32>
  }
  func.func @bounds(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = tosa.clamp %x {min_val = 0.1 : f32, max_val = 6.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    return %0 : tensor<2xf32>
  }
}

//--- output.mlir
/// Nothing is wrong here: the largest f32 is infinity in bf16, and a subnormal
/// number is one of fewer bits.
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %tiny16 = stablehlo.constant dense<1.01e-42> : tensor<2xbf16>
  %c = stablehlo.constant dense<[0.1, 1.00390720367431640625]> : tensor<2xf32>
  %edge16 = stablehlo.constant dense<[0x7FC0, 0xFF80]> : tensor<2xbf16>
  %c16 = stablehlo.constant dense<[1.000980e-01, 1.0078125]> : tensor<2xbf16>
  %x16 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
  %0 = stablehlo.add %x16, %c16 : tensor<2xbf16>
  %1 = stablehlo.add %0, %edge16 : tensor<2xbf16>
  %2 = stablehlo.add %1, %tiny16 : tensor<2xbf16>
  %f = stablehlo.convert %2 : (tensor<2xbf16>) -> tensor<2xf32>
  %3 = stablehlo.dot %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %f, %c : tensor<2xf32>, tensor<2xf32>
}
func.func @bounds(%x: tensor<2xf32>) -> tensor<2xf32> {
  %x16 = tosa.cast %x : (tensor<2xf32>) -> tensor<2xbf16>
  %0 = tosa.clamp %x16 {min_val = 1.000980e-01 : bf16, max_val = 6.0 : bf16} : (tensor<2xbf16>) -> tensor<2xbf16>
  %1 = tosa.cast %0 : (tensor<2xbf16>) -> tensor<2xf32>
  %2 = stablehlo.dot %1, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c16 = stablehlo.constant dense<[1.000980e-01, 1.0]> : tensor<2xbf16>
  %x16 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "a folded constant is the rounded original": operand #1 expects 1.0039072 : f32 rounded once, and read so, but got 1.000000e+00 : bf16 at element #1}}
  %0 = stablehlo.add %x16, %c16 : tensor<2xbf16>
  %1 = stablehlo.convert %0 : (tensor<2xbf16>) -> tensor<2xf32>
  return %1, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

/// Another constant altogether.
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<[0.2, 1.0]> : tensor<2xf32>
  // expected-error @+1 {{expects operand #1 to be what it was, but got another value}}
  %0 = stablehlo.add %x, %c : tensor<2xf32>
  return %0, %c : tensor<2xf32>, tensor<2xf32>
}

// -----

/// Rounded for one user, and then read by another one that was to have it as it
/// was.
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %tiny = stablehlo.constant dense<1.0e-42> : tensor<2xf32>
  %edge = stablehlo.constant dense<[0x7FC00000, 0xFF7FFFFF]> : tensor<2xf32>
  %c16 = stablehlo.constant dense<[1.000980e-01, 1.0078125]> : tensor<2xbf16>
  %c = stablehlo.convert %c16 : (tensor<2xbf16>) -> tensor<2xf32>
  // expected-error @+1 {{operand #1 expects 1.000000e-01 : f32 rounded once, and read so, but got 1.000980e-01 : bf16 at element #0}}
  %0 = stablehlo.add %x, %c : tensor<2xf32>
  %1 = stablehlo.add %0, %edge : tensor<2xf32>
  %2 = stablehlo.add %1, %tiny : tensor<2xf32>
  %3 = stablehlo.dot %2, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %2, %c : tensor<2xf32>, tensor<2xf32>
}

// -----

func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %tiny = stablehlo.constant dense<1.0e-42> : tensor<2xf32>
  %edge = stablehlo.constant dense<[0x7FC00000, 0xFF7FFFFF]> : tensor<2xf32>
  %c = stablehlo.constant dense<[0.1, 1.00390720367431640625]> : tensor<2xf32>
  %0 = stablehlo.add %x, %c : tensor<2xf32>
  %1 = stablehlo.add %0, %edge : tensor<2xf32>
  %2 = stablehlo.add %1, %tiny : tensor<2xf32>
  %3 = stablehlo.dot %2, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %2, %c : tensor<2xf32>, tensor<2xf32>
}
func.func @bounds(%x: tensor<2xf32>) -> tensor<2xf32> {
  %x16 = tosa.cast %x : (tensor<2xf32>) -> tensor<2xbf16>
  // expected-error @+1 {{'min_val' expects 1.000000e-01 : f32 rounded once, and read so, but got 9.960930e-02 : bf16 at element #0}}
  %0 = tosa.clamp %x16 {min_val = 0.0996093 : bf16, max_val = 6.0 : bf16} : (tensor<2xbf16>) -> tensor<2xbf16>
  %1 = tosa.cast %0 : (tensor<2xbf16>) -> tensor<2xf32>
  %2 = stablehlo.dot %1, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<2xf32>
}
