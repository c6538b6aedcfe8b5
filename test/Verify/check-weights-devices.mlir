// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-weights --amp-threshold-weights=weights=threshold:4,device=pcm,refresh-steps=3 --amp-check-weights -o %t.mlir
/// 8 bits: 128 pulses at once do not look like a NaN accumulator.
// RUN: amp-opt %s --amp-record-weights --amp-threshold-weights=weights=threshold:8,device=pcm --amp-check-weights -o %t.byte.mlir
// RUN: sed 's/stablehlo.clamp \(%[a-z0-9_]*\), \(%[0-9]*\), \(%[a-z0-9_]*\) : (tensor<i32>, tensor<4x8xi32>.*$/stablehlo.add \2, %zeros : tensor<4x8xi32>/; s/^ *func.func @main(.*/&\n%zeros = stablehlo.constant dense<0> : tensor<4x8xi32>/' %t.byte.mlir > %t.wrapped.mlir
// RUN: not amp-opt %t.wrapped.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=BYTE
// BYTE: error: breaks "whole quanta move the weight, and the accumulator keeps the rest": expects so of 'w' at

/// The key stays as it was; steps are not counted; the seed is another one.
// RUN: sed 's/amp.state "main" (\(.*\), %[a-z0-9_]*, \(%[0-9]*\)) else/amp.state "main" (\1, %arg6, \2) else/' %t.mlir > %t.key.mlir
// RUN: not amp-opt %t.key.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: sed 's/amp.state "main" (\(.*\), %[0-9]*) else/amp.state "main" (\1, %arg7) else/' %t.mlir > %t.step.mlir
// RUN: not amp-opt %t.step.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: sed 's/refresh-steps=3"/refresh-steps=3,seed=9"/' %t.mlir > %t.seed.mlir
// RUN: not amp-opt %t.seed.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: error: breaks "devices share one key and one count of steps": expects every random number to be drawn once, and the key to advance

/// Numbers of the model: another drift; another ceiling; refreshes at other steps.
// RUN: sed 's/refresh-steps=3"/refresh-steps=3,drift=0.05"/' %t.mlir > %t.drift.mlir
// RUN: not amp-opt %t.drift.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: breaks "only weights become integers": a value has another counterpart
// RUN: sed 's/refresh-steps=3"/refresh-steps=3,ceiling=11"/' %t.mlir > %t.ceiling.mlir
// RUN: not amp-opt %t.ceiling.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed 's/refresh-steps=3"/refresh-steps=4"/' %t.mlir > %t.refresh.mlir
// RUN: not amp-opt %t.refresh.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed 's/refresh-steps=3"/refresh-steps=3,refresh-below=5.8"/' %t.mlir > %t.below.mlir
// RUN: not amp-opt %t.below.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed 's/refresh-steps=3"/refresh-steps=3,refresh-above=8.2"/' %t.mlir > %t.above.mlir
// RUN: not amp-opt %t.above.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// MOVE: error: breaks "whole quanta move the weight, and the accumulator keeps the rest": expects so of 'w' at chi + update = {{.*}}, conductances = {{.*}} and {{.*}}, step = {{[0-9]+}}, epsilon = 5.000000e-01

/// A function that the step calls computes something else; the weights that are read for evaluation have another scale.
// RUN: sed 's/stablehlo.tanh %arg0/stablehlo.logistic %arg0/' %t.mlir > %t.callee.mlir
// RUN: not amp-opt %t.callee.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=CALLEE
// CALLEE: error: breaks "only weights become integers": expects the function 'activation' of the f32 step
// RUN: sed '/_read_weights/,$ s/stablehlo.power/stablehlo.add/' %t.mlir > %t.reader.mlir
// RUN: not amp-opt %t.reader.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=READER
// READER: error: breaks "a weight is its integer times epsilon": expects so of 'w'
func.func @main(%w: tensor<4x8xf32>, %x: tensor<2x4xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  %1 = func.call @activation(%0) : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %g = amp.gradients "main" %2 : tensor<4x8xf32>
  %3 = stablehlo.subtract %w, %g : tensor<4x8xf32>
  %s = amp.state "main" (%3) else (%w) names ["w"] : tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}
func.func private @activation(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = stablehlo.tanh %x : tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
