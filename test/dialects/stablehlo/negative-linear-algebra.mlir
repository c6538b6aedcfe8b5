// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of linear solvers, transforms and normalizations.

func.func @negative_cholesky_of_rectangle(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op expects square matrices, but got 'tensor<2x3xf32>'}}
  %0 = stablehlo.cholesky %a : tensor<2x3xf32>
  return
}
// -----
func.func @negative_cholesky_of_vector(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op expects square matrices, but got 'tensor<2xf32>'}}
  %0 = stablehlo.cholesky %a : tensor<2xf32>
  return
}
// -----
func.func @negative_triangular_solve_of_rectangle(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op expects square matrices, but got 'tensor<2x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_triangular_solve_rank(%a: tensor<2x2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op expects a right side of rank 2, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_triangular_solve_sizes(%a: tensor<2x2xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op expects a right side of shape 2x2, but got 'tensor<3x2xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}
// -----
func.func @negative_triangular_solve_transposed_how(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op expects NO_TRANSPOSE, TRANSPOSE or ADJOINT, but got TRANSPOSE_INVALID}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @negative_triangular_solve_shape(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op expects a result of shape 2x3, but got 'tensor<2x2xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @negative_fft_without_length(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op expects a number of lengths in [1, 2), but got 0}}
  %0 = stablehlo.fft %a, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
// -----
func.func @negative_fft_of_reals(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op expects types for FFT, but got 'tensor<4xf32>' and 'tensor<4xf32>'}}
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_fft_of_other_length(%a: tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op expects last dimensions [4], but got 'tensor<6xf32>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<6xf32>) -> tensor<4xcomplex<f32>>
  return
}
// -----
func.func @negative_fft_of_other_half(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op expects a last dimension of 3, but got 'tensor<4xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_fft_shape(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op expects a result of shape 3, but got 'tensor<4xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}
// -----
func.func @negative_batch_norm_feature(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects a feature dimension in [0, 2), but got 2}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_batch_norm_vector(%a: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects a vector of shape 3, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_batch_norm_shape(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects a tensor of shape 2x3, but got 'tensor<2x4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @negative_fft_of_other_rows(%a: tensor<3x5xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op expects dimensions [8] before the last, but got 'tensor<3x5xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = IRFFT, length = [8, 8] : (tensor<3x5xcomplex<f32>>) -> tensor<8x8xf32>
  return
}
// -----
func.func @negative_batch_norm_of_two_sizes(%a: tensor<4x?xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects vectors of one size, but got 'tensor<2xf32>', 'tensor<3xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<4x?xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<4x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}
