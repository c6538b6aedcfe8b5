// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of convolution and dynamic_conv.

func.func @negative_convolution_kernel_rank(%a: tensor<1x8x4xf32>, %b: tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a kernel of rank 3, but got 'tensor<4x6xf32>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_spatial_counts(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects 1 spatial dimensions, but got 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_stride_counts(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects 1 window strides, but got 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_stride_zero(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window strides of at least 1, but got 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_padding_shape(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a padding of shape 1x2, but got 'tensor<2x2xi64>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_base_dilation_below_zero(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects base dilations of at least 1, but got -1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [-1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_window_dilation_counts(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects 1 window dilations, but got 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_reversal_counts(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects 1 window reversals, but got 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_group_counts(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects group counts of at least 1, but got 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_groups_of_both(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects groups of features or of batches, but got 2 and 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_batch_groups(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a batch of a multiple of 2, but got 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_feature_groups(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input features of a multiple of 3, but got 4}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_output_groups(%a: tensor<1x8x4xf32>, %b: tensor<3x1x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects output features of a multiple of 4, but got 6}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x8x4xf32>, tensor<3x1x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_kernel_features(%a: tensor<1x8x4xf32>, %b: tensor<3x3x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects 4 input features in the kernel, but got 3}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x3x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_shape(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a result of shape 1x6x6, but got 'tensor<1x5x6xf32>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x5x6xf32>
  return
}
// -----
func.func @negative_convolution_rank(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a result of shape 1x6x6, but got 'tensor<1x6xf32>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6xf32>
  return
}
