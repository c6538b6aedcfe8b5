// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-distinct-results | FileCheck %s

/// The caller gives each result a buffer of its own, and has its arguments still.
// CHECK-LABEL: @twice(
// CHECK-SAME: %[[A:[^ ]*]]: tensor<4xf32> {bufferization.writable = false}, %[[B:[^ ]*]]: tensor<4xf32> {bufferization.writable = false}
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK: return %[[A]], %[[B]], %[[COPY]]
func.func @twice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  return %a, %b, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

/// Arguments of a private function may be overwritten where bufferization allows it.
// CHECK-LABEL: func.func private @helper(
// CHECK-SAME: %{{[^ ]*}}: tensor<4xf32>)
func.func private @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
