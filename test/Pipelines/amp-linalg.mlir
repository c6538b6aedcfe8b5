// RUN: amp-opt %s --amp="compute=bf16 solver=paint" -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: amp-opt %t.once --amp="compute=bf16 solver=paint" | diff %t.once -
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" --mlir-disable-threading | diff %t.once -
// RUN: not amp-opt %t.once --amp="compute=f16 solver=paint" 2>&1 | FileCheck %s --check-prefix=OTHER

/// The whole way: cast, constant rounded at compile time, nothing of ours left
/// but the record that it was applied. The same policy again changes nothing;
/// another one is refused.

// CHECK: module @mlp attributes {amp.applied = {policy = "[[#%X,]]", stages = ["assign", "place", "fold"]}}
// CHECK: func.func @main(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK: %[[X:.*]] = arith.truncf %arg0 : tensor<4x2xf32> to tensor<4x2xbf16>
// CHECK: %[[W:.*]] = arith.constant dense<{{.*}}3.339840e-01{{.*}}> : tensor<2x2xbf16>
// CHECK: linalg.matmul ins(%[[X]], %[[W]] : tensor<4x2xbf16>, tensor<2x2xbf16>) outs(%{{.*}} : tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NOT: amp.

// OTHER: error: expects a module that no other policy was applied to
module @mlp {
  func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %w = arith.constant dense<[[0.3333333, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
    %init = arith.constant dense<0.0> : tensor<4x2xf32>
    %0 = linalg.matmul ins(%x, %w : tensor<4x2xf32>, tensor<2x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
