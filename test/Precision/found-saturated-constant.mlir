// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=f16" -verify-diagnostics | FileCheck %s

/// tanh saturates, so a finite constant that f16 does not hold became an infinity, with a warning: its
/// tanh stays f32. A tanh of data is lowered as before.
// CHECK-LABEL: func @main
func.func @main(%arg0: tensor<4x3xf32>, %arg1: tensor<1x4xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>) {
  // CHECK-DAG: stablehlo.tanh {{.*}} : tensor<1x4xf32>
  %cst = stablehlo.constant dense<[[1.000000e+01, -3.000000e+38, 0.333333313, 1.500000e+00]]> : tensor<1x4xf32>
  %0 = stablehlo.tanh %cst : tensor<1x4xf32>
  %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
  // CHECK-DAG: stablehlo.tanh {{.*}} : tensor<1x4xf16>
  %2 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
  %3 = stablehlo.transpose %arg1, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %4 = stablehlo.tanh %3 : tensor<1x4xf32>
  %5 = stablehlo.dot_general %4, %arg0, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
  %6 = stablehlo.add %2, %5 : tensor<1x3xf32>
  return %1, %6 : tensor<1x3xf32>, tensor<1x3xf32>
}
