// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions of many kinds, none of which may be cut to TF32.
func.func @main(%image: tensor<2x6x5x4xf32>, %by_groups: tensor<3x3x2x6xf32>, %each: tensor<3x3x1x4xf32>, %first: tensor<2x3x9x8xf32>,
                %oihw: tensor<4x3x2x3xf32>, %row: tensor<2x9x3xf32>, %taps: tensor<3x3x4xf32>, %room: tensor<1x4x5x3x2xf32>,
                %cube: tensor<2x3x2x2x3xf32>, %small: tensor<2x4x4x3xf32>, %filter: tensor<3x3x3x4xf32>, %gradient: tensor<2x4x3x6xf32>)
    -> (tensor<2x4x3x6xf32>, tensor<2x4x3x4xf32>, tensor<2x4x5x5xf32>, tensor<2x7x4xf32>, tensor<1x3x4x2x3xf32>, tensor<2x7x7x4xf32>,
        tensor<3x3x2x6xf32>, tensor<5x2x4xf32>) {
  // groups of features, and a group for each
  %0 = stablehlo.convolution(%image, %by_groups) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x5x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x3x6xf32>
  %1 = stablehlo.convolution(%image, %each) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x5x4xf32>, tensor<3x3x1x4xf32>) -> tensor<2x4x3x4xf32>
  // features first; strides, dilations and pads that differ
  %2 = stablehlo.convolution(%first, %oihw) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[0, 1], [1, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x3x9x8xf32>, tensor<4x3x2x3xf32>) -> tensor<2x4x5x5xf32>
  // one dimension, and three
  %3 = stablehlo.convolution(%row, %taps) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x9x3xf32>, tensor<3x3x4xf32>) -> tensor<2x7x4xf32>
  %4 = stablehlo.convolution(%room, %cube) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {pad = [[0, 0], [0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<1x4x5x3x2xf32>, tensor<2x3x2x2x3xf32>) -> tensor<1x3x4x2x3xf32>
  // zeros between elements, and a flipped window
  %5 = stablehlo.convolution(%small, %filter) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x4x4x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x7x7x4xf32>
  // gradients of filters, by groups and of a window with steps
  %6 = stablehlo.convolution(%image, %gradient) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x5x4xf32>, tensor<2x4x3x6xf32>) -> tensor<3x3x2x6xf32>
  %rows = stablehlo.slice %row [0:2, 0:9, 0:2] : (tensor<2x9x3xf32>) -> tensor<2x9x2xf32>
  %dy = stablehlo.slice %3 [0:2, 0:3, 0:4] : (tensor<2x7x4xf32>) -> tensor<2x3x4xf32>
  %7 = stablehlo.convolution(%rows, %dy) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x9x2xf32>, tensor<2x3x4xf32>) -> tensor<5x2x4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x4x3x6xf32>, tensor<2x4x3x4xf32>, tensor<2x4x5x5xf32>, tensor<2x7x4xf32>, tensor<1x3x4x2x3xf32>, tensor<2x7x7x4xf32>, tensor<3x3x2x6xf32>, tensor<5x2x4xf32>
}
