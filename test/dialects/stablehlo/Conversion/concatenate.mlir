// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

/// A chain of insertions takes the bufferization cubic time, so many inputs are
/// one op; those without elements do not count.
// CHECK-LABEL: @many
// CHECK-NOT: tensor.insert_slice
// CHECK: tensor.concat dim(0)
// CHECK-SAME: -> tensor<34xf32>
func.func @many(%a: tensor<2xf32>) -> tensor<34xf32> {
  %0 = stablehlo.concatenate %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<34xf32>
  return %0 : tensor<34xf32>
}

// CHECK-LABEL: @few
// CHECK-NOT: tensor.concat
// CHECK-COUNT-16: tensor.insert_slice
func.func @few(%a: tensor<2xf32>, %none: tensor<0xf32>) -> tensor<32xf32> {
  %0 = stablehlo.concatenate %none, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, dim = 0 : (tensor<0xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
