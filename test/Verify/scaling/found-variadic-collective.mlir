// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: each result of a collective has the degree of its own operand; the checker joined the degrees of all
// operands, and refused a step that sends a gradient beside an activation.
// RUN: amp-opt %s --amp-record-step --amp-scale-loss=loss-scale=static:1024 --amp-check-scaling -o %t
// RUN: amp-opt %t --amp-check-scaling=input=%s -o /dev/null

/// The other result is no gradient: it must not be unscaled, and the gradient must be.
// RUN: sed 's/amp.unscale %4 /amp.unscale %3#1 /' %t > %t.other
// RUN: not cmp -s %t %t.other
// RUN: not amp-opt %t.other --amp-check-scaling=input=%s 2>&1 | FileCheck %s
// CHECK: error: breaks

func.func @step(%w: tensor<2x2xf32>, %x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %seed = amp.seed "main" %one : tensor<2x2xf32>
  %0 = stablehlo.multiply %seed, %x : tensor<2x2xf32>
  %1:2 = "stablehlo.all_to_all"(%0, %x) <{concat_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  %2:2 = "stablehlo.all_gather"(%1#0, %1#1) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  %3 = stablehlo.multiply %2#0, %2#1 : tensor<2x2xf32>
  %g = amp.gradients "main" %3 : tensor<2x2xf32>
  %4 = stablehlo.subtract %w, %g : tensor<2x2xf32>
  %s = amp.state "main" (%4) else (%w) names ["w"] : tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}
