// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not amp-run %s --generate 2>&1 | FileCheck %s
// CHECK: negative_recursion.mlir:[[#@LINE+8]]:1: error: cannot compile 'f': it calls itself

// RUN: not amp-run check %s %s --generate 2>&1 | FileCheck %s --check-prefix=CHECKED
// CHECKED: error: cannot compare op by op: 'f' calls itself
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
