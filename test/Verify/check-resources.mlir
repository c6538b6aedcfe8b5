// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Each parsed file has its own handles of resources. Checkers that name a file compare their data.
// RUN: amp-opt %s --amp-scale-loss -o %t.scaled.mlir
// RUN: amp-opt %t.scaled.mlir --amp-check-scaling=input=%s -o /dev/null
// RUN: amp-opt %s --amp-threshold-weights -o %t.weights.mlir
// RUN: amp-opt %t.weights.mlir --amp-check-weights=input=%s -o /dev/null
// RUN: amp-opt %s --amp-store-saved=least-elements=2 -o %t.saved.mlir
// RUN: amp-opt %t.saved.mlir --amp-check-saved=input=%s -o /dev/null
// RUN: FileCheck %s --check-prefix=STORED < %t.saved.mlir
// STORED: stablehlo.constant dense_resource<one>
// STORED: f8E4M3FN
// RUN: amp-opt %s --amp-align-shapes=align=always -o %t.aligned.mlir
// RUN: amp-opt %t.aligned.mlir --amp-check-alignment=input=%s -o /dev/null

/// One element of the data differs.
// RUN: sed 's/\(two: "0x04000000\)0000803F/\10000003F/' %t.scaled.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=SCALING
// SCALING: error: breaks "without its scaling a step is what it was": 'stablehlo.constant' has another counterpart
// RUN: sed 's/\(two: "0x04000000\)0000803F/\10000003F/' %t.weights.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS: error: breaks "only weights become integers": a value has another counterpart
// RUN: sed 's/\(two: "0x04000000\)0000803F/\10000003F/' %t.saved.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-saved=input=%s 2>&1 | FileCheck %s --check-prefix=SAVED
// SAVED: error: breaks "only stored values lose bits"
// RUN: sed 's/\(two: "0x04000000\)0000803F/\10000003F/' %t.aligned.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// ALIGNMENT: error: breaks "without its padding a program is what it was"
func.func @main(%w: tensor<2x2xf32>, %x: tensor<4x2xf32>) -> (tensor<2x2xf32>, tensor<f32>) {
  %one = stablehlo.constant dense_resource<one> : tensor<4x2xf32>
  %two = stablehlo.constant dense_resource<two> : tensor<4x2xf32>
  %same = stablehlo.constant dense_resource<same> : tensor<4x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.add %0, %one : tensor<4x2xf32>
  %2 = stablehlo.multiply %1, %two : tensor<4x2xf32>
  %3 = stablehlo.subtract %2, %same : tensor<4x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %4 : tensor<f32>
  %unit = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %unit : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %6 = stablehlo.multiply %5, %1 : tensor<4x2xf32>
  %dw = stablehlo.dot_general %x, %6, contracting_dims = [0] x [0] : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %g = amp.gradients "main" %dw : tensor<2x2xf32>
  %7 = stablehlo.subtract %w, %g : tensor<2x2xf32>
  %new = amp.state "main" (%7) else (%w) names ["w"] kinds ["parameter"] : tensor<2x2xf32>
  return %new, %loss : tensor<2x2xf32>, tensor<f32>
}
{-#
  dialect_resources: {
    builtin: {
      one: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      same: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      two: "0x040000000000803F0000004000000040000000400000004000000040000000400000803F"
    }
  }
#-}
