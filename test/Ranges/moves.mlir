// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Ops that only move values keep the range; ops that join values have the union of the ranges.
func.func @layout(%x: tensor<2x4xf32> {amp.range = #amp.range<1.0, 2.0>}, %y: tensor<2x4xf32> {amp.range = #amp.range<3.0, 5.0>}, %i: tensor<i32>, %z: tensor<2x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-remark @+1 {{: [1, 2] declared}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // expected-remark @+1 {{: [1, 2] declared}}
  %1 = stablehlo.reshape %0 : (tensor<4x2xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{: [1, 2] declared}}
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x3xf32>
  // expected-remark @+1 {{: [1, 5] declared}}
  %3 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{: [0, 2] declared}}
  %4 = stablehlo.pad %x, %zero, low = [1, 1], high = [0, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<3x5xf32>
  // expected-remark @+1 {{: [1, 5] declared}}
  %5 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  // expected-remark @+1 {{: [1, 2] declared; unknown}}
  %6:2 = stablehlo.optimization_barrier %x, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

/// Uniform random numbers lie between their limits; normal ones are unbounded.
func.func @random(%zero: tensor<f32> {amp.range = #amp.range<-2.0, 0.0>}) {
  %largest = stablehlo.constant dense<1.0e5> : tensor<f32>
  %shape = stablehlo.constant dense<3> : tensor<1xi64>
  // expected-remark @+1 {{: [-2, 100000] declared}}
  %0 = stablehlo.rng %zero, %largest, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  // expected-remark @+1 {{: unknown}}
  %1 = stablehlo.rng %zero, %largest, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  return
}

/// The smallest magnitude of a constant, and what a mask reaches beside unknown scores.
func.func @constants(%scores: tensor<3xf32>, %keep: tensor<3xi1>) {
  // expected-remark @+1 {{: [0, 1] program, least 1e-08}}
  %0 = stablehlo.constant dense<[1.0, 0.0, 1.0e-8]> : tensor<3xf32>
  // expected-remark @+1 {{: [-1e+09, -1e+09] program, integers}}
  %mask = stablehlo.constant dense<-1.0e9> : tensor<3xf32>
  // expected-remark @+1 {{: unknown, reaches [-1e+09, 0]}}
  %1 = stablehlo.select %keep, %scores, %mask : tensor<3xi1>, tensor<3xf32>
  // expected-remark @+1 {{: unknown, reaches [-1e+09, 0]}}
  %2 = stablehlo.subtract %1, %scores : tensor<3xf32>
  // expected-remark @+1 {{: [0, inf] program}}
  %3 = stablehlo.exponential %2 : tensor<3xf32>
  return
}

/// Values that the backward pass computes from its seed are guarded by scaling.
func.func @seed(%x: tensor<f32> {amp.range = #amp.range<0.0, 1.0>}) {
  // expected-remark @+1 {{: [1, 1] program, integers}}
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-remark @+1 {{: [0, 1.678e+07] program, guarded}}
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @id} : (tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{: [0, 1.678e+07] declared, guarded}}
  %0 = stablehlo.multiply %seed, %x : tensor<f32>
  return
}
func.func private @id(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
