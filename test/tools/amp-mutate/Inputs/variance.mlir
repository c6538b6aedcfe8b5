// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Normalised by E[x * x] - E[x]^2.
func.func @main(%x: tensor<512x256xf32>, %w: tensor<256x256xf32>, %w2: tensor<256x256xf32>) -> tensor<512x256xf32> {
  %n = stablehlo.constant dense<512.0> : tensor<256xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<256xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x256xf32>) -> tensor<512x256xf32>
  %sq = stablehlo.multiply %h, %h : tensor<512x256xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<512xf32>
  %s1 = stablehlo.dot_general %ones, %h, contracting_dims = [0] x [0] : (tensor<512xf32>, tensor<512x256xf32>) -> tensor<256xf32>
  %s2 = stablehlo.dot_general %ones, %sq, contracting_dims = [0] x [0] : (tensor<512xf32>, tensor<512x256xf32>) -> tensor<256xf32>
  %m1 = stablehlo.divide %s1, %n : tensor<256xf32>
  %m2 = stablehlo.divide %s2, %n : tensor<256xf32>
  %mm = stablehlo.multiply %m1, %m1 : tensor<256xf32>
  %var = stablehlo.subtract %m2, %mm : tensor<256xf32>
  %ve = stablehlo.add %var, %eps : tensor<256xf32>
  %r = stablehlo.rsqrt %ve : tensor<256xf32>
  %mb = stablehlo.broadcast_in_dim %m1, dims = [1] : (tensor<256xf32>) -> tensor<512x256xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<256xf32>) -> tensor<512x256xf32>
  %d = stablehlo.subtract %h, %mb : tensor<512x256xf32>
  %y = stablehlo.multiply %d, %rb : tensor<512x256xf32>
  %o = stablehlo.dot_general %y, %w2, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x256xf32>) -> tensor<512x256xf32>
  return %o : tensor<512x256xf32>
}
