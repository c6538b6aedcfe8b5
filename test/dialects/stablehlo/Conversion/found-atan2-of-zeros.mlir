// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16" --compile=1 --property=compiled
// RUN: amp-opt %s --amp-to-cpu | FileCheck %s

/// The angle of two zeros is 0 or pi by the signs of both. MLIR folds math.atan2 of constant zeros to NaN.
// CHECK-NOT: 0x7FC00000
// CHECK-DAG: constant(0.000000e+00 : f32)
// CHECK-DAG: constant(-0.000000e+00 : f32)
// CHECK-DAG: constant(3.14159274 : f32)
// CHECK-DAG: constant(-3.14159274 : f32)
// CHECK-NOT: 0x7FC00000
func.func @main(%x: tensor<2xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %minus = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.atan2 %zero, %zero : tensor<f32>
  %1 = stablehlo.atan2 %zero, %minus : tensor<f32>
  %2 = stablehlo.atan2 %minus, %zero : tensor<f32>
  %3 = stablehlo.atan2 %minus, %minus : tensor<f32>
  %4 = stablehlo.atan2 %x, %x : tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<2xf32>
}
