// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Dimensions that are known at run time only. Without dynamic=round-up they stay (negative_align-shapes.mlir).
// RUN: amp-opt %s --amp-align-shapes="align=always dynamic=round-up check" --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-align-shapes=align=always --split-input-file | FileCheck %s --check-prefix=KEEP
// KEEP-NOT: amp.unpadded
// KEEP-NOT: tensor<?x8xbf16>
// RUN: amp-opt %s --amp-align-shapes="align=profitable dynamic=round-up remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// SAID: dynamic.mlir:[[#@LINE+23]]:8: remark: pads a dynamic dimension to the next multiple of 8: in 3 products, by 2 pads and 1 slices

/// The next multiple of 16 bytes, computed where the function starts; one pad where the chain starts, one slice where it ends, a mask where a product
/// would sum what is behind the end. What is contracted has one size.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.*]]: tensor<64x?xbf16>, %[[W:.*]]: tensor<?x128xbf16>)
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[X]], dim = 1
// CHECK-DAG: %[[MORE:.*]] = stablehlo.add %[[SIZE]], %[[SEVEN:[a-z0-9_]*]] {{.*}} : tensor<i32>
// CHECK-DAG: %[[SEVEN]] = stablehlo.constant {{.*}} dense<7> : tensor<i32>
// CHECK-DAG: %[[COUNT:.*]] = stablehlo.divide %[[MORE]], %[[EIGHT:[a-z0-9_]*]] {{.*}} : tensor<i32>
// CHECK-DAG: %[[EIGHT]] = stablehlo.constant {{.*}} dense<8> : tensor<i32>
// CHECK-DAG: %[[NEXT:.*]] = stablehlo.multiply %[[COUNT]], %[[EIGHT]]
// CHECK-DAG: stablehlo.subtract %[[NEXT]], %[[SIZE]]
// CHECK-NOT: get_dimension_size
// CHECK-DAG: %[[LONG:.*]] = stablehlo.dynamic_pad %[[X]], {{.*}} {amp.unpadded = array<i64: 64, -1>}
// CHECK-DAG: %[[WLONG:.*]] = stablehlo.dynamic_pad %[[W]], {{.*}} {amp.unpadded = array<i64: -1, 128>}
// CHECK: stablehlo.dot_general %[[LONG]], %[[WLONG]]
// CHECK: %[[COS:.*]] = stablehlo.cosine
// CHECK: %[[CUT:.*]] = stablehlo.real_dynamic_slice %[[COS]]
// CHECK: %[[MASKED:.*]] = stablehlo.select %{{.*}}, %[[COS]],
// CHECK: %[[R:.*]] = stablehlo.dot_general %[[MASKED]], %[[WLONG]]
// CHECK: return %[[R]], %[[CUT]]
func.func @chain(%x: tensor<64x?xbf16>, %w: tensor<?x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x?xbf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x?xbf16>, tensor<?x128xbf16>) -> tensor<64x128xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [1] : (tensor<64x128xbf16>, tensor<?x128xbf16>) -> tensor<64x?xbf16>
  %2 = stablehlo.cosine %1 : tensor<64x?xbf16>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x?xbf16>, tensor<?x128xbf16>) -> tensor<64x128xbf16>
  return %3, %2 : tensor<64x128xbf16>, tensor<64x?xbf16>
}

// -----

/// Ops that read their shape are given the longer one; the size comes as an integer in a private function; a reshape that splits a known dimension beside.
// CHECK-LABEL: func.func @main(
// CHECK: call @scores(
// CHECK-LABEL: func.func private @scores(
// CHECK-SAME: %[[N:.*]]: tensor<i64>,
// CHECK: %[[SIZE:.*]] = stablehlo.convert %[[N]] {{.*}} : (tensor<i64>) -> tensor<i32>
// CHECK: %[[NEXT:.*]] = stablehlo.multiply
// CHECK: %[[NEXT1:.*]] = stablehlo.reshape %[[NEXT]]
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, %[[NEXT1]], dim = 0
// CHECK: %[[SPLIT:.*]] = stablehlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<?x16xf32>, tensor<3xi64>) -> tensor<?x2x8xf32>
// CHECK: %[[LONG:.*]] = stablehlo.dynamic_pad %[[SPLIT]],
// CHECK: %[[DOT:.*]] = stablehlo.dot_general %[[LONG]], %[[LONG]]
/// Rows end here.
// CHECK: stablehlo.real_dynamic_slice %[[DOT]],
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[ALL]], dims = []
// CHECK: stablehlo.dynamic_iota %[[ALL]], dim = 2
// CHECK-NOT: real_dynamic_slice
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum
// CHECK-NEXT: return
func.func @main(%x: tensor<?x16xf32>) -> tensor<2x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = call @scores(%1, %x) : (tensor<i64>, tensor<?x16xf32>) -> tensor<2x?xf32>
  return %2 : tensor<2x?xf32>
}
func.func private @scores(%n: tensor<i64>, %x: tensor<?x16xf32>) -> tensor<2x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %eight = stablehlo.constant dense<8> : tensor<1xi64>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n1 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %split = stablehlo.concatenate %n1, %two, %eight, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %0 = stablehlo.dynamic_reshape %x, %split : (tensor<?x16xf32>, tensor<3xi64>) -> tensor<?x2x8xf32>
  %1 = stablehlo.dot_general %0, %0, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<?x2x8xf32>, tensor<?x2x8xf32>) -> tensor<2x?x?xf32>
  %whole = stablehlo.concatenate %two, %n1, %n1, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %2 = stablehlo.dynamic_broadcast_in_dim %half, %whole, dims = [] : (tensor<f32>, tensor<3xi64>) -> tensor<2x?x?xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<2x?x?xf32>
  %4 = stablehlo.dynamic_iota %whole, dim = 2 : (tensor<3xi64>) -> tensor<2x?x?xf32>
  %5 = stablehlo.add %3, %4 : tensor<2x?x?xf32>
  %6 = stablehlo.reduce(%5 init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x?x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  return %6 : tensor<2x?xf32>
}
