// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 * 2 + d3 * 3)>

/// The language leaves the order of a sum open, and the sum says so.
// CHECK-LABEL: @sum
// CHECK: %[[INIT:.*]] = linalg.fill
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} {{.*}} outs(%[[INIT]]
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
func.func @sum(%a: tensor<2x8xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

/// A reduction whose body is more than one addition is computed in order.
// CHECK-LABEL: @sum_of_squares
// CHECK: linalg.generic
// CHECK-NOT: reassoc
func.func @sum_of_squares(%a: tensor<2x8xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = stablehlo.multiply %y, %y : tensor<f32>
    %t = stablehlo.add %x, %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }
  return %0 : tensor<2xf32>
}

/// Two results come from one op.
// CHECK-LABEL: @argmax
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>)
func.func @argmax(%a: tensor<8xf32>, %i: tensor<8xi32>, %z: tensor<f32>, %n: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = stablehlo.reduce(%a init: %z), (%i init: %n) across dimensions = [0] : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32>
    %p = stablehlo.select %c, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %p : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

/// Windows are a map; the padding is the initial value.
// CHECK-LABEL: @windows
// CHECK: tensor.insert_slice %{{.*}}[1, 0] [6, 9] [1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$WINDOW]],
// CHECK: arith.maximumf
func.func @windows(%a: tensor<6x9xf32>, %z: tensor<f32>) -> tensor<5x3xf32> {
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<6x9xf32>, tensor<f32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

/// One pass over the windows: the place that select keeps, then the sum there.
// CHECK-LABEL: @select_and_scatter
// CHECK: %[[FLAT:.*]] = linalg.fill {{.*}} -> tensor<64xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[FLAT]])
// CHECK: arith.cmpf oge
// CHECK: scf.if
// CHECK: tensor.insert
// CHECK: tensor.expand_shape
func.func @select_and_scatter(%a: tensor<8x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
