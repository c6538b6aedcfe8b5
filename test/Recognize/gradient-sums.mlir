// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// Sums of gradients over devices, through the mean, the loop that adds parts of a batch, and a function; not the sum of the
/// loss, nor a maximum, nor what a product comes after.
// CHECK-LABEL: @main
// CHECK: "stablehlo.all_reduce"(%arg1)
// CHECK-NOT: gradients.sum
// CHECK: stablehlo.while
// CHECK: "stablehlo.reduce_scatter"
// CHECK: }) {amp.role = "gradients.sum"}
// CHECK: "stablehlo.all_reduce"
// CHECK-NOT: gradients.sum
// CHECK: composite "amp.gradients"
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.while(%k = %i, %sum = %zero) : tensor<i32>, tensor<4x4xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.compare LT, %k, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %g = stablehlo.dot_general %0, %w, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = func.call @mean(%g) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.add %sum, %2 : tensor<4x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<4x4xf32>
  }
  %5 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<2x4xf32>
  %6 = "stablehlo.all_gather"(%5) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, all_gather_dim = 0 : i64}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %7 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8:3 = stablehlo.composite "amp.gradients" %1#1, %6, %7 {decomposition = @amp.gradients} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
  return %8#0, %8#1, %8#2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
// CHECK: @mean
// CHECK: }) {amp.role = "gradients.sum"}
func.func private @mean(%g: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  %1 = stablehlo.divide %0, %two : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
func.func private @amp.gradients(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %z: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  return %x, %y, %z : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
