// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops: one of five layers that the host counts, one until a sum is large.
func.func @main(%x: tensor<32x64xf32> {amp.state = "x"}, %w: tensor<64x64xf32>) -> (tensor<32x64xf32> {amp.state = "x"}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<32x64xf32>
    cond {
      %goes = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %product = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
      %y = stablehlo.tanh %product : tensor<32x64xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<32x64xf32>
    }
  return %0#1 : tensor<32x64xf32>
}

func.func @until(%x: tensor<64xf32> {amp.state = "x"}) -> (tensor<64xf32> {amp.state = "x"}) {
  %limit = stablehlo.constant dense<100.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.while(%v = %x) : tensor<64xf32>
    cond {
      %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
      %goes = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    } do {
      %twice = stablehlo.add %v, %v : tensor<64xf32>
      stablehlo.return %twice : tensor<64xf32>
    }
  return %0 : tensor<64xf32>
}
