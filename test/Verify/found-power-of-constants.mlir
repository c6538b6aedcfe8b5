// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=bf16 preset=tvm verify" | FileCheck %s

/// The power of a number that the program computes is a number: amp-verify took
/// it for a power of data.
// CHECK: stablehlo.power {{.*}}bf16>
func.func @main(%x: tensor<4x1xf32>) -> tensor<2x1xf32> {
  %least = stablehlo.constant dense<9.765625E-4> : tensor<f32>
  %0 = stablehlo.abs %least : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.add %0, %one : tensor<f32>
  %exponent = stablehlo.constant dense<16.0> : tensor<f32>
  %2 = stablehlo.power %1, %exponent : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %4 = stablehlo.dot_general %3, %x, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x1xf32>) -> tensor<2x1xf32>
  return %4 : tensor<2x1xf32>
}
