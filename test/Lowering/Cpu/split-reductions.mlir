// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-split-reductions | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>

/// Truth is the same in any order: each row on its own, then the rows.
// CHECK-LABEL: func @all
// CHECK-SAME: (%[[A:.*]]: tensor<512x256xi1>, %[[INIT:.*]]: tensor<i1>)
func.func @all(%a: tensor<512x256xi1>, %init: tensor<i1>) -> tensor<i1> {
  // CHECK: %[[TRUE:.*]] = arith.constant true
  // CHECK: %[[START:.*]] = linalg.fill ins(%[[TRUE]] : i1) outs(%{{.*}} : tensor<512xi1>)
  // CHECK: %[[ROWS:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "reduction"]} ins(%[[A]] : tensor<512x256xi1>) outs(%[[START]] : tensor<512xi1>)
  // CHECK: %[[ALL:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["reduction"]} ins(%[[ROWS]] : tensor<512xi1>) outs(%[[INIT]] : tensor<i1>)
  // CHECK: arith.andi
  // CHECK: return %[[ALL]]
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<512x256xi1>) outs(%init : tensor<i1>) {
  ^bb0(%x: i1, %o: i1):
    %m = arith.andi %o, %x : i1
    linalg.yield %m : i1
  } -> tensor<i1>
  return %0 : tensor<i1>
}

/// The only loop that can be shared is not the first; what feeds the sum stays
/// with it.
// CHECK-LABEL: func @count
func.func @count(%a: tensor<1x4096x64xf32>, %init: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.fill {{.*}} outs(%{{.*}} : tensor<4096xi32>)
  // CHECK: iterator_types = ["reduction", "parallel", "reduction"]
  // CHECK: arith.cmpf
  // CHECK: arith.addi
  // CHECK: iterator_types = ["reduction"]
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.addi
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%a : tensor<1x4096x64xf32>) outs(%init : tensor<i32>) {
  ^bb0(%x: f32, %o: i32):
    %c = arith.cmpf oeq, %x, %zero : f32
    %n = arith.extui %c : i1 to i32
    %m = arith.addi %o, %n : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

/// A sum of floats has an order.
// CHECK-LABEL: func @negative_floats
func.func @negative_floats(%a: tensor<512x256xf32>, %init: tensor<f32>) -> tensor<f32> {
  // CHECK: iterator_types = ["reduction", "reduction"]
  // CHECK-NOT: linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<512x256xf32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

/// Too small for two cores.
// CHECK-LABEL: func @negative_small
func.func @negative_small(%a: tensor<16x256xi1>, %init: tensor<i1>) -> tensor<i1> {
  // CHECK: iterator_types = ["reduction", "reduction"]
  // CHECK-NOT: linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<16x256xi1>) outs(%init : tensor<i1>) {
  ^bb0(%x: i1, %o: i1):
    %m = arith.andi %o, %x : i1
    linalg.yield %m : i1
  } -> tensor<i1>
  return %0 : tensor<i1>
}
