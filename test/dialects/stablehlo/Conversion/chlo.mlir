// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

/// Functions that libm has are left to it, in the type of the op.
// CHECK-LABEL: @erf_bf16
// CHECK: math.erf %{{.*}} : bf16
func.func @erf_bf16(%a: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = chlo.erf %a : tensor<4xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

/// Others are computed in f64 and rounded once.
// CHECK-LABEL: @digamma_f32
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: %[[ROUNDED:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK: linalg.yield %[[ROUNDED]]
func.func @digamma_f32(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.digamma %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// Complex functions are those of f64 parts.
// CHECK-LABEL: @acosh_complex
// CHECK: complex.re %{{.*}} : complex<f32>
// CHECK: math.atan2 %{{.*}} : f64
// CHECK: complex.create %{{.*}} : complex<f32>
func.func @acosh_complex(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.acosh %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: @broadcast_compare
// CHECK: arith.cmpf olt
func.func @broadcast_compare(%a: tensor<4xf32>, %b: tensor<3x1xf32>) -> tensor<3x4xi1> {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<3x1xf32>) -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}
