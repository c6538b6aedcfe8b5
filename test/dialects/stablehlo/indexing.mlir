// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Slices, gather and scatter, with batching dimensions and many inputs. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @slice(%arg0: tensor<2x3xf32>, %arg1: tensor<?x3xf32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<2xi64>, %arg5: tensor<1x1xf32>) {
    %0 = stablehlo.slice %arg0 [0:1, 1:3:2] : (tensor<2x3xf32>) -> tensor<1x1xf32>
    %1 = stablehlo.slice %arg3 [] : (tensor<f32>) -> tensor<f32>
    %2 = stablehlo.slice %arg1 [0:4, 1:3:2] {note} : (tensor<?x3xf32>) -> tensor<4x1xf32>
    %3 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x1xf32>
    %4 = stablehlo.dynamic_update_slice %arg0, %arg5, %arg2, %arg2 : (tensor<2x3xf32>, tensor<1x1xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
    %5 = stablehlo.dynamic_update_slice %arg3, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.real_dynamic_slice %arg0, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %7 = "stablehlo.torch_index_select"(%arg0, %arg4) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    return
  }
  func.func @gather(%arg0: tensor<3x4x2xi32>, %arg1: tensor<2x3x2xi64>, %arg2: tensor<2x3x4x2xi32>, %arg3: tensor<2x2x3x2xi64>, %arg4: tensor<?x?x?xf32>, %arg5: tensor<?x?x2xi32>, %arg6: tensor<3xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
    %1 = "stablehlo.gather"(%arg2, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
    %2 = "stablehlo.gather"(%arg4, %arg5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<?x?x?xf32>, tensor<?x?x2xi32>) -> tensor<?x?x2x2xf32>
    %3 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = true}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
    return
  }
  func.func @scatter(%arg0: tensor<3x4x2xi32>, %arg1: tensor<2x3x2xi64>, %arg2: tensor<2x3x2x2xi32>, %arg3: tensor<2x3x4x2xi32>, %arg4: tensor<2x2x3x2xi64>, %arg5: tensor<2x2x3x2x2xi32>, %arg6: tensor<f32>, %arg7: tensor<5xf32>, %arg8: tensor<0xi32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg9: tensor<i32>, %arg10: tensor<i32>):
      %4 = stablehlo.add %arg9, %arg10 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
    %1 = "stablehlo.scatter"(%arg3, %arg4, %arg5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
    ^bb0(%arg9: tensor<i32>, %arg10: tensor<i32>):
      stablehlo.return %arg10 : tensor<i32>
    }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
    %2:2 = "stablehlo.scatter"(%arg0, %arg0, %arg1, %arg2, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%arg9: tensor<i32>, %arg10: tensor<i32>, %arg11: tensor<i32>, %arg12: tensor<i32>):
      stablehlo.return %arg10, %arg9 : tensor<i32>, tensor<i32>
    }) : (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>)
    %3 = "stablehlo.scatter"(%arg6, %arg8, %arg6) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      stablehlo.return %arg10 : tensor<f32>
    }) : (tensor<f32>, tensor<0xi32>, tensor<f32>) -> tensor<f32>
    return
  }
}
