// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifier of scatter that gather does not share.

func.func @negative_scatter_into_nothing(%i: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects inputs, but got none}}
  "stablehlo.scatter"(%i) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({ stablehlo.return }) : (tensor<1xi64>) -> ()
  return
}
// -----
func.func @negative_scatter_results(%a: tensor<5xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects 1 results, but got 2}}
  %0:2 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5xf32>, tensor<2x1xi64>, tensor<2xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return
}
// -----
func.func @negative_scatter_into_two_shapes(%a: tensor<5xf32>, %b: tensor<6xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects inputs of shape 5, but got 'tensor<6xf32>'}}
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>): stablehlo.return %x, %y : tensor<f32>, tensor<f32> }) : (tensor<5xf32>, tensor<6xf32>, tensor<2x1xi64>, tensor<2xf32>, tensor<2xf32>) -> (tensor<5xf32>, tensor<6xf32>)
  return
}
// -----
func.func @negative_scatter_of_two_shapes(%a: tensor<5xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects updates of shape 2, but got 'tensor<3xf32>'}}
  %0:2 = "stablehlo.scatter"(%a, %a, %i, %u, %o) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>): stablehlo.return %x, %y : tensor<f32>, tensor<f32> }) : (tensor<5xf32>, tensor<5xf32>, tensor<2x1xi64>, tensor<2xf32>, tensor<3xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return
}
// -----
func.func @negative_scatter_collapsed_unsorted(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects dropped dimensions in ascending order, but got [1, 0]}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<5x3xf32>
  return
}
// -----
func.func @negative_scatter_batching_unsorted(%a: tensor<2x2xf32>, %i: tensor<2x2x0xi64>, %u: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects batching dimensions in ascending order, but got [1, 0]}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [], index_vector_dim = 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x2xf32>, tensor<2x2x0xi64>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @negative_scatter_update_rank(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x3x1xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects updates of rank 2, but got 'tensor<2x3x1xf32>'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<2x3x1xf32>) -> tensor<5x3xf32>
  return
}
// -----
func.func @negative_scatter_window_too_large(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects windows of at most 3, but got 4}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<5x3xf32>
  return
}
// -----
func.func @negative_scatter_updates_of_other_counts(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %u: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects updates of shape 2x3, but got 'tensor<3x3xf32>'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<3x3xf32>) -> tensor<5x3xf32>
  return
}
// -----
func.func @negative_scatter_narrows(%a: tensor<5x3xi32>, %i: tensor<2x1xi64>, %u: tensor<2x3xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects a region that computes in a type as wide as 'tensor<5x3xi32>', but got 'tensor<i8>'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<i8>, %y: tensor<i8>): stablehlo.return %x : tensor<i8> }) : (tensor<5x3xi32>, tensor<2x1xi64>, tensor<2x3xi32>) -> tensor<5x3xi8>
  return
}
// -----
func.func @negative_scatter_converts(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects a result of element type 'f32', but got 'f16'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<5x3xf16>
  return
}
// -----
func.func @negative_scatter_shape(%a: tensor<5x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects a result of shape 5x3, but got 'tensor<5x4xf32>'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<5x4xf32>
  return
}
// -----
func.func @negative_scatter_of_half_a_pair(%a: tensor<5xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects 3 operands, but got 4}}
  %0 = "stablehlo.scatter"(%a, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<5xf32>, tensor<2x1xi64>, tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}
