// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Ops with side effects are those of the f32 step, in the same order, in functions that the rewrite inlined, too.
// RUN: amp-opt %s --amp-record-weights --amp-threshold-weights --amp-check-weights -o %t.mlir
// RUN: sed '/@log(/d' %t.mlir > %t.dropped.mlir
// RUN: not amp-opt %t.dropped.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=EFFECT
// RUN: sed 's/^.*@log(.*$/&\n&/' %t.mlir > %t.twice.mlir
// RUN: not amp-opt %t.twice.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=EFFECT
// RUN: sed '/@count(/d' %t.mlir > %t.inlined.mlir
// RUN: not amp-opt %t.inlined.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=EFFECT
// RUN: sed '/^ *call @write(/d' %t.mlir > %t.call.mlir
// RUN: not amp-opt %t.call.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=EFFECT
// EFFECT: error: breaks "only weights become integers": expects the ops with side effects of the f32 step
// RUN: sed 's/@log(%[0-9]*)/@log(%arg2)/' %t.mlir > %t.operand.mlir
// RUN: not amp-opt %t.operand.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: breaks "only weights become integers": a value has another counterpart
func.func @main(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  func.call @write(%0) : (tensor<2x4xf32>) -> ()
  %1 = func.call @square(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %2 : tensor<4x4xf32>
  stablehlo.custom_call @log(%g) {has_side_effect = true} : (tensor<4x4xf32>) -> ()
  %s = func.call @update(%w, %g) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
func.func private @write(%x: tensor<2x4xf32>) {
  stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<2x4xf32>) -> ()
  return
}
/// Without effects: callees do not count as such.
func.func private @square(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
func.func private @update(%w: tensor<4x4xf32>, %g: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  stablehlo.custom_call @count(%g) {has_side_effect = true} : (tensor<4x4xf32>) -> ()
  %s = amp.state "main" (%0) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
