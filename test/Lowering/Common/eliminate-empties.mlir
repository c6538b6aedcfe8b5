// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fill that is inserted is computed in its place; without an insertion nothing changes.
// RUN: amp-opt --amp-eliminate-empties --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @inserted(%arg0: tensor<8xf32>
// CHECK: %[[PLACE:.*]] = tensor.extract_slice %arg0[2] [4] [1]
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[PLACE]] : tensor<4xf32>)
// CHECK-NOT: tensor.empty
func.func @inserted(%x: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%v : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %whole = tensor.insert_slice %fill into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %whole : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @returned
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[EMPTY]] : tensor<4xf32>)
func.func @returned(%v: f32) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%v : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %fill : tensor<4xf32>
}
