// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" -o /dev/null

!t = tensor<5x4xf32>

/// Painting lowers moves before a reduction; an exact comparison then lifts the
/// reduction, and leaves the move to f32 ops.
// CHECK-LABEL: @negative_tie
func.func @negative_tie(%w: tensor<4x3xf32>, %v: tensor<3xf32>) -> tensor<5x3xf32> {
  %0 = stablehlo.dot %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %1 = stablehlo.reduce_precision %0, format = e8m23 : tensor<f32>
  // CHECK: stablehlo.broadcast_in_dim {{.*}}<[], <structure, "moves what f32 ops make and read">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> !t
  // CHECK: stablehlo.reduce{{.*}}<[], <exact, "select">>
  %3 = stablehlo.reduce(%2 init: %1) applies stablehlo.maximum across dimensions = [] : (!t, tensor<f32>) -> !t
  %4 = stablehlo.compare LT, %3, %3 : (!t, !t) -> tensor<5x4xi1>
  %5 = stablehlo.dot %3, %w : (!t, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %5 : tensor<5x3xf32>
}
