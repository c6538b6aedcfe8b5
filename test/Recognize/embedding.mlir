// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s
// RUN: amp-opt %s --amp=compute=bf16 | FileCheck %s --check-prefix=LOW

/// Rows of a table that is an argument, also behind a call: they stay f32, and the table is not cast.
// CHECK-LABEL: @main
// LOW-LABEL: @main(
// LOW-NOT: tensor<50000x64xbf16>
func.func @main(%table: tensor<50000x64xf32>, %rows: tensor<8x1xi32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %0 = func.call @take(%table, %rows) : (tensor<50000x64xf32>, tensor<8x1xi32>) -> tensor<8x64xf32>
  %1 = stablehlo.dot %0, %w : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}
// CHECK-LABEL: @take
func.func private @take(%table: tensor<50000x64xf32>, %rows: tensor<8x1xi32>) -> tensor<8x64xf32> {
  // CHECK: "stablehlo.gather"({{.*}}amp.role = "embedding.output"
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<50000x64xf32>, tensor<8x1xi32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

/// Elements of what was computed are no embedding.
// CHECK-LABEL: @negative_computed
func.func @negative_computed(%x: tensor<64x64xf32>, %rows: tensor<8x1xi32>) -> tensor<8x64xf32> {
  %0 = stablehlo.dot %x, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: "stablehlo.gather"
  // CHECK-NOT: embedding
  // CHECK: return
  %1 = "stablehlo.gather"(%0, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<64x64xf32>, tensor<8x1xi32>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}
