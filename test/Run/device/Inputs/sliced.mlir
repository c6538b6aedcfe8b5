// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices of products: vectors of the first factor reach beyond the last row,
// and of both factors beyond the last column, into numbers that are NaN.
func.func @main(%x: tensor<64x104xf32>, %y: tensor<64x48xbf16>, %w: tensor<101x48xf32>, %z: tensor<64x24xf32>) -> (tensor<101x48xf32>, tensor<101x21xf32>) {
  %nan = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %i = stablehlo.iota dim = 1 : tensor<64x104xi32>
  %rows = stablehlo.constant dense<101> : tensor<64x104xi32>
  %isRow = stablehlo.compare LT, %i, %rows : (tensor<64x104xi32>, tensor<64x104xi32>) -> tensor<64x104xi1>
  %n = stablehlo.broadcast_in_dim %nan, dims = [] : (tensor<bf16>) -> tensor<64x104xbf16>
  %0 = stablehlo.convert %x : (tensor<64x104xf32>) -> tensor<64x104xbf16>
  %a = stablehlo.select %isRow, %0, %n : tensor<64x104xi1>, tensor<64x104xbf16>
  %p = stablehlo.dot_general %a, %y, contracting_dims = [0] x [0] : (tensor<64x104xbf16>, tensor<64x48xbf16>) -> tensor<104x48xf32>
  %s = stablehlo.slice %p [0:101, 0:48] : (tensor<104x48xf32>) -> tensor<101x48xf32>
  %r = stablehlo.subtract %w, %s : tensor<101x48xf32>
  %j = stablehlo.iota dim = 1 : tensor<64x24xi32>
  %columns = stablehlo.constant dense<21> : tensor<64x24xi32>
  %isColumn = stablehlo.compare LT, %j, %columns : (tensor<64x24xi32>, tensor<64x24xi32>) -> tensor<64x24xi1>
  %m = stablehlo.broadcast_in_dim %nan, dims = [] : (tensor<bf16>) -> tensor<64x24xbf16>
  %1 = stablehlo.convert %z : (tensor<64x24xf32>) -> tensor<64x24xbf16>
  %b = stablehlo.select %isColumn, %1, %m : tensor<64x24xi1>, tensor<64x24xbf16>
  %q = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<64x104xbf16>, tensor<64x24xbf16>) -> tensor<104x24xf32>
  %t = stablehlo.slice %q [0:101, 0:21] : (tensor<104x24xf32>) -> tensor<101x21xf32>
  return %r, %t : tensor<101x48xf32>, tensor<101x21xf32>
}
