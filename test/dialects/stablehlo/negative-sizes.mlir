// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of ops that read or set a size.

func.func @negative_iota_outside() {
  // expected-error@+1 {{'stablehlo.iota' op expects a dimension in [0, 1), but got 1}}
  %0 = stablehlo.iota dim = 1 : tensor<2xf32>
  return
}
// -----
func.func @negative_iota_of_scalar() {
  // expected-error@+1 {{'stablehlo.iota' op expects a dimension in [0, 0), but got 0}}
  %0 = stablehlo.iota dim = 0 : tensor<f32>
  return
}
// -----
func.func @negative_dynamic_iota_outside(%n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op expects a dimension in [0, 1), but got 1}}
  %0 = stablehlo.dynamic_iota %n, dim = 1 : (tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_get_dimension_size_outside(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op expects a dimension in [0, 1), but got -1}}
  %0 = stablehlo.get_dimension_size %a, dim = -1 : (tensor<2xf32>) -> tensor<i32>
  return
}
// -----
func.func @negative_set_dimension_size_outside(%a: tensor<2xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op expects a dimension in [0, 1), but got 1}}
  %0 = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_set_dimension_size_converts(%a: tensor<2xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op expects a result of element type 'f32', but got 'f16'}}
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf16>
  return
}
// -----
func.func @negative_set_dimension_size_shape(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op expects a result of shape ?x3, but got 'tensor<?x4xf32>'}}
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x4xf32>
  return
}
// -----
func.func @negative_bounds_count() {
  // expected-error@+1 {{expects 1 bounds, but got 2}}
  %0 = stablehlo.iota dim = 0 : tensor<?xf32, #stablehlo.bounds<2, 3>>
  return
}
// -----
func.func @negative_bound_of_static_size() {
  // expected-error@+1 {{expects a bound only of a dynamic dimension, but got one of a dimension of size 2}}
  %0 = stablehlo.iota dim = 0 : tensor<2xf32, #stablehlo.bounds<3>>
  return
}
// -----
func.func @negative_dynamic_reshape_of_other_count(%a: tensor<2xf32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expects 2 elements, but got 3}}
  %0 = stablehlo.dynamic_reshape %a, %n : (tensor<2xf32>, tensor<1xi64>) -> tensor<3xf32>
  return
}
