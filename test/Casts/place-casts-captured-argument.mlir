// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 preset=torch-cuda" | FileCheck %s

/// An argument that its function takes in the low type is read as it is, in
/// bodies too.
// CHECK-LABEL: func.func private @captured
// CHECK-SAME: (%[[S:.*]]: tensor<bf16>)
// CHECK-NOT: convert %[[S]]
// CHECK: stablehlo.map
// CHECK: stablehlo.add %{{.*}}, %[[S]] : tensor<bf16>
// CHECK: stablehlo.maximum %{{.*}}, %[[S]] : tensor<bf16>
module {
  func.func private @captured(%s: tensor<f32>) -> tensor<8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.add %a, %s : tensor<f32>
      %n = stablehlo.maximum %m, %s : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func @main(%s: tensor<f32>) -> tensor<8x8xf32> {
    %0 = func.call @captured(%s) : (tensor<f32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
