// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function for each family of kernels.
func.func @f16(%a: tensor<512x256xf16>, %b: tensor<256x1024xf16>, %bias: tensor<1024xf16>) -> tensor<512x1024xf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<512x1024xf16>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x256xf16>, tensor<256x1024xf16>) -> tensor<512x1024xf16>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<1024xf16>) -> tensor<512x1024xf16>
  %2 = stablehlo.add %0, %1 : tensor<512x1024xf16>
  %3 = stablehlo.maximum %2, %zero : tensor<512x1024xf16>
  return %3 : tensor<512x1024xf16>
}
func.func @bf16(%a: tensor<512x256xbf16>, %b: tensor<1024x256xbf16>) -> tensor<512x1024xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<512x256xbf16>, tensor<1024x256xbf16>) -> tensor<512x1024xf32>
  return %0 : tensor<512x1024xf32>
}
func.func @tf32(%a: tensor<512x256xf32>, %b: tensor<256x1024xf32>) -> tensor<512x1024xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x1024xf32>) -> tensor<512x1024xf32>
  return %0 : tensor<512x1024xf32>
}
func.func @exact(%a: tensor<512x256xf32>, %b: tensor<256x1024xf32>) -> tensor<512x1024xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<512x256xf32>, tensor<256x1024xf32>) -> tensor<512x1024xf32>
  return %0 : tensor<512x1024xf32>
}
func.func @batched(%q: tensor<4x128x8x64xbf16>, %k: tensor<4x128x8x64xbf16>) -> tensor<4x8x128x128xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x128x8x64xbf16>, tensor<4x128x8x64xbf16>) -> tensor<4x8x128x128xf32>
  return %0 : tensor<4x8x128x128xf32>
}
func.func @convolution(%x: tensor<8x16x16x64xbf16>, %w: tensor<3x3x64x128xbf16>) -> tensor<8x14x14x128xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x16x16x64xbf16>, tensor<3x3x64x128xbf16>) -> tensor<8x14x14x128xbf16>
  return %0 : tensor<8x14x14x128xbf16>
}
func.func @filter_gradient(%x: tensor<8x16x16x64xbf16>, %dy: tensor<8x14x14x128xbf16>) -> tensor<3x3x64x128xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x16x16x64xbf16>, tensor<8x14x14x128xbf16>) -> tensor<3x3x64x128xf32>
  return %0 : tensor<3x3x64x128xf32>
}
func.func @input_gradient(%dy: tensor<8x14x14x128xbf16>, %w: tensor<3x3x64x128xbf16>) -> tensor<8x16x16x64xbf16> {
  %0 = stablehlo.reverse %w, dims = [0, 1] : tensor<3x3x64x128xbf16>
  %1 = stablehlo.convolution(%dy, %0) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x14x14x128xbf16>, tensor<3x3x64x128xbf16>) -> tensor<8x16x16x64xbf16>
  return %1 : tensor<8x16x16x64xbf16>
}
func.func @map(%a: tensor<512x1024xf32>, %b: tensor<512x1024xf32>) -> tensor<512x1024xbf16> {
  %0 = stablehlo.subtract %a, %b : tensor<512x1024xf32>
  %1 = stablehlo.convert %0 : (tensor<512x1024xf32>) -> tensor<512x1024xbf16>
  return %1 : tensor<512x1024xbf16>
}
func.func @row(%x: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<512x1024xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
  %3 = stablehlo.divide %0, %2 : tensor<512x1024xf32>
  return %3 : tensor<512x1024xf32>
}
func.func @columns(%x: tensor<512x1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
func.func @all(%x: tensor<512x2048xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x2048xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @gather(%table: tensor<1000x64xf32>, %i: tensor<512x1xi32>) -> tensor<512x64xf32> {
  %0 = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<1000x64xf32>, tensor<512x1xi32>) -> tensor<512x64xf32>
  return %0 : tensor<512x64xf32>
}
func.func @scatter(%table: tensor<1000x64xf32>, %i: tensor<512x1xi32>, %u: tensor<512x64xf32>) -> tensor<1000x64xf32> {
  %0 = "stablehlo.scatter"(%table, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x64xf32>, tensor<512x1xi32>, tensor<512x64xf32>) -> tensor<1000x64xf32>
  return %0 : tensor<1000x64xf32>
}
func.func @sort(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<64x100xf32>) -> tensor<64x100xf32>
  return %0 : tensor<64x100xf32>
}
func.func @rng(%key: tensor<2xui64>) -> (tensor<2xui64>, tensor<4096xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4096xui32>)
  return %0, %1 : tensor<2xui64>, tensor<4096xui32>
}
