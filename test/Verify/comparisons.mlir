// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A comparison that decides what a contraction reads may be low; one that no
/// contraction comes after may not.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["select"]>} {
  func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>) {
    %y = stablehlo.dot %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.compare LT, %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    %1 = stablehlo.select %0, %x, %y : tensor<4x4xi1>, tensor<4x4xf32>
    %2 = stablehlo.dot %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.compare EQ, %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    return %2, %3 : tensor<4x4xf32>, tensor<4x4xi1>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>) {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %wl = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %y = stablehlo.dot %a, %wl : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %b = amp.cast %y <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.compare LT, %a, %b : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
  %1 = stablehlo.select %0, %a, %b : tensor<4x4xi1>, tensor<4x4xbf16>
  %2 = stablehlo.dot %1, %1 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %3 = stablehlo.compare EQ, %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xi1>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>) {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %wl = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %y = stablehlo.dot %a, %wl : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %b = amp.cast %y <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.compare LT, %a, %b : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
  %1 = stablehlo.select %0, %a, %b : tensor<4x4xi1>, tensor<4x4xbf16>
  %2 = stablehlo.dot %1, %1 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.compare' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where no contraction comes after it}}
  %3 = stablehlo.compare EQ, %a, %b : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xi1>
}
