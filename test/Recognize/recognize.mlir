// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize --split-input-file | FileCheck %s

/// A module that a policy was applied to is done.
// CHECK-LABEL: @applied
// CHECK-NOT: amp.role
module attributes {amp.applied = {policy = "none", stages = []}} {
  func.func @applied(%x: tensor<8xf32>) -> tensor<8xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.exponential %x : tensor<8xf32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.divide %0, %2 : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}

// -----

/// Ops of a loop's body, and of dialects whose ops are known by name alone, are as any others.
// CHECK-LABEL: @in_a_loop
func.func @in_a_loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<8xf32> {
    // CHECK: math.exp %{{.*}} {amp.role = "softmax.interior"}
    %0 = math.exp %y : tensor<8xf32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    // CHECK: arith.divf %{{.*}} {amp.role = "softmax.output"}
    %3 = arith.divf %0, %2 : tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  return %last : tensor<8xf32>
}
