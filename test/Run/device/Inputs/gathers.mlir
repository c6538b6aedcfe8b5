// Rows of a table by their numbers, those outside of it at its ends: 16 bytes at a time where rows are long enough.
func.func @main(%t: tensor<300x64xbf16>, %u: tensor<50x36xf32>, %v: tensor<50x5xf32>, %i: tensor<77xi32>, %p: tensor<77x64xf32>) -> (tensor<77x64xf32>, tensor<77x36xf32>, tensor<77x5xf32>) {
  %at = stablehlo.reshape %i : (tensor<77xi32>) -> tensor<77x1xi32>
  %0 = "stablehlo.gather"(%t, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<300x64xbf16>, tensor<77x1xi32>) -> tensor<77x64xbf16>
  %1 = stablehlo.convert %0 : (tensor<77x64xbf16>) -> tensor<77x64xf32>
  %2 = stablehlo.add %1, %p : tensor<77x64xf32>
  %3 = "stablehlo.gather"(%u, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 36>}> : (tensor<50x36xf32>, tensor<77x1xi32>) -> tensor<77x36xf32>
  %4 = "stablehlo.gather"(%v, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<50x5xf32>, tensor<77x1xi32>) -> tensor<77x5xf32>
  return %2, %3, %4 : tensor<77x64xf32>, tensor<77x36xf32>, tensor<77x5xf32>
}
