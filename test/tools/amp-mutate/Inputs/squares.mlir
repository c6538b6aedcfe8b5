// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row over its length: the squares of a matmul's result are summed.
!t = tensor<64x256xf32>
!r = tensor<64xf32>
func.func @main(%x: tensor<64x32xf32>, %v: tensor<32x256xf32>, %u: tensor<256x32xf32>) -> tensor<64x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %eps = stablehlo.constant dense<1.0e-2> : !r
  %h = stablehlo.dot %x, %v : (tensor<64x32xf32>, tensor<32x256xf32>) -> !t
  %s = stablehlo.multiply %h, %h : !t
  %n = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %e = stablehlo.add %n, %eps : !r
  %q = stablehlo.sqrt %e : !r
  %b = stablehlo.broadcast_in_dim %q, dims = [0] : (!r) -> !t
  %d = stablehlo.divide %h, %b : !t
  %o = stablehlo.dot %d, %u : (!t, tensor<256x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}
