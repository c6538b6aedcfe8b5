// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && split-file %s %t
// RUN: amp-opt %t/step.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null
// RUN: sed 's/tanh/sine/; s/amp.seed "main"/stablehlo.negate/' %t/step.mlir > %t/no_seed.mlir
// RUN: not amp-opt %t/no_seed.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: error: {{.*}}breaks "only stored values lose bits": its seeds are gone
// RUN: sed '/@eval/,/^}/s/tanh/sine/' %t/step.mlir > %t/eval.mlir
// RUN: not amp-opt %t/eval.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=EVAL
// EVAL: error: {{.*}}breaks "only stored values lose bits": an op has another counterpart
// RUN: sed '/@eval/,/^}/d' %t/step.mlir > %t/gone.mlir
// RUN: not amp-opt %t/gone.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: error: breaks "only stored values lose bits": the public function 'eval' is gone
// RUN: not amp-opt %t/step.mlir --amp-check-saved=input=%t/gone.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEW
// NEW: error: {{.*}}breaks "only stored values lose bits": a public function is new
// RUN: sed '/@shared/,/^}/s/add/subtract/' %t/step.mlir > %t/shared.mlir
// RUN: not amp-opt %t/shared.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: error: {{.*}}breaks "only stored values lose bits": a function has another body

// RUN: amp-opt %t/composite.mlir --amp-record-saved --amp-store-saved=least-elements=8 --amp-check-saved | grep -c f8E4M3FN

/// All functions are compared: a step without its seed, a public function that
/// is no step, and a private function that stays called.

//--- step.mlir
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = stablehlo.tanh %x : tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %a, %b : tensor<4x8xf32>
  return %g, %loss : tensor<4x8xf32>, tensor<f32>
}
func.func @eval(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = stablehlo.tanh %x : tensor<4x8xf32>
  %b = func.call @shared(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}
func.func private @shared(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = stablehlo.add %x, %x : tensor<4x8xf32>
  return %a : tensor<4x8xf32>
}

//--- composite.mlir
/// The rewrite leaves composites as they are; the seeds' function still inlines its calls.
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %h, %b : tensor<4x8xf32>
  %d = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %n = stablehlo.composite "my.twice" %d {decomposition = @twice} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %n, %loss : tensor<8x8xf32>, tensor<f32>
}
func.func private @twice(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = stablehlo.add %x, %x : tensor<8x8xf32>
  return %a : tensor<8x8xf32>
}
