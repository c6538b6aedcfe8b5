// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One convolution, its filter as cuDNN has it: is there a cuDNN?
func.func @main(%x: tensor<2x8x8x8xf32>, %w: tensor<8x3x3x8xf32>) -> tensor<2x6x6x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x8x8x8xf32>, tensor<8x3x3x8xf32>) -> tensor<2x6x6x8xf32>
  return %0 : tensor<2x6x6x8xf32>
}
