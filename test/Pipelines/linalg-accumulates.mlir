// RUN: amp-opt %s --amp="compute=f16 preset=default solver=paint" | FileCheck %s

/// The init operand of a structured contraction has its accumulation type, so the value
/// stays f32 although the next product reads it low.
// CHECK: %[[X:.*]] = arith.truncf %arg0
// CHECK-NEXT: %[[FIRST:.*]] = linalg.matmul ins(%[[X]], %[[X]] : tensor<4x4xf16>, tensor<4x4xf16>) outs(%arg1 : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %[[LOW:.*]] = arith.truncf %[[FIRST]]
// CHECK-NEXT: linalg.matmul ins(%[[LOW]], %[[X]] : tensor<4x4xf16>, tensor<4x4xf16>) outs(%arg1 : tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @chain(%x: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
