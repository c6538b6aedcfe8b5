// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the syntax of convolutions and of other attributes.

func.func @negative_convolution_window_name(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects stride, pad, lhs_dilate, rhs_dilate or reverse, but got strides}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {strides = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_window_name_twice(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects each name once, but got stride again}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_pad_triple(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects a low and a high padding, but got 3 numbers}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_dimension_twice(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects each dimension once, but got one again at position 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, b, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_dimension_unknown(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects b, f or a spatial dimension}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, q, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_dimension_missing(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects dimensions b and f, but got no f}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_spatial_gap(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects spatial dimensions 0 to 1, but got 1 of them}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_convolution_spatial_huge(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' expects a spatial dimension, but got 100000000000}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 100000000000, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
func.func @negative_dynamic_conv_padding(%a: tensor<1x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects a padding of shape 1x2, but got 'tensor<2x2xi64>'}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x4xf32>, tensor<3x4x6xf32>, tensor<2x2xi64>) -> tensor<1x?x6xf32>
  return
}
// -----
func.func @negative_conv_numbers_twice() {
  // expected-error@+1 {{expects convolution dimensions 0 to 1, each once, but got 1}}
  %0 = stablehlo.iota dim = 0 {a = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 1, kernel_output_feature_dimension = 1, output_feature_dimension = 1>} : tensor<2xf32>
  return
}
// -----
func.func @negative_gather_name() {
  // expected-error@+1 {{expects one of offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map, index_vector_dim, but got offsets}}
  %0 = stablehlo.iota dim = 0 {a = #stablehlo.gather<offsets = [1]>} : tensor<2xf32>
  return
}
// -----
func.func @negative_gather_name_twice() {
  // expected-error@+1 {{expects each name once, but got offset_dims again}}
  %0 = stablehlo.iota dim = 0 {a = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>} : tensor<2xf32>
  return
}
// -----
func.func @negative_mesh_of_axes() {
  // expected-error@+1 {{expects a mesh or its symbol, but got 1 : i32}}
  %0 = stablehlo.iota dim = 0 {a = #stablehlo.replica_group_mesh_axes<mesh = 1 : i32, axes = []>} : tensor<2xf32>
  return
}
// -----
func.func @negative_future_of_scalar() {
  // expected-error@+1 {{expects tensors in a future, but got 'i32'}}
  %0 = stablehlo.iota dim = 0 {a = !stablehlo.future<i32>} : tensor<2xf32>
  return
}
// -----
func.func @negative_unknown_attribute() {
  // expected-error@+1 {{unknown stablehlo attribute: nothing}}
  %0 = stablehlo.iota dim = 0 {a = #stablehlo.nothing<1>} : tensor<2xf32>
  return
}
