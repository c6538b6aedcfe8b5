// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/step.mlir --amp-convert-marks --amp-scale-loss=loss-scale=dynamic -o %t/scaled.mlir
// RUN: amp-opt %t/scaled.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null
// RUN: sed -e '/func.func @main(/s/-> (tensor<4xf32> {amp.state = "w"}, tensor<4xf32> {amp.state = "m"}/-> (tensor<4xf32> {amp.state = "m"}, tensor<4xf32> {amp.state = "w"}/' %t/scaled.mlir > %t/swapped.mlir
// RUN: not amp-opt %t/swapped.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: breaks "a state keeps its name": expects result 0 to be "w", as argument 0 is, but got "m"

/// A caller that feeds results back by their names would exchange the two.
//--- step.mlir
func.func @main(%w: tensor<4xf32>, %m: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %d = stablehlo.multiply %b, %x : tensor<4xf32>
  %g = amp.gradients "main" %d : tensor<4xf32>
  %m1 = stablehlo.add %m, %g : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %m1 : tensor<4xf32>
  %s:2 = amp.state "main" (%w1, %m1) else (%w, %m) names ["w", "m"] : tensor<4xf32>, tensor<4xf32>
  return %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>
}
