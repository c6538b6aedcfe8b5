// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A part of an argument is updated, another one in each step, at a place that the device computes.
func.func @main(%x: tensor<4xf32>, %i: tensor<i32> {amp.state = "i"}) -> (tensor<4xf32>, tensor<i32> {amp.state = "i"}) {
  %two = stablehlo.constant dense<2.0> : tensor<1xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %y = stablehlo.dynamic_update_slice %x, %two, %next : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %y, %next : tensor<4xf32>, tensor<i32>
}
