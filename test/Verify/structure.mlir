// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Values that the structure of a training step keeps f32 are f32, although the policy
/// would allow 16 bits: the loss, the update, and values that no contraction follows.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["elementwise", "control", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
    %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
    %r1 = stablehlo.negate %r : tensor<4x4xf32>
    %0 = stablehlo.abs %x : tensor<4x4xf32>
    %1 = stablehlo.dot %0, %r1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.negate %1 : tensor<4x4xf32>
    %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.floor %4 : tensor<4x4xf32>
    %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
    %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %11 = stablehlo.dot %10, %10 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %x : tensor<4x4xf32>
  }
  func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

//--- output.mlir
/// Nothing is wrong here: before a contraction all may be low.
func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %r1 = stablehlo.negate %r : tensor<4x4xf32>
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %r16 = amp.cast %r1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.abs %x16 : tensor<4x4xbf16>
  %1 = stablehlo.dot %0, %r16 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %2 = stablehlo.negate %1 : tensor<4x4xf32>
  %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.floor %4 : tensor<4x4xf32>
  %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
  %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %rl = amp.cast %r <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where all that it reads is random}}
  %rh = stablehlo.negate %rl : tensor<4x4xbf16>
  %r1 = amp.cast %rh <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %0 = stablehlo.abs %x : tensor<4x4xf32>
  %1 = stablehlo.dot %0, %r1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.negate %1 : tensor<4x4xf32>
  %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.floor %4 : tensor<4x4xf32>
  %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
  %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %r1 = stablehlo.negate %r : tensor<4x4xf32>
  %0 = stablehlo.abs %x : tensor<4x4xf32>
  %1 = stablehlo.dot %0, %r1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 before the loss}}
  %b = stablehlo.negate %a : tensor<4x4xbf16>
  %2 = amp.cast %b <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.floor %4 : tensor<4x4xf32>
  %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
  %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %r1 = stablehlo.negate %r : tensor<4x4xf32>
  %0 = stablehlo.abs %x : tensor<4x4xf32>
  %1 = stablehlo.dot %0, %r1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.negate %1 : tensor<4x4xf32>
  %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.floor' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 after the seed}}
  %b = stablehlo.floor %a : tensor<4x4xbf16>
  %5 = amp.cast %b <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
  %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

/// Contractions are no exception there.
func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %r1 = stablehlo.negate %r : tensor<4x4xf32>
  %0 = stablehlo.abs %x : tensor<4x4xf32>
  %1 = stablehlo.dot %0, %r1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.negate %1 : tensor<4x4xf32>
  %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.floor %4 : tensor<4x4xf32>
  %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %7 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.dot' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 between the gradients and the states}}
  %8 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
  %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.dot %10, %10 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %r = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %r1 = stablehlo.negate %r : tensor<4x4xf32>
  %0 = stablehlo.abs %x : tensor<4x4xf32>
  %1 = stablehlo.dot %0, %r1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.negate %1 : tensor<4x4xf32>
  %3 = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.composite "amp.seed" %3 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.floor %4 : tensor<4x4xf32>
  %6 = stablehlo.dot %5, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9:2 = stablehlo.optimization_barrier %8, %8 : tensor<4x4xf32>, tensor<4x4xf32>
  %10 = stablehlo.composite "amp.state" %9#1 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %10 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.dot' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where no contraction comes after it}}
  %11 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
