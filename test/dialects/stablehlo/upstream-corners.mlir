// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Modules that upstream accepts beyond the specification: sizes compared by halves, bodies of other floats, quantized
/// types without a check. The text is that of jaxlib 0.10.2, byte for byte.
module {
  func.func @all_gather_of_nothing() {
    "stablehlo.all_gather"() <{all_gather_dim = 5 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : () -> ()
    return
  }
  func.func @all_gather_after_a_dynamic_pair(%arg0: tensor<?x3xf32>, %arg1: tensor<f32>) {
    %0:2 = "stablehlo.all_gather"(%arg0, %arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x3xf32>, tensor<f32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
    return
  }
  func.func @all_reduce_fills_up_groups(%arg0: tensor<2xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @async_done_fits(%arg0: !stablehlo.future<tensor<?xf32, #stablehlo.bounds<4>>>) {
    %0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<?xf32, #stablehlo.bounds<4>>>) -> tensor<3xf32>
    return
  }
  func.func @batch_norm_of_unknown_vectors(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32>, %arg2: tensor<2xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<?xf32>, tensor<2xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
  func.func @bitcast_drops_trailing_dimensions(%arg0: tensor<i64>, %arg1: tensor<?x2xi32>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<i64>) -> tensor<2x3xui64>
    %1 = stablehlo.bitcast_convert %arg1 : (tensor<?x2xi32>) -> tensor<5xi64>
    return
  }
  func.func @cholesky_of_quantized(%arg0: tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>) {
    %0 = stablehlo.cholesky %arg0 : tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>
    return
  }
  func.func @dynamic_broadcast_of_quantized(%arg0: tensor<2x!quant.uniform<i8:f16, 1.000000e+00>>, %arg1: tensor<1xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0] : (tensor<2x!quant.uniform<i8:f16, 1.000000e+00>>, tensor<1xi32>) -> tensor<2xf32>
    return
  }
  func.func @fft_keeps_unknown_rows(%arg0: tensor<?x5xcomplex<f32>>, %arg1: tensor<3x?xcomplex<f32>>) {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [8, 8] : (tensor<?x5xcomplex<f32>>) -> tensor<3x8xf32>
    %1 = stablehlo.fft %arg1, type = IRFFT, length = [3, 8] : (tensor<3x?xcomplex<f32>>) -> tensor<3x8xf32>
    return
  }
  func.func @infeed_and_outfeed_without_config(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%arg1) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %1 = "stablehlo.outfeed"(%arg0, %0#1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @get_tuple_element_fits(%arg0: tuple<tensor<?xf32, #stablehlo.bounds<4>>>) {
    %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<?xf32, #stablehlo.bounds<4>>>) -> tensor<3xf32>
    %1 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<?xf32, #stablehlo.bounds<4>>>) -> tensor<?xf32>
    return
  }
  func.func @reduce_keeps_its_short_form(%arg0: tensor<2x3xf32>, %arg1: tensor<f16>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f16>) -> tensor<3xf32>
    return
  }
  func.func @reduce_from_a_vector(%arg0: tensor<2x3xf32>, %arg1: tensor<?xf32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2x3xf32>, tensor<?xf32>) -> tensor<3xf32>
     reducer(%arg2: tensor<?xf32>, %arg3: tensor<?xf32>)  {
      %1 = stablehlo.add %arg2, %arg3 : tensor<?xf32>
      stablehlo.return %1 : tensor<?xf32>
    }
    return
  }
  func.func @reduce_takes_two_floats(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f16>)  {
      stablehlo.return %arg2 : tensor<f32>
    }
    return
  }
  func.func @reduce_window_of_unknown_size(%arg0: tensor<?x9xf32>, %arg1: tensor<1xf32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: -9223372036854775808, 1>}> ({
    ^bb0(%arg2: tensor<1xf32>, %arg3: tensor<1xf32>):
      stablehlo.return %arg2 : tensor<1xf32>
    }) : (tensor<?x9xf32>, tensor<1xf32>) -> tensor<?x9xf32>
    return
  }
  func.func @reduce_scatter_of_an_unknown_part(%arg0: tensor<?x3xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<?x3xf32>) -> tensor<?x1xf32>
    return
  }
  func.func @tolerance_of_none(%arg0: tensor<2xf32>) {
    %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    return
  }
}
