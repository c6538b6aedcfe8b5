// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Square roots by Newton's iteration until all are near: a loop whose condition the device computes.
func.func @main(%x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %near = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %far = stablehlo.constant dense<1.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<65536xf32>
  %half = stablehlo.constant dense<0.5> : tensor<65536xf32>
  %size = stablehlo.abs %x : tensor<65536xf32>
  %y = stablehlo.add %size, %ones : tensor<65536xf32>
  %0:3 = stablehlo.while(%root = %y, %change = %far, %count = %none) : tensor<65536xf32>, tensor<f32>, tensor<i32>
    cond {
      %goes = stablehlo.compare GT, %change, %near, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    } do {
      %quotient = stablehlo.divide %y, %root : tensor<65536xf32>
      %sum = stablehlo.add %root, %quotient : tensor<65536xf32>
      %better = stablehlo.multiply %sum, %half : tensor<65536xf32>
      %difference = stablehlo.subtract %better, %root : tensor<65536xf32>
      %distance = stablehlo.abs %difference : tensor<65536xf32>
      %largest = stablehlo.reduce(%distance init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<65536xf32>, tensor<f32>) -> tensor<f32>
      %more = stablehlo.add %count, %next : tensor<i32>
      stablehlo.return %better, %largest, %more : tensor<65536xf32>, tensor<f32>, tensor<i32>
    }
  return %0#0, %0#2 : tensor<65536xf32>, tensor<i32>
}
