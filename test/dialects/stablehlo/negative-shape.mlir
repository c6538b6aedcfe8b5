// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of ops on shapes.

func.func @negative_broadcast_in_dim_counts(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expects 2 broadcast dimensions, but got 1}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_broadcast_in_dim_outside(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expects broadcast dimensions in [0, 2), but got 2}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_broadcast_in_dim_below_zero(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expects broadcast dimensions in [0, 2), but got -1}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [-1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_broadcast_in_dim_twice(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expects each of broadcast dimensions once, but got 0 again}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_broadcast_in_dim_stretches(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expects dimension 0 to have size 1 or 3, but got 2}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_broadcast_in_dim_converts(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expects one element type, 'f32', but got 'f16'}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_broadcast_below_zero(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op expects broadcast sizes of at least 0, but got -4}}
  %0 = stablehlo.broadcast %a, sizes = [-4] : (tensor<2xf32>) -> tensor<?x2xf32>
  return
}
// -----
func.func @negative_broadcast_shape(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op expects a result of shape 4x2, but got 'tensor<5x2xf32>'}}
  %0 = stablehlo.broadcast %a, sizes = [4] : (tensor<2xf32>) -> tensor<5x2xf32>
  return
}
// -----
func.func @negative_reshape_counts(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op expects 6 elements, but got 5}}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_transpose_counts(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op expects 2 dimensions, but got 1}}
  %0 = stablehlo.transpose %a, dims = [1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
// -----
func.func @negative_transpose_shape(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op expects a result of shape 3x2, but got 'tensor<2x3xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_reverse_twice(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op expects each of dimensions once, but got 1 again}}
  %0 = stablehlo.reverse %a, dims = [1, 1] : tensor<2x3xf32>
  return
}
// -----
func.func @negative_concatenate_nothing(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op expects inputs, but got none}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>
  return
}
// -----
func.func @negative_concatenate_outside(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op expects a dimension in [0, 1), but got 1}}
  %0 = stablehlo.concatenate %a, %a, dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_concatenate_ranks(%a: tensor<2xf32>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op expects inputs of rank 1, but got 'tensor<2x2xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_concatenate_other_sizes(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op expects inputs of shape 2x3, but got 'tensor<2x2xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<4x3xf32>
  return
}
// -----
func.func @negative_concatenate_sum(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op expects a result of shape 4x3, but got 'tensor<5x3xf32>'}}
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}
