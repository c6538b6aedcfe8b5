// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of elementwise ops.

func.func @negative_add_mixes_element_types(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error@+1 {{'stablehlo.add' op expects one element type, 'f32', but got 'f16'}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_add_of_other_sizes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.add' op expects a shape that fits 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_clamp_mixes_element_types(%a: tensor<2xf32>, %b: tensor<f16>) {
  // expected-error@+1 {{'stablehlo.clamp' op expects one element type, 'f16', but got 'f32'}}
  %0 = stablehlo.clamp %b, %a, %b : (tensor<f16>, tensor<2xf32>, tensor<f16>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_shift_of_floats(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2 to 64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = stablehlo.shift_left %a, %a : tensor<2xf32>
  return
}
// -----
func.func @negative_abs_gives_complex(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.abs' op expects a result of element type 'f32', but got 'f64'}}
  %0 = stablehlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}
// -----
func.func @negative_complex_of_two_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op expects a right side of element type 'f32', but got 'f64'}}
  %0 = stablehlo.complex %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}
// -----
func.func @negative_complex_is_wider(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op expects a result of element type 'complex<f32>', but got 'complex<f64>'}}
  %0 = stablehlo.complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}
// -----
func.func @negative_complex_of_reals(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.complex' expects a tensor of complex numbers, but got 'tensor<2xf32>'}}
  %0 = stablehlo.complex %a, %a : tensor<2xf32>
  return
}
// -----
func.func @negative_compare_of_two_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.compare' op expects a right side of element type 'f32', but got 'f64'}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>
  return
}
// -----
func.func @negative_select_by_other_shape(%p: tensor<3xi1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.select' op expects a predicate of shape 2, but got 'tensor<3xi1>'}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>
  return
}
// -----
func.func @negative_select_of_two_types(%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error@+1 {{'stablehlo.select' op expects branches and a result of element type 'f32', but got 'f16'}}
  %0 = stablehlo.select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_select_gives_other_shape(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.select' op expects branches and a result of shape 2, but got 'tensor<3xf32>'}}
  %0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_select_without_type(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{expected ','}}
  %0 = stablehlo.select %p, %a, %a : tensor<i1>
  return
}
// -----
func.func @negative_clamp_by_other_shape(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op expects a minimum of shape 2, but got 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %b, %a, %a : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_clamp_below_other_shape(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op expects a maximum of shape 2, but got 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %a, %a, %b : (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_reduce_precision_without_exponent(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op expects exponent bits of at least 1, but got 0}}
  %0 = stablehlo.reduce_precision %a, format = e0m3 : tensor<2xf32>
  return
}
// -----
func.func @negative_reduce_precision_below_zero(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op expects mantissa bits of at least 0, but got -1}}
  %0 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_reduce_precision_format(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce_precision' expects a float format such as e5m10, but got m5e3}}
  %0 = stablehlo.reduce_precision %a, format = m5e3 : tensor<2xf32>
  return
}
