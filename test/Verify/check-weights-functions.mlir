// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Functions without weights are those of the f32 step.
// RUN: amp-opt %s --amp-record-weights --amp-threshold-weights --amp-check-weights -o %t.mlir
// RUN: sed 's/stablehlo.sine/stablehlo.cosine/' %t.mlir > %t.marked.mlir
// RUN: not amp-opt %t.marked.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MARKED
// MARKED: error: breaks "only weights become integers": a value has another counterpart
// RUN: sed 's/stablehlo.tanh/stablehlo.logistic/' %t.mlir > %t.other.mlir
// RUN: not amp-opt %t.other.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: sed '/@predict/,/^  }/d' %t.mlir > %t.gone.mlir
// RUN: not amp-opt %t.gone.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: error: breaks "only weights become integers": expects the function 'predict' of the f32 step
func.func @main(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %2 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
/// A step of a bias, which no matmul reads.
func.func @shift(%b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %b : tensor<4xf32>
  %g = amp.gradients "shift" %0 : tensor<4xf32>
  %1 = stablehlo.subtract %b, %g : tensor<4xf32>
  %s = amp.state "shift" (%1) else (%b) names ["b"] : tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func @predict(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.tanh %x : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
