// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of gather and dynamic_gather.

func.func @negative_gather_vector_outside(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects an index vector dimension in [0, 3), but got 3}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_map_counts(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects 1 mapped index dimensions, but got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_rank(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects 2 window and dropped dimensions, but got 1}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_window_outside(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects window dimensions in [0, 2), but got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_window_unsorted(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects window dimensions in ascending order, but got [2, 1]}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3x1xf32>
  return
}
// -----
func.func @negative_gather_collapsed_outside(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects dropped dimensions in [0, 2), but got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_map_twice(%a: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects each of mapped and batching dimensions once, but got 0 again}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_batching_outside(%a: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects batching dimensions of the indices in [0, 2), but got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_batching_is_vector(%a: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects an index vector dimension that is no batching dimension, but got 1}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_batching_counts(%a: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects 1 batching dimensions of the indices, but got 0}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_batching_sizes(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects batching dimensions of one size, but got dimension 0 of 'tensor<5x3xf32>' and dimension 0 of 'tensor<2x1xi64>'}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_slice_counts(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects 2 slice sizes, but got 1}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_slice_too_large(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects a slice of dimension 1 of 'tensor<5x3xf32>', but got size 4}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_slice_of_collapsed(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects a slice of dimension 0 of 'tensor<5x3xf32>', but got size 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_gather_converts(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects a result of element type 'f32', but got 'f16'}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf16>
  return
}
// -----
func.func @negative_gather_shape(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects a result of shape 2x3, but got 'tensor<2x4xf32>'}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_dynamic_gather_sizes(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects slice sizes of shape 2, but got 'tensor<1xi64>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x?xf32>
  return
}
