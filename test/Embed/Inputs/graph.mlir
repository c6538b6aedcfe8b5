// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>, %factor: f32) -> tensor<8x16xf32> {
  %0 = toy.matmul %x, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %1 = toy.scale %0 by %factor : (tensor<8x16xf32>, f32) -> tensor<8x16xf32>
  %2 = toy.matmul %1, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %3 = toy.softmax %2 : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %4 = toy.unknown %3 : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}
