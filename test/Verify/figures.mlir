// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/seed.mlir --amp-verify=input=%t/seed-input.mlir -o /dev/null

/// Known values are in range, whoever decided: constants, counters, what
/// the user declares, what a run recorded.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental", "constant"]>} {
  func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
    %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
    %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
    %0 = stablehlo.add %x, %large : tensor<4x4xf32>
    %1 = stablehlo.add %0, %small : tensor<4x4xf32>
    %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
    %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
    %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
    %10 = stablehlo.negate %4 : tensor<4x5000xf32>
    %5 = stablehlo.negate %3 {amp.range = #amp.range<-3.0, 7.0e4, recorded>} : tensor<4x4xf32>
    %6 = stablehlo.tanh %y : tensor<4x4xf32>
    %7 = stablehlo.add %x, %large {amp.require = #amp.require<force>} : tensor<4x4xf32>
    %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %9 : tensor<4x4xf32>
  }
}

//--- output.mlir
/// A larger constant.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %large16 = stablehlo.constant dense<0xFC00> : tensor<4x4xf16>
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "a low format holds what is known to occur": expects a format that holds a larger constant, but got 'f16'}}
  %b = stablehlo.add %a, %large16 : tensor<4x4xf16>
  %0 = amp.cast %b <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %1 = stablehlo.add %0, %small : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %10 = stablehlo.negate %4 : tensor<4x5000xf32>
  %5 = stablehlo.negate %3 : tensor<4x4xf32>
  %6 = stablehlo.tanh %y : tensor<4x4xf32>
  %7 = stablehlo.add %x, %large : tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

// -----

/// An epsilon.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = stablehlo.add %x, %large : tensor<4x4xf32>
  %small16 = stablehlo.constant dense<0.0> : tensor<4x4xf16>
  %a = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "a low format holds what is known to occur": expects a format that holds a constant that is not zero, but got 'f16'}}
  %b = stablehlo.add %a, %small16 : tensor<4x4xf16>
  %1 = amp.cast %b <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %10 = stablehlo.negate %4 : tensor<4x5000xf32>
  %5 = stablehlo.negate %3 : tensor<4x4xf32>
  %6 = stablehlo.tanh %y : tensor<4x4xf32>
  %7 = stablehlo.add %x, %large : tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

// -----

/// A declared end.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = stablehlo.add %x, %large : tensor<4x4xf32>
  %1 = stablehlo.add %0, %small : tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %b = amp.cast %y <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds 1.0e+06, but got 'f16'}}
  %c = stablehlo.multiply %a, %b : tensor<4x4xf16>
  %2 = amp.cast %c <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %10 = stablehlo.negate %4 : tensor<4x5000xf32>
  %5 = stablehlo.negate %3 : tensor<4x4xf32>
  %6 = stablehlo.tanh %y : tensor<4x4xf32>
  %7 = stablehlo.add %x, %large : tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

// -----

/// Both ends next to zero.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = stablehlo.add %x, %large : tensor<4x4xf32>
  %1 = stablehlo.add %0, %small : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
  %a = amp.cast %2 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %b = amp.cast %z <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.multiply' op breaks "a low format holds what is known to occur": expects a format that holds 1.0e-09, but got 'f16'}}
  %c = stablehlo.multiply %a, %b : tensor<4x4xf16>
  %3 = amp.cast %c <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %10 = stablehlo.negate %4 : tensor<4x5000xf32>
  %5 = stablehlo.negate %3 : tensor<4x4xf32>
  %6 = stablehlo.tanh %y : tensor<4x4xf32>
  %7 = stablehlo.add %x, %large : tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

// -----

/// A counter.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = stablehlo.add %x, %large : tensor<4x4xf32>
  %1 = stablehlo.add %0, %small : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %a = amp.cast %4 <unlisted> : tensor<4x5000xf32> to tensor<4x5000xf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "a low format holds what is known to occur": expects a format that holds integers up to 4999, but got 'f16'}}
  %10 = stablehlo.negate %a : tensor<4x5000xf16>
  %5 = stablehlo.negate %3 : tensor<4x4xf32>
  %6 = stablehlo.tanh %y : tensor<4x4xf32>
  %7 = stablehlo.add %x, %large : tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

// -----

/// A recorded end.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = stablehlo.add %x, %large : tensor<4x4xf32>
  %1 = stablehlo.add %0, %small : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %10 = stablehlo.negate %4 : tensor<4x5000xf32>
  %a = amp.cast %3 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "a low format holds what is known to occur": expects a format that holds 7.0e+04, but got 'f16'}}
  %b = stablehlo.negate %a : tensor<4x4xf16>
  %5 = amp.cast %b <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %6 = stablehlo.tanh %y : tensor<4x4xf32>
  %7 = stablehlo.add %x, %large : tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

// -----

/// Far is far enough for a hyperbolic tangent, and force is force.
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32> {amp.range = #amp.range<-1.0e6, 2.0>}, %z: tensor<4x4xf32> {amp.range = #amp.range<0.0, 1.0e-9>}) -> tensor<4x4xf32> {
  %large = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %small = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = stablehlo.add %x, %large : tensor<4x4xf32>
  %1 = stablehlo.add %0, %small : tensor<4x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %z : tensor<4x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<4x5000xf32>
  %10 = stablehlo.negate %4 : tensor<4x5000xf32>
  %5 = stablehlo.negate %3 : tensor<4x4xf32>
  %large16 = stablehlo.constant dense<0xFC00> : tensor<4x4xf16>
  %a = amp.cast %y <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %b = stablehlo.tanh %a : tensor<4x4xf16>
  %6 = amp.cast %b <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %c = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %d = stablehlo.add %c, %large16 : tensor<4x4xf16>
  %7 = amp.cast %d <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %8 = stablehlo.dot %5, %6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.dot %8, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %9 : tensor<4x4xf32>
}

//--- seed-input.mlir
/// Scaling keeps values downstream of a seed in the range that a run recorded.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"]>} {
  func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %seed = stablehlo.composite "amp.seed" %x {decomposition = @id} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.dot %seed, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.negate %0 {amp.range = #amp.range<0.0, 1.0e-9, recorded>} : tensor<4x4xf32>
    %2 = stablehlo.dot %1, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
  func.func private @id(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

//--- seed.mlir
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %seed = stablehlo.composite "amp.seed" %x {decomposition = @id} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.dot %seed, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %1 = stablehlo.negate %a : tensor<4x4xf16>
  %b = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %2 = stablehlo.dot %1, %b : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
func.func private @id(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
