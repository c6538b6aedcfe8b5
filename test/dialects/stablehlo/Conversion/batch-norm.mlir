// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

/// f16 sums are f32, and each result is rounded once.
// CHECK-LABEL: @training_f16
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} {{.*}}outs(%{{.*}} : tensor<3xf32>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} {{.*}}outs(%{{.*}} : tensor<3xf32>)
// CHECK: %[[OUT:.*]] = linalg.generic {{.*}}outs(%{{.*}} : tensor<4x3xf16>)
// CHECK: math.sqrt %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @training_f16(%x: tensor<4x3xf16>, %scale: tensor<3xf16>) -> (tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %scale) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>
}
