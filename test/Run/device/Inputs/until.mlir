// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Power iteration until a vector changes by little. Its size is halved until it is below 1, in a loop of its own, before it is divided by.
func.func @main(%a: tensor<4x4xf32>, %start: tensor<4xf32> {amp.state = "v"}) -> (tensor<4xf32> {amp.state = "v"}, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0.01> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%v = %start, %change = %one, %count = %none) : tensor<4xf32>, tensor<f32>, tensor<i32>
    cond {
      %goes = stablehlo.compare GT, %change, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    } do {
      %y = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %size = stablehlo.abs %y : tensor<4xf32>
      %norm = stablehlo.reduce(%size init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %1:2 = stablehlo.while(%left = %norm, %factor = %one) : tensor<f32>, tensor<f32>
        cond {
          %large = stablehlo.compare GE, %left, %one, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %large : tensor<i1>
        } do {
          %less = stablehlo.multiply %left, %half : tensor<f32>
          %smaller = stablehlo.multiply %factor, %half : tensor<f32>
          stablehlo.return %less, %smaller : tensor<f32>, tensor<f32>
        }
      %factors = stablehlo.broadcast_in_dim %1#1, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %halved = stablehlo.multiply %y, %factors : tensor<4xf32>
      %sizes = stablehlo.broadcast_in_dim %1#0, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %scaled = stablehlo.divide %halved, %sizes : tensor<4xf32>
      %difference = stablehlo.subtract %scaled, %v : tensor<4xf32>
      %far = stablehlo.abs %difference : tensor<4xf32>
      %changed = stablehlo.reduce(%far init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %more = stablehlo.add %count, %next : tensor<i32>
      stablehlo.return %scaled, %changed, %more : tensor<4xf32>, tensor<f32>, tensor<i32>
    }
  %reversed = stablehlo.reverse %0#0, dims = [0] : tensor<4xf32>
  return %reversed, %0#2 : tensor<4xf32>, tensor<i32>
}
