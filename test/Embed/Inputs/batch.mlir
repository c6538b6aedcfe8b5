"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1000x64xf32>, tensor<8x1xi32>, tensor<64x16xf32>, tensor<8x14x14x4xf32>, tensor<3x3x4x16xf32>) -> (tensor<8x16xf32>, tensor<8x12x12x16xf32>, tensor<1000x16xf32>, tensor<1000x64xf32>, tensor<64x16xf32>, tensor<3x3x4x16xf32>), sym_name = "main"}> ({
  ^bb0(%table: tensor<1000x64xf32>, %index: tensor<8x1xi32>, %w: tensor<64x16xf32>, %x: tensor<8x14x14x4xf32>, %k: tensor<3x3x4x16xf32>):
    %0 = "stablehlo.gather"(%table, %index) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<1000x64xf32>, tensor<8x1xi32>) -> tensor<8x64xf32>
    %1 = "stablehlo.dot_general"(%0, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
    %2 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>}> : (tensor<8x14x14x4xf32>, tensor<3x3x4x16xf32>) -> tensor<8x12x12x16xf32>
    %3 = "stablehlo.dot_general"(%table, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1000x64xf32>, tensor<64x16xf32>) -> tensor<1000x16xf32>
    %4 = "stablehlo.scatter"(%3, %index, %1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %5 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) : (tensor<1000x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> tensor<1000x16xf32>
    "func.return"(%1, %2, %4, %table, %w, %k) : (tensor<8x16xf32>, tensor<8x12x12x16xf32>, tensor<1000x16xf32>, tensor<1000x64xf32>, tensor<64x16xf32>, tensor<3x3x4x16xf32>) -> ()
  }) : () -> ()
}) : () -> ()
