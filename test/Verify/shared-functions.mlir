// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A function that both the model and its update call: what the update gives to
/// it does not come out of the call of the model.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "control", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = func.call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.abs %0 : tensor<4x4xf32>
    %2 = stablehlo.dot %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.composite "amp.gradients" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.abs %3 : tensor<4x4xf32>
    %5 = func.call @f(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = stablehlo.ceil %5 : tensor<4x4xf32>
    %7 = stablehlo.composite "amp.state" %6, %w {decomposition = @first} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %8 : tensor<4x4xf32>
  }
  func.func private @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.negate %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
  func.func private @first(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = func.call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %low = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %1 = stablehlo.abs %low : tensor<4x4xbf16>
  %2 = stablehlo.dot %1, %1 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %3 = stablehlo.composite "amp.gradients" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.abs %3 : tensor<4x4xf32>
  %5 = func.call @f(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.ceil %5 : tensor<4x4xf32>
  %7 = stablehlo.composite "amp.state" %6, %w {decomposition = @first} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}
func.func private @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.negate %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
func.func private @first(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

/// Results of the update's own call are part of the update, also inside the
/// function too.
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = func.call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.abs %0 : tensor<4x4xf32>
  %2 = stablehlo.dot %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.composite "amp.gradients" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.abs %3 : tensor<4x4xf32>
  %5 = func.call @f(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %low = amp.cast %5 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error@+1 {{expects f32 between the gradients and the states}}
  %6 = stablehlo.ceil %low : tensor<4x4xbf16>
  %high = amp.cast %6 <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %7 = stablehlo.composite "amp.state" %high, %w {decomposition = @first} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}
func.func private @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.negate %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
func.func private @first(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = func.call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.abs %0 : tensor<4x4xf32>
  %2 = stablehlo.dot %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.composite "amp.gradients" %2 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.abs %3 : tensor<4x4xf32>
  %5 = func.call @f(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.ceil %5 : tensor<4x4xf32>
  %7 = stablehlo.composite "amp.state" %6, %w {decomposition = @first} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.dot %7, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}
func.func private @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error@+1 {{expects f32 between the gradients and the states}}
  %0 = stablehlo.negate %low : tensor<4x4xbf16>
  %high = amp.cast %0 <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  return %high : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
func.func private @first(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
