// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A donated argument is overwritten, and no state: the next step has it again.
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %w: tensor<4xf32> {amp.state = "w"}) -> (tensor<4xf32>, tensor<4xf32> {amp.state = "w"}) {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  %new = stablehlo.add %w, %y : tensor<4xf32>
  return %y, %new : tensor<4xf32>, tensor<4xf32>
}
