// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-weights --amp-threshold-weights --amp-check-weights -o %t.mlir
// RUN: amp-opt %t.mlir --amp-check-weights=input=%s -o /dev/null
// RUN: not amp-opt %t.mlir --amp-check-weights 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD: error: expects a record of the f32 step; run amp-record-weights first, or name the step's file

/// One quantum beyond an end; at most one quantum per step; the rest of another move; a quantum too early.
// RUN: sed 's/stablehlo.constant dense<7> : tensor<i32>/stablehlo.constant dense<8> : tensor<i32>/' %t.mlir > %t.end.mlir
// RUN: not amp-opt %t.end.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed 's/dense<1.400000e+01>/dense<1.000000e+00>/' %t.mlir > %t.one.mlir
// RUN: not amp-opt %t.one.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed 's/\(%[0-9]* = stablehlo\).subtract \(%[0-9]*, %[0-9]* : tensor<4x8xi32>\)/\1.add \2/' %t.mlir > %t.rest.mlir
// RUN: not amp-opt %t.rest.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed '0,/dense<-128>/s//dense<-127>/' %t.mlir > %t.nan.mlir
// RUN: not amp-opt %t.nan.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVE
// MOVE: error: breaks "whole quanta move the weight, and the accumulator keeps the rest": expects so of 'w' at

/// The matmul reads integer + scale; the decay reads the accumulator; the update is subtracted twice.
// RUN: sed '0,/stablehlo.multiply/s//stablehlo.add/' %t.mlir > %t.read.mlir
// RUN: not amp-opt %t.read.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/= stablehlo.tanh/= stablehlo.logistic/' %t.mlir > %t.op.mlir
// RUN: not amp-opt %t.op.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/dot_general %arg1, %2/dot_general %arg1, %arg2/' %t.mlir > %t.matmul.mlir
// RUN: not amp-opt %t.matmul.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: breaks "only weights become integers": a value has another counterpart
// RUN: sed 's/stablehlo.multiply %2, %cst/stablehlo.multiply %arg2, %cst/' %t.mlir > %t.decay.mlir
// RUN: not amp-opt %t.decay.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: error: breaks "the update adds to the accumulator": expects one sum of 'w.chi' and an update in front of its next state

/// A state that is returned past its mark; a count of the weights that stay; a scale that is no power of two.
// RUN: sed 's/return \(%[0-9]*\)#0, \1#1, /return \1#0, %arg2, /' %t.mlir > %t.mark.mlir
// RUN: not amp-opt %t.mark.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MARK
// MARK: error: breaks "a weight's states are returned together": expects 'w.chi' as an argument and as a state of one amp.state
// RUN: sed 's/compare NE/compare EQ/' %t.mlir > %t.moved.mlir
// RUN: not amp-opt %t.moved.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=MOVED
// MOVED: error: breaks "moved counts the integers that changed": expects so of 'w.moved'
// RUN: sed 's/dense<-8388608>/dense<-4194304>/' %t.mlir > %t.init.mlir
// RUN: not amp-opt %t.init.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: error: breaks "the first states are the weight": expects so of 'w' at
// RUN: sed 's/main_read_weights/main_get_weights/' %t.mlir > %t.function.mlir
// RUN: not amp-opt %t.function.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: error: breaks "a step has its functions": expects 'main_init_weights' and 'main_read_weights'
// RUN: sed 's/amp.threshold = "threshold:4"/amp.threshold = "4"/' %t.mlir > %t.option.mlir
// RUN: not amp-opt %t.option.mlir --amp-check-weights=input=%s 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: expects amp.threshold to be threshold:BITS and its options, but got '4'
func.func @main(%w: tensor<4x8xf32>, %x: tensor<2x4xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.tanh %0 : tensor<2x8xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %g = amp.gradients "main" %2 : tensor<4x8xf32>
  %rate = stablehlo.constant dense<0.01> : tensor<4x8xf32>
  %decay = stablehlo.multiply %w, %rate : tensor<4x8xf32>
  %3 = stablehlo.subtract %w, %g : tensor<4x8xf32>
  %4 = stablehlo.subtract %3, %decay : tensor<4x8xf32>
  %s = amp.state "main" (%4) else (%w) names ["w"] : tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}
