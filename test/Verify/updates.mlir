// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Values that only an update reads are f32, and so is a weight on its way to an update
/// through data movement. The input holds rules that match nothing, roles do
/// not occur: the verifier is on all the same.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["elementwise", "layout", "contraction.result"], deny = ["group.softmax.statistic"]>} {
  func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %x, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.composite "amp.seed" %1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.dot %x, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.composite "amp.gradients" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<4x4xf32>
    %7 = stablehlo.subtract %0, %6 : tensor<4x4xf32>
    %8 = stablehlo.composite "amp.state" %7 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %8 : tensor<4x4xf32>
  }
  func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

//--- output.mlir
/// Only products read low values.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %w16 = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %1 = stablehlo.dot %x16, %w16 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %2 = stablehlo.composite "amp.seed" %1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %s16 = amp.cast %2 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %3 = stablehlo.dot %x16, %s16 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.gradients" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.dot %x16, %x16 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %6 = stablehlo.multiply %4, %5 : tensor<4x4xf32>
  %7 = stablehlo.subtract %0, %6 : tensor<4x4xf32>
  %8 = stablehlo.composite "amp.state" %7 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

/// A contraction before no mark, whose result only the update reads.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot %x, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.composite "amp.seed" %1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.dot %x, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.gradients" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.dot' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where no contraction comes after it}}
  %5 = stablehlo.dot %x16, %x16 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %a = amp.cast %5 <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %6 = stablehlo.multiply %4, %a : tensor<4x4xf32>
  %7 = stablehlo.subtract %0, %6 : tensor<4x4xf32>
  %8 = stablehlo.composite "amp.state" %7 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

/// A weight that the update reads rounded.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %w16 = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.transpose' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where an update reads what was moved}}
  %0 = stablehlo.transpose %w16, dims = [1, 0] : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %1 = stablehlo.dot %x16, %0 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %2 = stablehlo.composite "amp.seed" %1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.dot %x, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.gradients" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.multiply %4, %5 : tensor<4x4xf32>
  %b = amp.cast %0 <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %7 = stablehlo.subtract %b, %6 : tensor<4x4xf32>
  %8 = stablehlo.composite "amp.state" %7 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
