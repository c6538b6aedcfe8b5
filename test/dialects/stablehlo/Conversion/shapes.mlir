// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$KEPT:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[$TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$BACK:.*]] = affine_map<(d0) -> (-d0 + 3)>

/// A broadcast or a transpose is a map of a linalg.generic, so that it fuses.
// CHECK-LABEL: @broadcast_rows
// CHECK: linalg.generic {indexing_maps = [#[[$ROWS]],
func.func @broadcast_rows(%a: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @broadcast_size_one
// CHECK: linalg.generic {indexing_maps = [#[[$KEPT]],
func.func @broadcast_size_one(%a: tensor<2x1xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

/// A scalar has no dimensions to transpose: found by amp-fuzz, which compiles one in 200 of its programs.
// CHECK-LABEL: @transpose_scalar
// CHECK-SAME: (%[[A:.*]]: tensor<f32>)
// CHECK-NEXT: return %[[A]]
func.func @transpose_scalar(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.transpose %a, dims = [] : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @transpose
// CHECK: linalg.generic {indexing_maps = [#[[$TURNED]],
func.func @transpose(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: @reverse
// CHECK: linalg.generic {indexing_maps = [#[[$BACK]],
func.func @reverse(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// 2x3x4 and 6x2x2 share 6x4: no detour over one dimension.
// CHECK-LABEL: @reshape_by_shared_shape
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [6, 2, 2]
func.func @reshape_by_shared_shape(%a: tensor<2x3x4xf32>) -> tensor<6x2x2xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x3x4xf32>) -> tensor<6x2x2xf32>
  return %0 : tensor<6x2x2xf32>
}

// CHECK-LABEL: @reshape_of_nothing
// CHECK: tensor.empty() : tensor<7x0xf32>
func.func @reshape_of_nothing(%a: tensor<0x3xf32>) -> tensor<7x0xf32> {
  %0 = stablehlo.reshape %a : (tensor<0x3xf32>) -> tensor<7x0xf32>
  return %0 : tensor<7x0xf32>
}

/// Elements that negative padding removes are never copied.
// CHECK-LABEL: @pad_cut_and_spread
// CHECK: %[[KEPT:.*]] = tensor.extract_slice %{{.*}}[1] [2] [1]
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK: tensor.insert_slice %[[KEPT]] into %[[FILLED]][1] [2] [2]
func.func @pad_cut_and_spread(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = stablehlo.pad %a, %v, low = [-1], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

/// The start is held between 0 and what leaves room for the slice.
// CHECK-LABEL: @dynamic_slice
// CHECK: %[[LAST:.*]] = arith.constant 6 : i64
// CHECK: arith.maxsi
// CHECK: %[[START:.*]] = arith.minsi %{{.*}}, %[[LAST]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[START]]
// CHECK: tensor.extract_slice %{{.*}}[%[[INDEX]]] [4] [1]
func.func @dynamic_slice(%a: tensor<10xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [4] : (tensor<10xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @concatenate
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0] [2] [1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[2] [3] [1]
func.func @concatenate(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<5xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

/// Low bits come first.
// CHECK-LABEL: @bitcast_split
// CHECK: %[[PLACE:.*]] = linalg.index 1
// CHECK: arith.shrui
// CHECK: arith.trunci %{{.*}} : i32 to i8
func.func @bitcast_split(%a: tensor<2xf32>) -> tensor<2x4xui8> {
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x4xui8>
  return %0 : tensor<2x4xui8>
}
