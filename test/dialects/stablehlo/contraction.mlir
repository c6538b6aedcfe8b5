// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// dot_general, convolution and kin; precision and algorithm in every spelling. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @dot(%arg0: tensor<2x3x4xf16>, %arg1: tensor<2x4x5xf16>, %arg2: tensor<3x4xf32>, %arg3: tensor<4x5xf32>, %arg4: tensor<4xf32>, %arg5: tensor<?x4xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf16>, tensor<2x4x5xf16>) -> tensor<2x3x5xf32>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %2 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %3 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] {note} : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %4 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %5 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %6 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [] x [] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4x3x4xf32>
    %7 = stablehlo.dot_general %arg5, %arg3, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x5xf32>) -> tensor<?x5xf32>
    %8 = stablehlo.dot %arg2, %arg3 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %9 = stablehlo.dot %arg4, %arg4, precision = [HIGHEST, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    %10 = stablehlo.einsum %arg2, %arg3, config = "ab,bc->ac" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %11 = stablehlo.unary_einsum %arg2, config = "ab->a" : (tensor<3x4xf32>) -> tensor<3xf32>
    return
  }
  func.func @convolution(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x4xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<3x5xf32>, %arg4: tensor<2x2xi64>, %arg5: tensor<4x9x9x6xf16>, %arg6: tensor<3x3x2x9xf16>, %arg7: tensor<3x3x6x8xf16>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
    %1 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, note, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
    %2 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
    %3 = stablehlo.convolution(%arg5, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 2], [0, -1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x9x9x6xf16>, tensor<3x3x2x9xf16>) -> tensor<4x4x14x9xf32>
    %4 = stablehlo.convolution(%arg5, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, 0, 1, b], window = {} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<4x9x9x6xf16>, tensor<3x3x6x8xf16>) -> tensor<8x7x7x1xf16>
    %5 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<?x?x?x?xf32>
    return
  }
  func.func @linear_algebra(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4x3xcomplex<f32>>) {
    %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xf32>
    %1 = stablehlo.cholesky %arg0 : tensor<4x4xf32>
    %2 = "stablehlo.triangular_solve"(%arg0, %arg0) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.fft %arg0, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
    %4 = stablehlo.fft %arg2, type = IRFFT, length = [4] : (tensor<4x3xcomplex<f32>>) -> tensor<4x4xf32>
    %5 = stablehlo.fft %arg2, type = FFT, length = [4, 3] : (tensor<4x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
    %6 = stablehlo.fft %arg2, type = IFFT, length = [3] {note} : (tensor<4x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %7 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
    return
  }
}
