// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-transpose-contractions | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$TURNED:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>

/// The gradient of a weight, of one type and rounded to another.
// CHECK-LABEL: func @product_then_transposed
func.func @product_then_transposed(%a: tensor<4x16xf16>, %b: tensor<16x8xf16>) -> tensor<8x4xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<8x4xf32>
  // CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} outs(%[[E]] :
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %[[P:.*]] = linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$TURNED]]]
  // CHECK-SAME: outs(%[[ZEROS]] : tensor<8x4xf32>)
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x16xf16>, tensor<16x8xf16>) outs(%zeros : tensor<4x8xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %m = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %r = tensor.empty() : tensor<8x4xf16>
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]]
  // CHECK-SAME: ins(%[[P]] : tensor<8x4xf32>)
  %t = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<4x8xf32>) outs(%r : tensor<8x4xf16>) {
  ^bb0(%x: f32, %o: f16):
    %n = arith.truncf %x : f32 to f16
    linalg.yield %n : f16
  } -> tensor<8x4xf16>
  return %t : tensor<8x4xf16>
}

/// A product that is read as it is, too, stays so.
// CHECK-LABEL: func @also_read_straight
func.func @also_read_straight(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$C]]]
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%zeros : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %t = linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

#batchA = affine_map<(b, m, n, k) -> (b, m, k)>
#batchB = affine_map<(b, m, n, k) -> (b, k, n)>
#batchC = affine_map<(b, m, n, k) -> (b, m, n)>
#straight = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#batchLast = affine_map<(d0, d1, d2) -> (d2, d0, d1)>

/// Vectors of results run along rows or columns, never along batches.
// CHECK-LABEL: func @batch_last
func.func @batch_last(%a: tensor<3x4x16xf32>, %b: tensor<3x16x8xf32>) -> tensor<4x8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4x8xf32>) -> tensor<3x4x8xf32>
  // CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x4x8xf32>)
  %p = linalg.generic {indexing_maps = [#batchA, #batchB, #batchC], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x4x16xf32>, tensor<3x16x8xf32>) outs(%zeros : tensor<3x4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x4x8xf32>
  %r = tensor.empty() : tensor<4x8x3xf32>
  %t = linalg.generic {indexing_maps = [#batchLast, #straight], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<3x4x8xf32>) outs(%r : tensor<4x8x3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<4x8x3xf32>
  return %t : tensor<4x8x3xf32>
}

#matA = affine_map<(m, n, k) -> (m, k)>
#matB = affine_map<(m, n, k) -> (k, n)>
#matC = affine_map<(m, n, k) -> (m, n)>
#same = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

/// A check whether all of it is finite reads it as the update does.
// CHECK-LABEL: func @also_reduced
func.func @also_reduced(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %all: tensor<8xi1>) -> (tensor<8x4xf32>, tensor<8xi1>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %[[P:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x4xf32>)
  %p = linalg.generic {indexing_maps = [#matA, #matB, #matC], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%zeros : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #{{.*}}], iterator_types = ["parallel", "reduction"]} ins(%[[P]] : tensor<8x4xf32>)
  %f = linalg.generic {indexing_maps = [#turned, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<4x8xf32>) outs(%all : tensor<8xi1>) {
  ^bb0(%x: f32, %o: i1):
    %c = arith.cmpf ord, %x, %x : f32
    %n = arith.andi %o, %c : i1
    linalg.yield %n : i1
  } -> tensor<8xi1>
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[P]] : tensor<8x4xf32>)
  %r = tensor.empty() : tensor<8x4xf32>
  %t = linalg.generic {indexing_maps = [#turned, #same], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<4x8xf32>) outs(%r : tensor<8x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  return %t, %f : tensor<8x4xf32>, tensor<8xi1>
}
