// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of ops that create elements or reinterpret bits.

func.func @negative_pad_value_is_no_scalar(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op expects a padding value of rank 0, but got 'tensor<2xf32>'}}
  %0 = stablehlo.pad %a, %a, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_pad_counts(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op expects 1 paddings, but got 2}}
  %0 = stablehlo.pad %a, %z, low = [0, 1], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_pad_interior_below_zero(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op expects interior paddings of at least 0, but got -1}}
  %0 = stablehlo.pad %a, %z, low = [0], high = [0], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_pad_leaves_less_than_nothing(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op expects paddings that leave a size of at least 0, but got low -2, high -1, interior 0 for size 2}}
  %0 = stablehlo.pad %a, %z, low = [-2], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}
// -----
func.func @negative_pad_overflows(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op expects paddings that leave a size of at least 0, but got low 9223372036854775807, high 0, interior 0 for size 2}}
  %0 = stablehlo.pad %a, %z, low = [9223372036854775807], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}
// -----
func.func @negative_pad_shape(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op expects a result of shape 4, but got 'tensor<3xf32>'}}
  %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_dynamic_pad_converts(%a: tensor<2xf32>, %z: tensor<f16>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expects a padding value and a result of element type 'f32', but got 'f16'}}
  %0 = stablehlo.dynamic_pad %a, %z, %n, %n, %n : (tensor<2xf32>, tensor<f16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_dynamic_pad_counts(%a: tensor<2xf32>, %z: tensor<f32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expects 1 paddings, but got 2}}
  %0 = stablehlo.dynamic_pad %a, %z, %n, %n, %n : (tensor<2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_dynamic_pad_rank(%a: tensor<2xf32>, %z: tensor<f32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expects a result of rank 1, but got 'tensor<?x?xf32>'}}
  %0 = stablehlo.dynamic_pad %a, %z, %n, %n, %n : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}
// -----
func.func @negative_dynamic_broadcast_known_twice(%a: tensor<2xf32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op expects each of known dimensions once, but got 0 again}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %n, dims = [0] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_dynamic_broadcast_converts(%a: tensor<2xf32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op expects a result of element type 'f32', but got 'f16'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %n, dims = [0] : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf16>
  return
}
// -----
func.func @negative_dynamic_reshape_converts(%a: tensor<2xf32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expects a result of element type 'f32', but got 'f16'}}
  %0 = stablehlo.dynamic_reshape %a, %n : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf16>
  return
}
// -----
func.func @negative_dynamic_reshape_counts(%a: tensor<2xf32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expects 1 sizes, but got 2}}
  %0 = stablehlo.dynamic_reshape %a, %n : (tensor<2xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_bitcast_makes_complex(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op expects complex numbers on both sides or on none, but got 'tensor<2x2xf32>' and 'tensor<2xcomplex<f32>>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2x2xf32>) -> tensor<2xcomplex<f32>>
  return
}
// -----
func.func @negative_bitcast_of_other_widths(%a: tensor<2xf4E2M1FN>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op expects element sizes that divide, but got 6 and 4 bits}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf4E2M1FN>) -> tensor<2xf6E2M3FN>
  return
}
// -----
func.func @negative_bitcast_shape(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op expects shapes of the same bits, but got 'tensor<2xf32>' and 'tensor<2x3xi8>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x3xi8>
  return
}
// -----
func.func @negative_constant_converts() {
  // expected-error@+1 {{'stablehlo.constant' op expects a result of the value's type 'tensor<2xi8>', but got 'tensor<2xui8>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2xui8>
  return
}
// -----
func.func @negative_constant_names_value_early() {
  // expected-error@+1 {{custom op 'stablehlo.constant' expects the value after the attributes, but got it among them}}
  %0 = stablehlo.constant {value = 1 : i32} dense<1> : tensor<2xi8>
  return
}
// -----
func.func @negative_bitcast_of_other_rank(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op expects shapes of the same bits, but got 'tensor<2xf32>' and 'tensor<?xi8>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<?xi8>
  return
}
