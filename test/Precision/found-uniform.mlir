// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s

/// Found by amp-fuzz: uniform random numbers up to 1e5 became f16, and amp-verify refused them.
// CHECK-LABEL: @main
// CHECK: %[[LARGE:.*]] = stablehlo.rng {{.*}}tensor<4x4xf32>
// CHECK: stablehlo.dot_general %[[LARGE]], %arg0{{.*}}: (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: stablehlo.dot_general {{.*}}: (tensor<4x4xf16>, tensor<4x4xf16>)
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %largest = stablehlo.constant dense<1.0e5> : tensor<f32>
  %shape = stablehlo.constant dense<4> : tensor<2xi64>
  %0 = stablehlo.rng %zero, %largest, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}
