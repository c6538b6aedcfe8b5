// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/sent-output.mlir --amp-verify=input=%t/sent-input.mlir -split-input-file -verify-diagnostics

/// Marks of bf16 values: an update of gradients that are bf16, the value that a
/// bf16 loss is converted from, and the one that a bf16 seed is converted to.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "control", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %one: tensor<4x4xbf16>) -> (tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>) {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.abs %0 : tensor<4x4xf32>
    %2 = stablehlo.convert %1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %loss = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
    %seed = stablehlo.composite "amp.seed" %one {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
    %3 = stablehlo.convert %seed : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %4 = stablehlo.negate %3 : tensor<4x4xf32>
    %5 = stablehlo.dot %4, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = stablehlo.convert %5 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %g = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
    %7 = stablehlo.negate %g : tensor<4x4xbf16>
    %8 = stablehlo.convert %7 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %9 = stablehlo.dot %8, %8 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %10 = stablehlo.dot %x, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %9, %loss, %10 : tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
  }
  func.func private @same(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
    return %x : tensor<4x4xbf16>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>, %one: tensor<4x4xbf16>) -> (tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>) {
  %x_low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %x_low, %x_low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %1 = stablehlo.abs %0 : tensor<4x4xf32>
  %2 = stablehlo.convert %1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %loss = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %3 = stablehlo.convert %seed : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %4 = stablehlo.negate %3 : tensor<4x4xf32>
  %low_4 = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %low_0 = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %5 = stablehlo.dot %low_4, %low_0 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %6 = stablehlo.convert %5 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %g = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %7 = stablehlo.negate %g : tensor<4x4xbf16>
  %8 = stablehlo.convert %7 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %8 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %low_1 = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %10 = stablehlo.dot %x_low, %low_1 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %9, %loss, %10 : tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  return %x : tensor<4x4xbf16>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %one: tensor<4x4xbf16>) -> (tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>) {
  %x_low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %x_low, %x_low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %low_0 = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{breaks "losses, updates, statistics and random numbers stay f32": expects f32 before the loss}}
  %abs = stablehlo.abs %low_0 : tensor<4x4xbf16>
  %1 = amp.cast %abs <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  %2 = stablehlo.convert %1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %loss = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %3 = stablehlo.convert %seed : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %4 = stablehlo.negate %3 : tensor<4x4xf32>
  %low_4 = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %5 = stablehlo.dot %low_4, %low_0 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %6 = stablehlo.convert %5 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %g = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %7 = stablehlo.negate %g : tensor<4x4xbf16>
  %8 = stablehlo.convert %7 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %8 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = stablehlo.dot %x_low, %abs : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %9, %loss, %10 : tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  return %x : tensor<4x4xbf16>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %one: tensor<4x4xbf16>) -> (tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>) {
  %x_low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %x_low, %x_low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %1 = stablehlo.abs %0 : tensor<4x4xf32>
  %2 = stablehlo.convert %1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %loss = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %3 = stablehlo.convert %seed : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %low_3 = amp.cast %3 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{breaks "losses, updates, statistics and random numbers stay f32": expects f32 after the seed}}
  %minus = stablehlo.negate %low_3 : tensor<4x4xbf16>
  %low_0 = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %5 = stablehlo.dot %minus, %low_0 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %6 = stablehlo.convert %5 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %g = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %7 = stablehlo.negate %g : tensor<4x4xbf16>
  %8 = stablehlo.convert %7 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %8 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %low_1 = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %10 = stablehlo.dot %x_low, %low_1 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %9, %loss, %10 : tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  return %x : tensor<4x4xbf16>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %one: tensor<4x4xbf16>) -> (tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>) {
  %x_low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %x_low, %x_low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %1 = stablehlo.abs %0 : tensor<4x4xf32>
  %2 = stablehlo.convert %1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %loss = stablehlo.composite "amp.loss" %2 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %3 = stablehlo.convert %seed : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %4 = stablehlo.negate %3 : tensor<4x4xf32>
  %low_4 = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %low_0 = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %5 = stablehlo.dot %low_4, %low_0 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %6 = stablehlo.convert %5 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %g = stablehlo.composite "amp.gradients" %6 {decomposition = @same} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %7 = stablehlo.negate %g : tensor<4x4xbf16>
  %8 = stablehlo.convert %7 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %low_8 = amp.cast %8 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{breaks "losses, updates, statistics and random numbers stay f32": expects f32 between the gradients and the states}}
  %9 = stablehlo.dot %low_8, %low_8 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %low_1 = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %10 = stablehlo.dot %x_low, %low_1 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %9, %loss, %10 : tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  return %x : tensor<4x4xbf16>
}

/// Gradients that are sent in bf16.

//--- sent-input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "control", "contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %g = stablehlo.composite "amp.gradients" %0 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.convert %g : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %2 = stablehlo.convert %1 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %3 = stablehlo.dot %2, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

//--- sent-output.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %low, %low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %g = stablehlo.composite "amp.gradients" %0 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.convert %g : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %2 = stablehlo.convert %1 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %3 = stablehlo.dot %2, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %low = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.dot %low, %low : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %g = stablehlo.composite "amp.gradients" %0 {decomposition = @same} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.convert %g : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %2 = stablehlo.convert %1 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %low_2 = amp.cast %2 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{breaks "losses, updates, statistics and random numbers stay f32": expects f32 between the gradients and the states}}
  %3 = stablehlo.dot %low_2, %low_2 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
func.func private @same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
