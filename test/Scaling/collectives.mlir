// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=static:1024 -split-input-file | FileCheck %s

/// Sums over devices, gathers and moves between them keep the factor; so all of it is unscaled once, at the mark, and the devices
/// agree on the verdict.
// CHECK-LABEL: @linear
// CHECK: stablehlo.collective_permute
// CHECK-NEXT: %{{.*}}, %[[OWN:.*]] = amp.unscale
// CHECK: %[[FOUND:.*]] = "stablehlo.all_reduce"(%[[OWN]]) <{replica_groups = dense<{{\[\[}}0, 1]]>
// CHECK: stablehlo.or
// CHECK: amp.guard %[[FOUND]],
// CHECK-NOT: amp.unscale
func.func @linear(%w: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = amp.seed "main" %one : tensor<8xf32>
  %1 = stablehlo.multiply %0, %w : tensor<8xf32>
  %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = "stablehlo.reduce_scatter"(%2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<4xf32>
  %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  %5 = "stablehlo.collective_permute"(%4) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  %g = amp.gradients "main" %5 : tensor<8xf32>
  %s = amp.state "main" (%g) else (%w) : tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

/// A product over devices does not: it is unscaled in front of it.
// CHECK-LABEL: @product
// CHECK: %[[U:.*]], %{{.*}} = amp.unscale
// CHECK-NEXT: "stablehlo.all_reduce"(%[[U]])
func.func @product(%w: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = amp.seed "main" %one : tensor<8xf32>
  %1 = stablehlo.multiply %0, %w : tensor<8xf32>
  %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %product = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %product : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %g:2 = amp.gradients "main" %1, %2 : tensor<8xf32>, tensor<8xf32>
  %s = amp.state "main" (%g#0) else (%w) : tensor<8xf32>
  return %s : tensor<8xf32>
}
