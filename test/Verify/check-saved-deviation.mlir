// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A value may be restored as the sum of its stored deviation and its mean, as amp-store-saved writes it. Mutants are refused.
// RUN: rm -rf %t && split-file %s %t
// RUN: amp-opt %t/step.mlir --amp-store-saved=least-elements=8 -o %t/right.mlir
// RUN: amp-opt %t/right.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=RIGHT --input-file=%t/right.mlir
// RIGHT: stablehlo.add %[[R:.*]], %[[MEAN:.*]] : tensor<4x8xf32>
// RUN: sed 's/stablehlo.add %\([0-9]*\), %\([0-9]*\)/stablehlo.subtract %\1, %\2/' %t/right.mlir > %t/sign.mlir
// RUN: not amp-opt %t/sign.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: sed 's/stablehlo.add %\([0-9]*\), %\([0-9]*\)/stablehlo.add %\1, %arg1/' %t/right.mlir > %t/mean.mlir
// RUN: not amp-opt %t/mean.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// OP: error: {{.*}}breaks "only stored values lose bits": an op has another counterpart
/// The deviation from ten means is far from zero, so that the sum cancels.
// RUN: sed 's/1.250000e-01/1.250000e+00/' %t/step.mlir > %t/far.step.mlir
// RUN: sed 's/1.250000e-01/1.250000e+00/' %t/right.mlir > %t/far.mlir
// RUN: not amp-opt %t/far.mlir --amp-check-saved=input=%t/far.step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: amp-opt %t/far.step.mlir --amp-record-saved --amp-store-saved=least-elements=8 --amp-check-saved -o /dev/null
/// A barrier forwards the stored value, which the step returns.
// RUN: sed 's/return %\([0-9]*\), .*#1,/return %\1, %\1,/' %t/barrier.mlir > %t/late.mlir
// RUN: amp-opt %t/late.mlir --amp-store-saved=least-elements=8 -o %t/late.right.mlir
// RUN: sed 's/return %\([0-9]*\), %[0-9]*,/return %\1, %returned#1,/; s/%\([0-9]*\):2 = \(.*barrier\)/%returned:2 = \2/; s/%[0-9]*#/%returned#/g' %t/late.right.mlir > %t/returned.mlir
// RUN: not amp-opt %t/returned.mlir --amp-check-saved=input=%t/barrier.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=RETURNED
// RETURNED: error: {{.*}}breaks "stored values serve the backward pass alone": it reads what is computed from one

//--- step.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %eighth = stablehlo.constant dense<1.250000e-01> : tensor<4xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.multiply %sum, %eighth : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %h, %means : tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %d, %b : tensor<4x8xf32>
  %g2 = stablehlo.multiply %h, %b : tensor<4x8xf32>
  return %g, %g2, %loss : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}

//--- barrier.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %returned:2 = stablehlo.optimization_barrier %b, %h : tensor<4x8xf32>, tensor<4x8xf32>
  %1 = stablehlo.multiply %returned#0, %returned#1 : tensor<4x8xf32>
  return %1, %returned#1, %loss : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}
