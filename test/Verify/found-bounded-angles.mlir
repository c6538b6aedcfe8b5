// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=f16 preset=paddle-o2 solver=paint verify" | FileCheck %s

/// Parts of complex sums, and powers of an exponent that may be zero, have
/// bounds: amp-verify took them for angles of unknown size.
// CHECK-COUNT-2: stablehlo.sine {{.*}}f16>
func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.clamp %zero, %x, %two : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %1 = stablehlo.clamp %zero, %y, %one : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %2 = stablehlo.complex %0, %1 : tensor<4x4xcomplex<f32>>
  %3 = stablehlo.add %2, %2 : tensor<4x4xcomplex<f32>>
  %4 = stablehlo.imag %3 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %5 = stablehlo.dot %4, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.add %4, %0 : tensor<4x4xf32>
  %7 = stablehlo.sine %6 : tensor<4x4xf32>
  %8 = stablehlo.dot %7, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.power %0, %1 : tensor<4x4xf32>
  %10 = stablehlo.sine %9 : tensor<4x4xf32>
  %11 = stablehlo.dot %10, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8, %11 : tensor<4x4xf32>, tensor<4x4xf32>
}
