// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: the search for a constant factor of an update followed a value that a loop hands to itself for ever.
// RUN: amp-opt %s --amp="compute=f16" | FileCheck %s
// CHECK: stablehlo.dot_general
func.func @main(%x: tensor<4xf32>, %m: tensor<4x4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %kept:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %same = stablehlo.optimization_barrier %a : tensor<4xf32>
    stablehlo.return %next, %same : tensor<i32>, tensor<4xf32>
  }
  %product = stablehlo.multiply %kept#1, %kept#1 : tensor<4xf32>
  %summed:2 = stablehlo.while(%i = %zero, %carried = %product) : tensor<i32>, tensor<4xf32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %carried, %product : tensor<4xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<4xf32>
  }
  %result = stablehlo.dot_general %m, %summed#1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %result : tensor<4xf32>
}
