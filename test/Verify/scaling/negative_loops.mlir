// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-step --amp-scale-loss --amp-check-scaling -o %t
// RUN: amp-opt %s --amp-record-step --amp-scale-loss --amp-lower-training --amp-check-scaling -o %t.low
// RUN: amp-opt %t.low --amp-check-scaling=input=%s | cmp - %t.low

/// A loop of steps whose first scale is another value.
// RUN: sed 's/%0:6 =/%first = stablehlo.constant dense<2.0> : tensor<f32>\n%0:6 =/; s/%iterArg_\([0-9]*\) = %arg2/%iterArg_\1 = %first/' %t > %t.start
// RUN: not cmp -s %t %t.start
// RUN: not amp-opt %t.start --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=START
// START: error: breaks "the scale moves once per step": expects the scaler's state of one group to be carried through 'stablehlo.while' unchanged but for one update

/// A loop inside of the step that starts with a scaled gradient and goes on with an unscaled one.
// RUN: sed 's/stablehlo.return %10, %11/%u, %f = amp.unscale %11 by %iterArg_2 : tensor<f32>\nstablehlo.return %10, %u/' %t > %t.mixed
// RUN: not cmp -s %t %t.mixed
// RUN: not amp-opt %t.mixed --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: error: breaks "what leaves the backward pass is unscaled": 'stablehlo.while' carries values of different degrees

func.func @step(%w: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %w) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %seed = amp.seed "main" %one : tensor<f32>
    %1:2 = stablehlo.while(%j = %zero, %a = %seed) : tensor<i32>, tensor<f32>
    cond {
      %2 = stablehlo.compare LT, %j, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %j, %c : tensor<i32>
      %3 = stablehlo.multiply %a, %v : tensor<f32>
      stablehlo.return %2, %3 : tensor<i32>, tensor<f32>
    }
    %g = amp.gradients "main" %1#1 : tensor<f32>
    %4 = stablehlo.subtract %v, %g : tensor<f32>
    %s = amp.state "main" (%4) else (%v) names ["w"] : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %5 = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %5, %s : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
