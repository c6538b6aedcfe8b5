// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// A sum grows with its depth, a maximum does not; what reduces over nothing is what it starts from.
func.func @reduce(%x: tensor<100x4xf32> {amp.range = #amp.range<-1.0, 2.0>}, %u: tensor<100x4xf32> {amp.range = #amp.range<0.0, 0.5>}, %y: tensor<100x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-remark @+1 {{: [-100, 200] declared}}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 50] declared}}
  %1 = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [-1, 2] declared}}
  %3 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [0] : (tensor<100x4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 1] declared}}
  %4 = stablehlo.reduce(%u init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<100x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

/// Ones are whole numbers: their sum is exact, and all of it occurs.
func.func @count() {
  // expected-remark @+1 {{: [1, 1] program, integers}}
  %ones = stablehlo.constant dense<1.0> : tensor<70000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-remark @+1 {{: [70000, 70000] program, counted}}
  %0 = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<70000xf32>, tensor<f32>) -> tensor<f32>
  return
}

/// A product is bounded by its depth; on tensor cores its factors are rounded first.
func.func @contraction(%x: tensor<8x64xf32> {amp.range = #amp.range<-1.0, 2.0>}, %w: tensor<64x8xf32> {amp.range = #amp.range<-0.5, 0.5>}, %y: tensor<64x8xf32>, %image: tensor<1x8x8x3xf32> {amp.range = #amp.range<1.0, 2.0>}, %kernel: tensor<3x3x3x4xf32> {amp.range = #amp.range<1.0, 1.0>}) {
  // expected-remark @+1 {{: [-64.25, 64.25] declared}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  // expected-remark @+1 {{: unknown}}
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  // Padding brings zeros in.
  // expected-remark @+1 {{: [0, 54.21] declared}}
  %2 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  return
}

/// Sums over windows, padding included; a window that is not all padding has a maximum of its own.
func.func @windows(%x: tensor<1x8xf32> {amp.range = #amp.range<1.0, 2.0>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-remark @+1 {{: [0, 6] declared}}
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  // expected-remark @+1 {{: [1, 2] declared}}
  %1 = "stablehlo.reduce_window"(%x, %lowest) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  // expected-remark @+1 {{: [-inf, 2] declared}}
  %2 = "stablehlo.reduce_window"(%x, %lowest) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [3, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x12xf32>
  return
}

/// Any number of updates may come to one place.
func.func @scatter(%x: tensor<8xf32> {amp.range = #amp.range<0.0, 1.0>}, %i: tensor<5x1xi32>, %u: tensor<5xf32> {amp.range = #amp.range<1.0, 2.0>}) {
  // expected-remark @+1 {{: [0, 11] declared}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{: [0, 2] declared}}
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8xf32>
  return
}

/// Counted values stay counted, regardless of padding and missing updates: positions by a running sum, degrees by a
/// scattered one.
func.func @counted(%kind: tensor<800x4xi1>, %places: tensor<800x1xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convert %kind : (tensor<800x4xi1>) -> tensor<800x4xf32>
  // expected-remark @+1 {{: [0, 800] program, counted}}
  %1 = "stablehlo.reduce_window"(%0, %zero) <{window_dimensions = array<i64: 800, 1>, padding = dense<[[799, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<800x4xf32>, tensor<f32>) -> tensor<800x4xf32>
  %none = stablehlo.constant dense<0.0> : tensor<20x4xf32>
  // expected-remark @+1 {{: [0, 3200] program, counted}}
  %2 = "stablehlo.scatter"(%none, %places, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20x4xf32>, tensor<800x1xi32>, tensor<800x4xf32>) -> tensor<20x4xf32>
  return
}
