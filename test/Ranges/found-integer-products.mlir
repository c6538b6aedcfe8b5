// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16" --input-seed=508626

/// A product of integers wraps around, so it may be nearer to zero than the bound of its factors.
func.func @main(%arg0: tensor<1x2x2xi8>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<57> : tensor<1x2x2xi8>
  %0 = stablehlo.multiply %c, %arg0 : tensor<1x2x2xi8>
  %c_0 = stablehlo.constant dense<1> : tensor<4xi32>
  return %c_0 : tensor<4xi32>
}
