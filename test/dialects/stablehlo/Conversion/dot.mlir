// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-DAG: #[[$BATCHED_LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[$BATCHED_RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[$BATCHED_OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[$TRANSPOSED:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>

/// Sums of 16-bit products are f32 and rounded once, in an op of their own.
// CHECK-LABEL: @batched_f16
// CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<4x8x32xf32>
// CHECK: %[[SUMS:.*]] = linalg.generic {indexing_maps = [#[[$BATCHED_LHS]], #[[$BATCHED_RHS]], #[[$BATCHED_OUT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} {{.*}} outs(%[[ZEROS]]
// CHECK-NEXT: ^bb0(%[[A:.*]]: f16, %[[B:.*]]: f16, %[[SUM:.*]]: f32)
// CHECK-NEXT: %[[WIDE_A:.*]] = arith.extf %[[A]]
// CHECK-NEXT: %[[WIDE_B:.*]] = arith.extf %[[B]]
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[WIDE_A]], %[[WIDE_B]] : f32
// CHECK-NEXT: arith.addf %[[SUM]], %[[PRODUCT]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]]
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @batched_f16(%a: tensor<4x8x16xf16>, %b: tensor<4x16x32xf16>) -> tensor<4x8x32xf16> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x16xf16>, tensor<4x16x32xf16>) -> tensor<4x8x32xf16>
  return %0 : tensor<4x8x32xf16>
}

/// A wide result is the sum itself.
// CHECK-LABEL: @bf16_to_f32
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @bf16_to_f32(%a: tensor<8x16xbf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xbf16>, tensor<16x4xbf16>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

/// Operands are indexed as they are, never transposed.
// CHECK-LABEL: @transposed_lhs
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$TRANSPOSED]]
func.func @transposed_lhs(%a: tensor<16x8xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

/// Each integer is extended by its own sign.
// CHECK-LABEL: @mixed_signs
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.muli
func.func @mixed_signs(%a: tensor<4x8xui8>, %b: tensor<8xi8>) -> tensor<4xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xui8>, tensor<8xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

/// The older op is the same product.
// CHECK-LABEL: @dot
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
func.func @dot(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

/// Of two vectors it is a scalar.
// CHECK-LABEL: @vectors
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]{{.*}} outs(%{{.*}} : tensor<f32>)
func.func @vectors(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

/// And of two scalars, their product.
// CHECK-LABEL: @scalars
// CHECK: linalg.generic {{.*}}iterator_types = []{{.*}} outs(%{{.*}} : tensor<f32>)
func.func @scalars(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
