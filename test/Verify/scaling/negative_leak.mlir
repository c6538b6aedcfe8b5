// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-convert-marks --amp-scale-loss=loss-scale=static:1024 -o %t.mlir
// RUN: amp-opt %t.mlir --amp-check-scaling=input=%s -o /dev/null
// RUN: sed -e 's/%[0-9]* = stablehlo.or %found_inf_3, %found_inf : tensor<i1>//' -e 's/amp.guard %[0-9]*,/amp.guard %found_inf_3,/' -e 's/return \(.*\), %[0-9]* :/return \1, %found_inf_3 :/' %t.mlir > %t.wrong.mlir
// RUN: not amp-opt %t.wrong.mlir --amp-check-scaling=input=%s -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: breaks "a flag tests each element of its gradients": the flag that guards state "amax" does not test what it is computed from
// CHECK: note: unscaled here

/// A mask hides an overflow of the amax from the gradient, whose flag alone does not tell.
func.func @main(%w: tensor<4xf32>, %amax: tensor<4xf32>, %x: tensor<4xf32>, %m: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %d = stablehlo.multiply %b, %x : tensor<4xf32>
  %a = stablehlo.abs %d : tensor<4xf32>
  %k = stablehlo.select %m, %d, %z : tensor<4xi1>, tensor<4xf32>
  %g = amp.gradients "main" %k : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %s:2 = amp.state "main" (%w1, %a) else (%w, %amax) names ["w", "amax"] : tensor<4xf32>, tensor<4xf32>
  return %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>
}
