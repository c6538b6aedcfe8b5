// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16" --compile=1 --property=compiled --input-seed=1

/// A branch of a case hands on a value from outside, and what reads the result came to lie over it: the first result was
/// the second one.
func.func @main(%p: tensor<i1>, %x: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = stablehlo.abs %x : tensor<4x2xf32>
  %1 = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %2 = "stablehlo.case"(%1) ({
    stablehlo.return %0 : tensor<4x2xf32>
  }, {
    %one = stablehlo.constant dense<1.0> : tensor<4x2xf32>
    stablehlo.return %one : tensor<4x2xf32>
  }) : (tensor<i32>) -> tensor<4x2xf32>
  %3 = stablehlo.logistic %2 : tensor<4x2xf32>
  %4 = stablehlo.negate %x : tensor<4x2xf32>
  %5 = "stablehlo.case"(%1) ({
    %one = stablehlo.constant dense<1.0> : tensor<4x2xf32>
    stablehlo.return %one : tensor<4x2xf32>
  }, {
    stablehlo.return %4 : tensor<4x2xf32>
  }) : (tensor<i32>) -> tensor<4x2xf32>
  %6 = stablehlo.logistic %5 : tensor<4x2xf32>
  return %2, %3, %5, %6 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}
