// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

/// Every lane is merged in rounds, with one lane of scratch memory that all
/// share; of equal elements the left one goes first.
// CHECK-LABEL: @sort
// CHECK: %[[SCRATCH:.*]] = linalg.fill {{.*}} -> tensor<100xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg0, %{{.*}} = %[[SCRATCH]])
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %[[RIGHT_FIRST:.*]] = arith.cmpf olt
// CHECK: arith.andi %[[RIGHT_FIRST]]
func.func @sort(%a: tensor<3x100xf32>) -> tensor<3x100xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x100xf32>) -> tensor<3x100xf32>
  return %0 : tensor<3x100xf32>
}

/// One element is in order.
// CHECK-LABEL: @sort_one
// CHECK-NEXT: return %arg0
func.func @sort_one(%a: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
