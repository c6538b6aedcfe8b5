// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of norms: rows, and sums over the columns of what is computed from
// them. Rows of a half warp, of which each block has many and one matrix of a
// batch; rows that are no whole warps; rows of a block, one after another.
func.func @main(%x0: tensor<16x256x64xf32>, %y0: tensor<16x256x64xf32>, %r0: tensor<16x256xf32>, %x1: tensor<4x256x200xf32>, %y1: tensor<4x256x200xf32>, %r1: tensor<4x256xf32>, %x2: tensor<2x512x640xf32>, %y2: tensor<2x512x640xf32>, %r2: tensor<2x512xf32>) -> (tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x256x200xf32>, tensor<200xf32>, tensor<200xf32>, tensor<2x512x640xf32>, tensor<640xf32>, tensor<640xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p0 = stablehlo.multiply %x0, %y0 : tensor<16x256x64xf32>
  %s0 = stablehlo.reduce(%p0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<16x256x64xf32>, tensor<f32>) -> tensor<16x256xf32>
  %b0 = stablehlo.broadcast_in_dim %s0, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x64xf32>
  %q0 = stablehlo.multiply %b0, %x0 : tensor<16x256x64xf32>
  %d0 = stablehlo.subtract %y0, %q0 : tensor<16x256x64xf32>
  %w0 = stablehlo.broadcast_in_dim %r0, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x64xf32>
  %v0 = stablehlo.multiply %w0, %p0 : tensor<16x256x64xf32>
  %scale0 = stablehlo.reduce(%v0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x64xf32>, tensor<f32>) -> tensor<64xf32>
  %bias0 = stablehlo.reduce(%d0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x64xf32>, tensor<f32>) -> tensor<64xf32>
  %p1 = stablehlo.multiply %x1, %y1 : tensor<4x256x200xf32>
  %s1 = stablehlo.reduce(%p1 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x256x200xf32>, tensor<f32>) -> tensor<4x256xf32>
  %b1 = stablehlo.broadcast_in_dim %s1, dims = [0, 1] : (tensor<4x256xf32>) -> tensor<4x256x200xf32>
  %q1 = stablehlo.multiply %b1, %x1 : tensor<4x256x200xf32>
  %d1 = stablehlo.subtract %y1, %q1 : tensor<4x256x200xf32>
  %w1 = stablehlo.broadcast_in_dim %r1, dims = [0, 1] : (tensor<4x256xf32>) -> tensor<4x256x200xf32>
  %v1 = stablehlo.multiply %w1, %p1 : tensor<4x256x200xf32>
  %scale1 = stablehlo.reduce(%v1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x256x200xf32>, tensor<f32>) -> tensor<200xf32>
  %bias1 = stablehlo.reduce(%d1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x256x200xf32>, tensor<f32>) -> tensor<200xf32>
  %p2 = stablehlo.multiply %x2, %y2 : tensor<2x512x640xf32>
  %s2 = stablehlo.reduce(%p2 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x512x640xf32>, tensor<f32>) -> tensor<2x512xf32>
  %b2 = stablehlo.broadcast_in_dim %s2, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x640xf32>
  %q2 = stablehlo.multiply %b2, %x2 : tensor<2x512x640xf32>
  %d2 = stablehlo.subtract %y2, %q2 : tensor<2x512x640xf32>
  %w2 = stablehlo.broadcast_in_dim %r2, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x640xf32>
  %v2 = stablehlo.multiply %w2, %p2 : tensor<2x512x640xf32>
  %scale2 = stablehlo.reduce(%v2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x640xf32>, tensor<f32>) -> tensor<640xf32>
  %bias2 = stablehlo.reduce(%d2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x640xf32>, tensor<f32>) -> tensor<640xf32>
  return %d0, %scale0, %bias0, %d1, %scale1, %bias1, %d2, %scale2, %bias2 : tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x256x200xf32>, tensor<200xf32>, tensor<200xf32>, tensor<2x512x640xf32>, tensor<640xf32>, tensor<640xf32>
}
