// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bytes that stay as they are: nothing to gain, or nothing known.
// RUN: amp-opt %s -o %t.plain
// RUN: amp-opt %s --amp-align-shapes=align=always -o %t && cmp %t %t.plain
// RUN: amp-opt %s --amp-align-shapes -o %t && cmp %t %t.plain
// RUN: amp-opt %s --amp-align-shapes=align=off -o %t && cmp %t %t.plain
// RUN: amp-opt %s --amp-align-shapes=chip=cpu -o %t && cmp %t %t.plain

func.func @negative_aligned(%x: tensor<64x128xbf16>, %w: tensor<128x32xbf16>) -> tensor<64x32xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x128xbf16>, tensor<128x32xbf16>) -> tensor<64x32xbf16>
  return %0 : tensor<64x32xbf16>
}

func.func @negative_one(%x: tensor<64x1xbf16>, %w: tensor<1x8xbf16>) -> tensor<64x8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x1xbf16>, tensor<1x8xbf16>) -> tensor<64x8xbf16>
  return %0 : tensor<64x8xbf16>
}

func.func @negative_zero(%x: tensor<64x0xbf16>, %w: tensor<0x77xbf16>) -> tensor<64x77xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x0xbf16>, tensor<0x77xbf16>) -> tensor<64x77xbf16>
  return %0 : tensor<64x77xbf16>
}

func.func @negative_huge(%x: tensor<64x2147483647xbf16>, %w: tensor<2147483647x8xbf16>) -> tensor<64x8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x2147483647xbf16>, tensor<2147483647x8xbf16>) -> tensor<64x8xbf16>
  return %0 : tensor<64x8xbf16>
}

func.func @negative_int32(%x: tensor<64x2147483649xbf16>, %w: tensor<2147483649x8xbf16>, %y: tensor<64x2147483648xbf16>, %v: tensor<2147483648x8xbf16>) -> (tensor<64x8xbf16>, tensor<64x8xbf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x2147483649xbf16>, tensor<2147483649x8xbf16>) -> tensor<64x8xbf16>
  %1 = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : (tensor<64x2147483648xbf16>, tensor<2147483648x8xbf16>) -> tensor<64x8xbf16>
  return %0, %1 : tensor<64x8xbf16>, tensor<64x8xbf16>
}

func.func @negative_dynamic(%x: tensor<?x77xbf16>, %w: tensor<77x8xbf16>) -> tensor<?x8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x77xbf16>, tensor<77x8xbf16>) -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}

func.func @negative_double(%x: tensor<64x77xf64>, %w: tensor<77x8xf64>) -> tensor<64x8xf64> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x77xf64>, tensor<77x8xf64>) -> tensor<64x8xf64>
  return %0 : tensor<64x8xf64>
}

func.func @negative_exact(%x: tensor<64x77xf32>, %w: tensor<77x8xf32>) -> tensor<64x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<64x77xf32>, tensor<77x8xf32>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

func.func @negative_vector(%x: tensor<77xbf16>, %w: tensor<77x8xbf16>) -> tensor<8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<77xbf16>, tensor<77x8xbf16>) -> tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

func.func @negative_groups(%x: tensor<1x8x8x6xf32>, %w: tensor<3x3x3x10xf32>) -> tensor<1x6x6x10xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x6xf32>, tensor<3x3x3x10xf32>) -> tensor<1x6x6x10xf32>
  return %0 : tensor<1x6x6x10xf32>
}
