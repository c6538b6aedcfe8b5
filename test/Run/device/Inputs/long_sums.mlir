// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions with few results and long sums: a filter's gradient, one whose images are a single one, and a weight's.
func.func @main(%x: tensor<16x18x18x2xf32>, %dy: tensor<16x16x16x4xf32>, %one: tensor<1x18x514x2xf32>, %done: tensor<1x16x512x4xf32>, %a: tensor<6144x24xbf16>, %b: tensor<6144x40xbf16>) -> (tensor<3x3x2x4xf32>, tensor<3x3x2x4xf32>, tensor<24x40xf32>) {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x18x18x2xf32>, tensor<16x16x16x4xf32>) -> tensor<3x3x2x4xf32>
  %1 = stablehlo.convolution(%one, %done) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x18x514x2xf32>, tensor<1x16x512x4xf32>) -> tensor<3x3x2x4xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<6144x24xbf16>, tensor<6144x40xbf16>) -> tensor<24x40xf32>
  return %0, %1, %2 : tensor<3x3x2x4xf32>, tensor<3x3x2x4xf32>, tensor<24x40xf32>
}
