// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @main(%x: tensor<8x16xf32> {amp.range = #amp.range<-1.0, 1.0>}, %t: tensor<8x16xf32>, %w: tensor<16x16xf32> {amp.state = "w"}, %rate: f32, %v: tensor<16x16xf32>) -> (tensor<16x16xf32> {amp.state = "w"}, tensor<8x16xf32>) {
  %y = toy.matmul %x, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %h = toy.tanh %y : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %z = toy.matmul %h, %v : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %d = toy.sub %z, %t : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %squares = toy.mul %d, %d : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %loss = amp.loss "main" %squares : tensor<8x16xf32>
  %twos = arith.constant dense<2.0> : tensor<8x16xf32>
  %seed = amp.seed "main" %twos : tensor<8x16xf32>
  %dz = toy.mul %d, %seed : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %vt = toy.turn %v : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %g = toy.matmul %dz, %vt : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %xt = toy.turn %x : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %dw = toy.matmul %xt, %g : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  %gradient = amp.gradients "main" %dw : tensor<16x16xf32>
  %s = toy.scale %gradient by %rate : (tensor<16x16xf32>, f32) -> tensor<16x16xf32>
  %u = toy.sub %w, %s : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %u, %loss : tensor<16x16xf32>, tensor<8x16xf32>
}
