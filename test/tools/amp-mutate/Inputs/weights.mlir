// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three square weights of one shape, one of them read transposed, a kernel, and momentum with weight decay.
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>, %k: tensor<3x3x2x2xf32>, %m: tensor<4x4xf32>, %x: tensor<2x4xf32>, %image: tensor<1x4x4x2xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<3x3x2x2xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.tanh %0 : tensor<2x4xf32>
  %bt = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %bt, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.dot_general %2, %c, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.convolution(%image, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x4x4x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<f32>
  %dk = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<3x3x2x2xf32>
  %da = stablehlo.dot_general %x, %3, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %db = stablehlo.dot_general %3, %1, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %dc = stablehlo.dot_general %2, %3, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g:4 = amp.gradients "main" %da, %db, %dc, %dk : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<3x3x2x2xf32>
  %rate = stablehlo.constant dense<0.125> : tensor<4x4xf32>
  %ra = stablehlo.multiply %g#0, %rate : tensor<4x4xf32>
  %m1 = stablehlo.add %m, %ra : tensor<4x4xf32>
  %decay = stablehlo.multiply %a, %rate : tensor<4x4xf32>
  %a1 = stablehlo.subtract %a, %m1 : tensor<4x4xf32>
  %a2 = stablehlo.subtract %a1, %decay : tensor<4x4xf32>
  %b1 = stablehlo.subtract %b, %g#1 : tensor<4x4xf32>
  %c1 = stablehlo.add %g#2, %c : tensor<4x4xf32>
  %k1 = stablehlo.subtract %k, %g#3 : tensor<3x3x2x2xf32>
  %s:5 = amp.state "main" (%a2, %b1, %c1, %k1, %m1) else (%a, %b, %c, %k, %m) names ["a", "b", "c", "k", "m"] kinds ["parameter", "parameter", "parameter", "parameter", "moment"] : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<3x3x2x2xf32>, tensor<4x4xf32>
  return %s#0, %s#1, %s#2, %s#3, %s#4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<3x3x2x2xf32>, tensor<4x4xf32>
}
