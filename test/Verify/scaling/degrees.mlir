// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-step --amp-scale-loss=loss-scale=static:1024 --amp-check-scaling -o %t
// RUN: amp-opt %s --amp-record-step --amp-scale-loss=loss-scale=static:1024 --amp-lower-training --amp-check-scaling -o %t.low
// RUN: amp-opt %t --amp-check-scaling=input=%s | cmp - %t
// RUN: amp-opt %t.low --amp-check-scaling=input=%s | cmp - %t.low

/// The square of a gradient with its scale overflows where the gradient is finite, so that it is wrong also if it is unscaled twice.
// RUN: sed '/@square/,$s/multiply %unscaled, %unscaled /multiply %1, %1 /; /@square/,/@inverse/s/%3 = stablehlo.subtract %arg0, %2 /%u1, %f1 = amp.unscale %2 by %cst : tensor<f32>\n%u2, %f2 = amp.unscale %u1 by %cst : tensor<f32>\n%3 = stablehlo.subtract %arg0, %u2 /' %t > %t.square
// RUN: not cmp -s %t %t.square
// RUN: not amp-opt %t.square --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=SQUARE
// SQUARE: error: breaks "what leaves the backward pass is unscaled": 'stablehlo.multiply' is not linear in its scaled operands, of degree 1, degree 1

/// Its inverse is zero where the gradient with its scale overflows.
// RUN: sed '/@inverse/,$s/divide %cst_0, %unscaled /divide %cst_0, %1 /; /@inverse/,$s/subtract %arg0, %unscaled_1 /subtract %arg0, %3 /' %t > %t.inverse
// RUN: not cmp -s %t %t.inverse
// RUN: not amp-opt %t.inverse --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=INVERSE
// INVERSE: error: breaks "what leaves the backward pass is unscaled": 'stablehlo.divide' is not linear in its scaled operands, of degree 0, degree 1

/// Eight bits hold what the program has scaled to fit them, and not with a loss scale.
// RUN: sed '/@eight_bits/,$s/convert %unscaled /convert %1 /' %t > %t.eight
// RUN: not cmp -s %t %t.eight
// RUN: not amp-opt %t.eight --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=EIGHT
// EIGHT: error: breaks "what leaves the backward pass is unscaled": 'stablehlo.convert' is not linear in its scaled operands, of degree 1

/// A seed of a seed has degree 1; an op that nothing depends on may read anything.
func.func @seed_of_seed(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %again = amp.seed "main" %seed : tensor<f32>
  %0 = stablehlo.multiply %again, %w : tensor<f32>
  %dead = stablehlo.maximum %0, %one : tensor<f32>
  %dead_int = stablehlo.convert %0 : (tensor<f32>) -> tensor<i32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %1 = stablehlo.subtract %w, %g : tensor<f32>
  %s = amp.state "main" (%1) else (%w) names ["w"] : tensor<f32>
  return %s : tensor<f32>
}

func.func @square(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = stablehlo.multiply %0, %0 : tensor<f32>
  %2 = stablehlo.subtract %w, %1 : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<f32>
  return %s : tensor<f32>
}

func.func @inverse(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = stablehlo.divide %one, %0 : tensor<f32>
  %2 = stablehlo.multiply %1, %0 : tensor<f32>
  %3 = stablehlo.subtract %w, %2 : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %s = amp.state "main" (%3) else (%w) names ["w"] : tensor<f32>
  return %s : tensor<f32>
}

func.func @eight_bits(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<f8E4M3FN>
  %2 = stablehlo.convert %1 : (tensor<f8E4M3FN>) -> tensor<f32>
  %g = amp.gradients "main" %2 : tensor<f32>
  %3 = stablehlo.subtract %w, %g : tensor<f32>
  %s = amp.state "main" (%3) else (%w) names ["w"] : tensor<f32>
  return %s : tensor<f32>
}
