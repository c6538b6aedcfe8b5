// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms that exporters write and kernels once got wrong: a sum of products whose one
// factor was cast for another reader, a sum of what is repeated, a
// concatenation of many numbers, and a loop that carries a row of an argument.
func.func @main(%k: tensor<8x2xi32>, %x: tensor<8x4xf32>, %y: tensor<8xf32>, %keys: tensor<2x2xui32>, %s: tensor<18xf32>)
    -> (tensor<8x2xf32>, tensor<8xf32>, tensor<18xf32>, tensor<2xui32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %places = stablehlo.iota dim = 2 : tensor<8x2x4xi32>
  %wanted = stablehlo.broadcast_in_dim %k, dims = [0, 1] : (tensor<8x2xi32>) -> tensor<8x2x4xi32>
  %hit = stablehlo.compare EQ, %wanted, %places : (tensor<8x2x4xi32>, tensor<8x2x4xi32>) -> tensor<8x2x4xi1>
  %mask = stablehlo.convert %hit : (tensor<8x2x4xi1>) -> tensor<8x2x4xf32>
  %low = stablehlo.convert %x : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %cast = stablehlo.convert %low : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %row = stablehlo.broadcast_in_dim %cast, dims = [0, 2] : (tensor<8x4xf32>) -> tensor<8x2x4xf32>
  %product = stablehlo.multiply %mask, %row : tensor<8x2x4xf32>
  %chosen = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x2x4xf32>, tensor<f32>) -> tensor<8x2xf32>

  %repeated = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %sums = stablehlo.reduce(%repeated init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>

  %s0 = stablehlo.slice %s [17:18] : (tensor<18xf32>) -> tensor<1xf32>
  %e0 = stablehlo.exponential %s0 : tensor<1xf32>
  %s1 = stablehlo.slice %s [16:17] : (tensor<18xf32>) -> tensor<1xf32>
  %e1 = stablehlo.exponential %s1 : tensor<1xf32>
  %s2 = stablehlo.slice %s [15:16] : (tensor<18xf32>) -> tensor<1xf32>
  %e2 = stablehlo.exponential %s2 : tensor<1xf32>
  %s3 = stablehlo.slice %s [14:15] : (tensor<18xf32>) -> tensor<1xf32>
  %e3 = stablehlo.exponential %s3 : tensor<1xf32>
  %s4 = stablehlo.slice %s [13:14] : (tensor<18xf32>) -> tensor<1xf32>
  %e4 = stablehlo.exponential %s4 : tensor<1xf32>
  %s5 = stablehlo.slice %s [12:13] : (tensor<18xf32>) -> tensor<1xf32>
  %e5 = stablehlo.exponential %s5 : tensor<1xf32>
  %s6 = stablehlo.slice %s [11:12] : (tensor<18xf32>) -> tensor<1xf32>
  %e6 = stablehlo.exponential %s6 : tensor<1xf32>
  %s7 = stablehlo.slice %s [10:11] : (tensor<18xf32>) -> tensor<1xf32>
  %e7 = stablehlo.exponential %s7 : tensor<1xf32>
  %s8 = stablehlo.slice %s [9:10] : (tensor<18xf32>) -> tensor<1xf32>
  %e8 = stablehlo.exponential %s8 : tensor<1xf32>
  %s9 = stablehlo.slice %s [8:9] : (tensor<18xf32>) -> tensor<1xf32>
  %e9 = stablehlo.exponential %s9 : tensor<1xf32>
  %s10 = stablehlo.slice %s [7:8] : (tensor<18xf32>) -> tensor<1xf32>
  %e10 = stablehlo.exponential %s10 : tensor<1xf32>
  %s11 = stablehlo.slice %s [6:7] : (tensor<18xf32>) -> tensor<1xf32>
  %e11 = stablehlo.exponential %s11 : tensor<1xf32>
  %s12 = stablehlo.slice %s [5:6] : (tensor<18xf32>) -> tensor<1xf32>
  %e12 = stablehlo.exponential %s12 : tensor<1xf32>
  %s13 = stablehlo.slice %s [4:5] : (tensor<18xf32>) -> tensor<1xf32>
  %e13 = stablehlo.exponential %s13 : tensor<1xf32>
  %s14 = stablehlo.slice %s [3:4] : (tensor<18xf32>) -> tensor<1xf32>
  %e14 = stablehlo.exponential %s14 : tensor<1xf32>
  %s15 = stablehlo.slice %s [2:3] : (tensor<18xf32>) -> tensor<1xf32>
  %e15 = stablehlo.exponential %s15 : tensor<1xf32>
  %s16 = stablehlo.slice %s [1:2] : (tensor<18xf32>) -> tensor<1xf32>
  %e16 = stablehlo.exponential %s16 : tensor<1xf32>
  %s17 = stablehlo.slice %s [0:1] : (tensor<18xf32>) -> tensor<1xf32>
  %e17 = stablehlo.exponential %s17 : tensor<1xf32>
  %all = stablehlo.concatenate %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8, %e9, %e10, %e11, %e12, %e13, %e14, %e15, %e16, %e17, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<18xf32>

  %first = stablehlo.slice %keys [1:2, 0:2] : (tensor<2x2xui32>) -> tensor<1x2xui32>
  %start = stablehlo.reshape %first : (tensor<1x2xui32>) -> tensor<2xui32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %last = stablehlo.slice %k [0:1, 0:1] : (tensor<8x2xi32>) -> tensor<1x1xi32>
  %n = stablehlo.reshape %last : (tensor<1x1xi32>) -> tensor<i32>
  %loop:2 = stablehlo.while(%i = %i0, %key = %start) : tensor<i32>, tensor<2xui32>
   cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %column = stablehlo.reshape %key : (tensor<2xui32>) -> tensor<2x1xui32>
    %both = stablehlo.concatenate %column, %column, dim = 1 : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    %second = stablehlo.slice %both [1:2, 0:2] : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %new = stablehlo.reshape %second : (tensor<1x2xui32>) -> tensor<2xui32>
    stablehlo.return %next, %new : tensor<i32>, tensor<2xui32>
  }
  return %chosen, %sums, %all, %loop#1 : tensor<8x2xf32>, tensor<8xf32>, tensor<18xf32>, tensor<2xui32>
}
