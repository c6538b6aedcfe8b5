// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 io=f16" -split-input-file -verify-diagnostics -o /dev/null

/// Values that exceed the range of f16 are not returned in f16.
// expected-error @below {{'func.func' op expects values that 'f16' holds at its interface (io='f16'), but got result #1 that reaches 1.0e+05; scale it, or use io=keep}}
func.func @result(%x: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %i = stablehlo.iota dim = 1 : tensor<512x512xf32>
  %c = stablehlo.constant dense<200.0> : tensor<512x512xf32>
  // expected-note @below {{computed here}}
  %0 = stablehlo.multiply %i, %c : tensor<512x512xf32>
  %1 = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %1, %0 : tensor<512x512xf32>, tensor<512x512xf32>
}

// -----

// expected-error @below {{'func.func' op expects values that 'f16' holds at its interface (io='f16'), but got argument #0 that reaches 1.0e+06; scale it, or use io=keep}}
func.func @argument(%x: tensor<512x512xf32> {amp.range = #amp.range<0.0, 1.0e+06>}) -> tensor<512x512xf32> {
  %k = stablehlo.constant dense<1.0e-04> : tensor<512x512xf32>
  %0 = stablehlo.multiply %x, %k : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
