// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Bounds go through integers: positions times a constant are 1.5e+05 before
/// they are floats.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise"]>} {
  func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %i = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %k = stablehlo.constant dense<10000> : tensor<16x16xi32>
    %0 = stablehlo.multiply %i, %k : tensor<16x16xi32>
    %1 = stablehlo.negate %0 : tensor<16x16xi32>
    %2 = stablehlo.convert %1 : (tensor<16x16xi32>) -> tensor<16x16xf32>
    %3 = stablehlo.logistic %x : tensor<16x16xf32>
    %4 = stablehlo.add %2, %3 : tensor<16x16xf32>
    %5 = stablehlo.negate %4 : tensor<16x16xf32>
    %6 = stablehlo.dot %5, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %6 : tensor<16x16xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %i = stablehlo.iota dim = 1 : tensor<16x16xi32>
  %k = stablehlo.constant dense<10000> : tensor<16x16xi32>
  %0 = stablehlo.multiply %i, %k : tensor<16x16xi32>
  %1 = stablehlo.negate %0 : tensor<16x16xi32>
  %2 = stablehlo.convert %1 : (tensor<16x16xi32>) -> tensor<16x16xf32>
  %3 = stablehlo.logistic %x : tensor<16x16xf32>
  %4 = stablehlo.add %2, %3 : tensor<16x16xf32>
  %a = amp.cast %4 <allow, "elementwise"> : tensor<16x16xf32> to tensor<16x16xf16>
  // expected-error @+1 {{breaks "a low format holds what is known to occur": expects a format that holds -1.5e+05}}
  %5 = stablehlo.negate %a : tensor<16x16xf16>
  %b = amp.cast %5 <allow, "elementwise"> : tensor<16x16xf16> to tensor<16x16xf32>
  %6 = stablehlo.dot %b, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %6 : tensor<16x16xf32>
}
