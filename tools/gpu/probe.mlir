// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least that a GPU can be asked.
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %0 = stablehlo.add %x, %x : tensor<32xf32>
  return %0 : tensor<32xf32>
}
