// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 io=f16 solver=paint loss-scale=dynamic" | FileCheck %s

/// A function that returns gradients needs no states, also where io= converts
/// the gradients: the f32 gradient is tested for overflow.
// CHECK: %[[GRADIENT:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.is_finite %[[GRADIENT]]
// CHECK: %[[LOW:.*]] = stablehlo.convert %[[GRADIENT]] : (tensor<64x64xf32>) -> tensor<64x64xf16>
// CHECK: return %[[LOW]], %
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %1 = stablehlo.constant dense<4.8828125E-4> : tensor<f32>
  %2 = stablehlo.composite "amp.seed" %1 {decomposition = @amp.seed} : (tensor<f32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<32x64xf32>
  %5 = stablehlo.dot_general %x, %4, contracting_dims = [0] x [0] : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
  %6 = stablehlo.composite "amp.gradients" %5 {decomposition = @amp.gradients} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %6 : tensor<64x64xf32>
}
func.func private @amp.seed(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @amp.gradients(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
