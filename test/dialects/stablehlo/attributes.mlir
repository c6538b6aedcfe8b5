// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Every attribute and type on its own. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func private @dimension_numbers() attributes {a = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, b = #stablehlo.dot<>, c = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, d = #stablehlo.gather<>, e = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [3], index_vector_dim = 1>, f = #stablehlo.scatter<>, g = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 1, 0]>, h = #stablehlo.conv<[b, f]x[o, i]->[b, f]>}
  func.func private @algorithms() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = f8E5M2, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>, b = #stablehlo.result_accuracy<atol = 5.000000e-01, rtol = 1.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, c = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, d = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>, e = #stablehlo.result_accuracy_mode<DEFAULT>}
  func.func private @enums() attributes {a = #stablehlo<precision HIGH>, b = #stablehlo<fft_type IRFFT>, c = #stablehlo<transpose NO_TRANSPOSE>, d = #stablehlo<rng_algorithm THREE_FRY>, e = #stablehlo<rng_distribution NORMAL>, f = #stablehlo<comparison_type NOTYPE>, g = #stablehlo<comparison_direction GE>}
  func.func private @devices() attributes {a = #stablehlo.channel_handle<handle = 1, type = 2>, b = #stablehlo.output_operand_alias<output_tuple_indices = [0, 1], operand_index = 0, operand_tuple_indices = []>, c = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, d = #stablehlo.mesh_axis<name = "x", size = 2>, e = #stablehlo.axis_ref<name = "x">, f = #stablehlo<sub_axis_info(1)2>}
  func.func private @types(!stablehlo.token, !stablehlo.future<tensor<f32>, tensor<2xi32>>, tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<4xf32, #stablehlo.bounds<?>>)
  func.func @accuracy(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.cbrt %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
    %1 = stablehlo.exponential %arg0 {note, result_accuracy = #stablehlo.result_accuracy<atol = 5.000000e-01, rtol = 1.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
    return
  }
  func.func @bounded(%arg0: tensor<2x?xf32, #stablehlo.bounds<?, 3>>, %arg1: tensor<2x?xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<2x?xf32>) -> tensor<2x?xf32>
    %1 = stablehlo.tanh %arg0 : tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    return
  }
}
