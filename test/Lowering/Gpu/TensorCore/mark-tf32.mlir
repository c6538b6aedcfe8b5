// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-mark-tf32 | FileCheck %s
// RUN: amp-opt %s --amp-mark-tf32 --stablehlo-to-linalg | FileCheck %s --check-prefix=LINALG

/// As XLA does, unless one of the factors asks for HIGHEST.
// CHECK-LABEL: func.func @default
// CHECK: dot_general {{.*}}amp.tf32
// LINALG-LABEL: func.func @default
// LINALG: arith.mulf %{{.*}}, %{{.*}} {amp.tf32} : f32
func.func @default(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @highest
// CHECK-NOT: amp.tf32
// LINALG-LABEL: func.func @highest
// LINALG: arith.mulf %{{.*}}, %{{.*}} : f32
func.func @highest(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @bf16
// CHECK-NOT: amp.tf32
func.func @bf16(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @convolution
// CHECK: stablehlo.convolution{{.*}}amp.tf32
// LINALG-LABEL: func.func @convolution
// LINALG: arith.mulf %{{.*}}, %{{.*}} {amp.tf32} : f32
func.func @convolution(%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x8xf32>) -> tensor<2x6x6x8xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<2x6x6x8xf32>
  return %0 : tensor<2x6x6x8xf32>
}
