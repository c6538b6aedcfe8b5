// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over some of what products make: over rows; the largest of each group of columns, image by image; over a batch, head by head.
func.func @main(%x: tensor<4x64x32xf16>, %w: tensor<32x8x64xf16>, %q: tensor<2x3x64x16xf16>, %k: tensor<2x3x16x256xf16>) -> (tensor<4x64x8x64xf32>, tensor<8x64xf32>, tensor<8xf32>, tensor<2x3x64x256xf32>, tensor<3x256xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<4x64x32xf16>, tensor<32x8x64xf16>) -> tensor<4x64x8x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x64x8x64xf32>, tensor<f32>) -> tensor<8x64xf32>
  %2 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [0, 1, 3] : (tensor<4x64x8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x3x64x16xf16>, tensor<2x3x16x256xf16>) -> tensor<2x3x64x256xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x64x256xf32>, tensor<f32>) -> tensor<3x256xf32>
  return %0, %1, %2, %3, %4 : tensor<4x64x8x64xf32>, tensor<8x64xf32>, tensor<8xf32>, tensor<2x3x64x256xf32>, tensor<3x256xf32>
}
