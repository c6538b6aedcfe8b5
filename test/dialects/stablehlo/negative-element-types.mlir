// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Element types and sizes that jaxlib rejects.
func.func @negative_convolution_mixes_f16_and_f32(%a: tensor<1x8x2xf16>, %b: tensor<3x2x4xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a kernel of element type 'f16', but got 'f32'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf16>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
  return
}
// -----
func.func @negative_convolution_mixes_f16_and_bf16(%a: tensor<1x8x2xf16>, %b: tensor<3x2x4xbf16>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects a kernel of element type 'f16', but got 'bf16'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf16>, tensor<3x2x4xbf16>) -> tensor<1x6x4xf32>
  return
}
// -----
func.func @negative_dynamic_conv_mixes_f16_and_f32(%a: tensor<1x8x2xf16>, %b: tensor<3x2x4xf32>, %p: tensor<1x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects a kernel of element type 'f16', but got 'f32'}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x2xf16>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x6x4xf32>
  return
}
// -----
func.func @negative_dynamic_conv_of_unknown_padding(%a: tensor<1x8x2xf32>, %b: tensor<3x2x4xf32>, %p: tensor<?x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op operand #2 must be statically shaped 2D tensor of 2 to 64-bit integer values, but got 'tensor<?x2xi64>'}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x2xf32>, tensor<3x2x4xf32>, tensor<?x2xi64>) -> tensor<1x6x4xf32>
  return
}
// -----
func.func @negative_dot_of_a_quantized_side(%a: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects a quantized right side, and a left side quantized as the result is, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>', 'tensor<4xf32>' and 'tensor<f32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4xf32>) -> tensor<f32>
  return
}
// -----
func.func @negative_convert_of_quantized(%a: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) {
  // expected-error@+1 {{'stablehlo.convert' op operand #0 must be ranked tensor of 4 to 64-bit float or i1 or 2 to 64-bit integer or complex of f32 or f64 values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  %0 = stablehlo.convert %a : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_tanh_per_axis(%a: tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  // expected-error@+1 {{'stablehlo.tanh' op operand #0 must be ranked tensor of 4 to 64-bit float or complex of f32 or f64 or per-tensor quantized value values, but got 'tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>'}}
  %0 = stablehlo.tanh %a : tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  return
}
// -----
func.func @negative_reshape_to_unknown(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op result #0 must be tensor of static sizes but for one with a bound of 4 to 64-bit float or i1 or 2 to 64-bit integer or complex of f32 or f64 or per-tensor quantized value or per-axis quantized value values, but got 'tensor<?xf32>'}}
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_rng_of_unknown_rank(%a: tensor<f32>, %n: tensor<?xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op operand #2 must be statically shaped 1D tensor of index or integer values, but got 'tensor<?xi64>'}}
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<?xi64>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_add_over_the_bound(%a: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{'stablehlo.add' op expects a shape that fits 'tensor<?xf32, #stablehlo.bounds<4>>', but got 'tensor<5xf32>'}}
  %0 = stablehlo.add %a, %a : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_get_tuple_element_over_the_bound(%a: tuple<tensor<?xf32, #stablehlo.bounds<4>>>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op expects a result that fits 'tensor<?xf32, #stablehlo.bounds<4>>', but got 'tensor<5xf32>'}}
  %0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<?xf32, #stablehlo.bounds<4>>>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_async_start_of_another_type(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op expects a future of ('tensor<2xf32>'), but got ('tensor<?xf32>')}}
  %0 = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<2xf32>): stablehlo.return %x : tensor<2xf32> }) : (tensor<2xf32>) -> !stablehlo.future<tensor<?xf32>>
  return
}
// -----
func.func @negative_infeed_layouts(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op expects 1 layouts, but got 2}}
  %0:2 = "stablehlo.infeed"(%t) <{layout = [[0], []]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @negative_infeed_layout_of_text(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op expects layouts that are lists of dimensions, but got "row"}}
  %0:2 = "stablehlo.infeed"(%t) <{layout = ["row"]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @negative_map_of_two_sizes(%a: tensor<?xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects shapes that fit one another, but got 'tensor<?xf32>', 'tensor<3xf32>', 'tensor<4xf32>'}}
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<?xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_dynamic_pad_of_two_types(%a: tensor<4xf32>, %v: tensor<f32>, %m: tensor<1xi32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expects paddings of one type, 'tensor<1xi64>', but got 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_pad %a, %v, %n, %m, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_async_start_takes_another_type(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op expects a body of ('tensor<2xf32>'), but got one of ('tensor<?xf32>')}}
  %0 = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<?xf32>): stablehlo.return %x : tensor<?xf32> }) : (tensor<2xf32>) -> !stablehlo.future<tensor<?xf32>>
  return
}
// -----
func.func @negative_fft_of_unknown_length(%a: tensor<3x?xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op expects a result of shape 3x4, but got 'tensor<3x5xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [6] : (tensor<3x?xf32>) -> tensor<3x5xcomplex<f32>>
  return
}
// -----
func.func @negative_reduce_accumulates_another_float(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a region argument that fits 'tensor<f32>', but got 'tensor<f16>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f16>, %y: tensor<f32>): stablehlo.return %y : tensor<f32> }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @negative_select_and_scatter_of_another_source(%a: tensor<2xf32>, %s: tensor<2xi32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects a source of element type 'f32', but got 'i32'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>, tensor<2xi32>, tensor<f32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_ceil_stores_otherwise(%a: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) {
  // expected-error@+1 {{'stablehlo.ceil' op expects one element type, '!quant.uniform<i8:f32, 1.000000e+00>', but got '!quant.uniform<i32:f32, 1.000000e+00>'}}
  %0 = stablehlo.ceil %a : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i32:f32, 1.000000e+00>>
  return
}
// -----
func.func @negative_dot_of_two_float_types(%a: tensor<4xf16>, %b: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects sides that are stored alike and stand for one float type, as the result does, but got 'tensor<4xf16>', 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<f32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<4xf16>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<f32>
  return
}
