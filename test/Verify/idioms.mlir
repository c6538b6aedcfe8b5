// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A rounding error that the program computes, and sums of squares in f16, are
/// f32.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], clear = ["elementwise", "layout", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %1 = stablehlo.convert %0 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %2 = stablehlo.subtract %x, %1 : tensor<4x4xf32>
    %3 = stablehlo.subtract %y, %1 : tensor<4x4xf32>
    %4 = stablehlo.dot %2, %3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.dot_general %4, %4, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
    %6 = stablehlo.dot_general %5, %4, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
    return %6 : tensor<4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4xf32> {
  %y16 = amp.cast %y <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %3 = stablehlo.subtract %y16, %a : tensor<4x4xf16>
  %b = amp.cast %2 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %4 = stablehlo.dot %b, %3 : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  %5 = stablehlo.dot_general %4, %4, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4xf32>
  %c = amp.cast %4 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %6 = stablehlo.dot_general %5, %c, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where the program computes its own rounding error}}
  %2 = stablehlo.subtract %x16, %a : tensor<4x4xf16>
  %3 = stablehlo.subtract %y, %1 : tensor<4x4xf32>
  %b = amp.cast %3 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %4 = stablehlo.dot %2, %b : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  %5 = stablehlo.dot_general %4, %4, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  %6 = stablehlo.dot_general %5, %4, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x4xf32>
  %3 = stablehlo.subtract %y, %1 : tensor<4x4xf32>
  %4 = stablehlo.dot %2, %3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.dot_general' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where squares are summed}}
  %5 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4xf16>
  %6 = stablehlo.dot_general %5, %a, contracting_dims = [0] x [0] : (tensor<4xf16>, tensor<4x4xf16>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}
