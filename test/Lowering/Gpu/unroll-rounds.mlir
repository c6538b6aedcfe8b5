// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-unroll-rounds --canonicalize | FileCheck %s

/// The results of one iteration are the operands of the next one.
// CHECK-LABEL: func.func @rounds
// CHECK-SAME: %[[A:.*]]: tensor<4xi32>, %[[B:.*]]: tensor<4xi32>
// CHECK: %[[C:.*]] = linalg.add ins(%[[A]], %[[B]] :
// CHECK: %[[D:.*]] = linalg.add ins(%[[B]], %[[C]] :
// CHECK: %[[E:.*]] = linalg.add ins(%[[C]], %[[D]] :
// CHECK: return %[[D]], %[[E]]
func.func @rounds(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xi32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xi32>, tensor<4xi32>) {
    %s = linalg.add ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    scf.yield %y, %s : tensor<4xi32>, tensor<4xi32>
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

/// Many turns, turns that only the run counts, and those with products stay
/// loops: their code would be there often.
// CHECK-LABEL: func.func @loops
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
func.func @loops(%a: tensor<4x4xf32>, %n: index) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %many = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %a) -> tensor<4x4xf32> {
    %s = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  %unknown = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<4x4xf32> {
    %s = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  %products = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> tensor<4x4xf32> {
    %s = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  return %many, %unknown, %products : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
