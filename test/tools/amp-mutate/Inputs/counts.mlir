// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Up to 8192 ones that a contraction counts.
func.func @main(%ids: tensor<8192x256xi32>, %x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %iota = stablehlo.iota dim = 1 : tensor<8192x256xi32>
  %ones = stablehlo.constant dense<1.0> : tensor<256x8192xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8192x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8192x256xf32>
  %hit = stablehlo.compare EQ, %iota, %ids : (tensor<8192x256xi32>, tensor<8192x256xi32>) -> tensor<8192x256xi1>
  %hot = stablehlo.select %hit, %one, %zero : tensor<8192x256xi1>, tensor<8192x256xf32>
  %count = stablehlo.dot_general %ones, %hot, contracting_dims = [1] x [0] : (tensor<256x8192xf32>, tensor<8192x256xf32>) -> tensor<256x256xf32>
  %turned = stablehlo.transpose %count, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = stablehlo.dot_general %x, %turned, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %z = stablehlo.multiply %count, %y : tensor<256x256xf32>
  %o = stablehlo.dot_general %z, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %o : tensor<256x256xf32>
}
