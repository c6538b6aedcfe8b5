// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums, minima and maxima of integers of 16 bits, of which Hopper computes two at once.
func.func @main(%a: tensor<64x128xi16>, %b: tensor<64x128xi16>) -> (tensor<64x128xi16>, tensor<64x128xi16>) {
  %0 = stablehlo.add %a, %b : tensor<64x128xi16>
  %1 = stablehlo.minimum %0, %a : tensor<64x128xi16>
  %2 = stablehlo.maximum %0, %b : tensor<64x128xi16>
  return %1, %2 : tensor<64x128xi16>, tensor<64x128xi16>
}
