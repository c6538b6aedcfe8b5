// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of dot_general and dot.

func.func @negative_dot_general_batching_counts(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects 1 batching dimensions on the right, but got 0}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_contracting_counts(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects 0 contracting dimensions on the right, but got 1}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_left_twice(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects each of dimensions on the left once, but got 1 again}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [1], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_right_outside(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects dimensions on the right in [0, 2), but got 2}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [2] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_left_below_zero(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects dimensions on the left in [0, 2), but got -1}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [-1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_batching_sizes(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects batching dimensions of one size, but got dimension 0 of 'tensor<2x3xf32>' and dimension 0 of 'tensor<3x4xf32>'}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_contracting_sizes(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects contracting dimensions of one size, but got dimension 0 of 'tensor<2x3xf32>' and dimension 0 of 'tensor<3x4xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_precisions(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects a precision for each operand, but got 3}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH, HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_algorithm_counts(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects counts of the algorithm of at least 1, but got 0}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dot_general_shape(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects a result of shape 2x4, but got 'tensor<2x5xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  return
}
// -----
func.func @negative_dot_of_scalar(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dot' op expects operands of rank 1 or 2, but got 'tensor<f32>'}}
  %0 = stablehlo.dot %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @negative_dot_sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op expects contracting dimensions of one size, but got dimension 1 of 'tensor<2x3xf32>' and dimension 0 of 'tensor<2x3xf32>'}}
  %0 = stablehlo.dot %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_dot_shape(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op expects a result of shape 2x4, but got 'tensor<2x3xf32>'}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_dot_general_precision_of_an_algorithm(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects DEFAULT precision beside an algorithm, but got [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [HIGHEST, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}
