// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check" -o %t.mlir
// RUN: amp-opt %t.mlir --amp-check-alignment=input=%s -o /dev/null

/// A branch on the opposite condition, and a jump back to another block.
// RUN: sed 's/\^bb1, \^bb2/^bb2, ^bb1/' %t.mlir > %t.swapped.mlir
// RUN: not amp-opt %t.swapped.mlir --amp-check-alignment=input=%s 2>&1 | FileCheck %s
// RUN: sed 's/br \^bb3(/br ^bb4(/' %t.mlir > %t.jump.mlir
// RUN: not amp-opt %t.jump.mlir --amp-check-alignment=input=%s 2>&1 | FileCheck %s
// CHECK: error: breaks "without its padding a program is what it was": 'cf.{{.*}}br' has another counterpart
func.func @main(%p: i1, %x: tensor<64x77xf32>) -> tensor<64x77xf32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %0 = stablehlo.sine %x : tensor<64x77xf32>
  cf.br ^bb3(%0 : tensor<64x77xf32>)
^bb2:
  %1 = stablehlo.cosine %x : tensor<64x77xf32>
  cf.br ^bb4(%1 : tensor<64x77xf32>)
^bb3(%y: tensor<64x77xf32>):
  %2 = stablehlo.tanh %y : tensor<64x77xf32>
  cf.br ^bb4(%2 : tensor<64x77xf32>)
^bb4(%z: tensor<64x77xf32>):
  return %z : tensor<64x77xf32>
}
