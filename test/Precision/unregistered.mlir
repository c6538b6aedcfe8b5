// RUN: amp-opt %s --allow-unregistered-dialect --amp="compute=f16 solver=paint" | FileCheck %s
// RUN: amp-opt %s --allow-unregistered-dialect --amp="compute=bf16 solver=paint" -o /dev/null
// RUN: amp-opt %s --allow-unregistered-dialect --amp="compute=f16" -o /dev/null
// RUN: amp-opt %s --allow-unregistered-dialect --amp="compute=f16 preset=apex-o2" -o /dev/null

/// Nothing is known about ops of unregistered dialects: operands and results stay f32, and so do the arguments of their regions.
/// Ops inside that are known are judged as others are.
// CHECK-LABEL: @opaque(
func.func @opaque(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %zero: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[P:.*]] = linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
  %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: "other.op"(%[[P]]) ({
  %1 = "other.op"(%0) ({
  ^bb0(%a: f32, %b: f32):
    // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
    %2 = arith.addf %a, %b : f32
    // CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>) outs(%{{.*}} : tensor<8x8xf32>)
    %3 = linalg.matmul ins(%0, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
    // CHECK: "other.yield"(%{{.*}}, %{{.*}}) : (f32, tensor<8x8xf32>) -> ()
    "other.yield"(%2, %3) : (f32, tensor<8x8xf32>) -> ()
  // CHECK: }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
  %4 = linalg.matmul ins(%1, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
