// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-count-overflow | FileCheck %s

#exp = loc("model.py":3:7)
#mul = loc("jit(step)/mul"(#exp))
#name = loc("jit(step)/convert")

/// What makes floats is watched, with its place; layout is not, nor constants.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<4x1xf16>, tensor<i32> {amp.ops = ["stablehlo.exponential at model.py:3:7", "stablehlo.multiply at jit(step)/mul model.py:3:7", "stablehlo.convert at jit(step)/convert"], amp.role = "first_overflow", jax.result_info = "debug.first_overflow"}, tensor<3x3xi32> {amp.role = "overflow_counts", jax.result_info = "debug.overflow_counts"})
// CHECK: %[[E:.*]] = stablehlo.exponential %arg0
// CHECK: %[[NAN:.*]] = stablehlo.compare NE, %[[E]], %[[E]]
// CHECK: stablehlo.is_finite %[[E]]
// CHECK: stablehlo.reduce
// CHECK: stablehlo.multiply %[[E]], %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.convert {{.*}} : (tensor<4xf32>) -> tensor<4xf16>
// CHECK: %[[TABLE:.*]] = stablehlo.reshape %{{.*}} : (tensor<9xi32>) -> tensor<3x3xi32>
// CHECK: %[[FIRST:.*]] = stablehlo.select
// CHECK: return %{{.*}}, %[[FIRST]], %[[TABLE]]
func.func @main(%x: tensor<4xf32>) -> tensor<4x1xf16> {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.exponential %x : tensor<4xf32> loc(#exp)
  %1 = stablehlo.multiply %0, %two : tensor<4xf32> loc(#mul)
  %2 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xf16> loc(#name)
  %3 = stablehlo.reshape %2 : (tensor<4xf16>) -> tensor<4x1xf16>
  return %3 : tensor<4x1xf16>
}

/// Without floats, nothing can overflow.
// CHECK-LABEL: func.func @integers(%arg0: tensor<4xi32>) -> tensor<4xi32>
func.func @integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.add %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
