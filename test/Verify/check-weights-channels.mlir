// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-weights --amp-threshold-weights=weights=threshold:4,scale=channel --amp-check-weights -o %t.mlir

/// A square weight: the scale of the other dimension has the same shape, but belongs to inputs.
// RUN: sed 's/%arg3, dims = \[1\]/%arg3, dims = [0]/' %t.mlir > %t.read.mlir
// RUN: not amp-opt %t.read.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: breaks "a scale belongs to an output": expects so of 'w', but a read has the scale of another one
/// The integers are found with the scale of another channel.
// RUN: sed 's/\(%[0-9]* = stablehlo.broadcast_in_dim %[0-9]*\), dims = \[1\] : (tensor<8xf32>) -> tensor<8x8xf32>/\1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>/' %t.mlir > %t.move.mlir
// RUN: not amp-opt %t.move.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// MOVE: error: breaks "whole quanta move the weight, and the accumulator keeps the rest": expects so of 'w' at
/// The first scales are those of rows.
// RUN: sed '/init_weights/,$ s/across dimensions = \[0\]/across dimensions = [1]/' %t.mlir > %t.init.mlir
// RUN: not amp-opt %t.init.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: error: breaks "the first states are the weight": expects so of 'w' at
/// One scale for all, where each output has its own.
// RUN: sed 's/amp.threshold = "threshold:4,scale=channel"/amp.threshold = "threshold:4"/' %t.mlir > %t.shape.mlir
// RUN: not amp-opt %t.shape.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: breaks "a scale belongs to an output": expects so of 'w', but its scale has another shape
/// The scale is chosen for a part of the range, not the whole one.
// RUN: sed 's/amp.threshold = "threshold:4,scale=channel"/amp.threshold = "threshold:4,scale=channel,range=2"/' %t.mlir > %t.range.mlir
// RUN: not amp-opt %t.range.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=INIT

/// A loop over micro-batches that calls a function with a mark in it: the function is inlined into the region.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<2x8xf32>) -> tensor<8x8xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %0:2 = stablehlo.while(%a = %i, %sum = %none) : tensor<i32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @gradients(%w, %x) : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.add %sum, %1 : tensor<8x8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<8x8xf32>
  }
  %4 = stablehlo.subtract %w, %0#1 : tensor<8x8xf32>
  %s = amp.state "main" (%4) else (%w) names ["w"] kinds ["parameter"] : tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}
func.func private @gradients(%w: tensor<8x8xf32>, %x: tensor<2x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
  %g = amp.gradients "main" %1 : tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}
