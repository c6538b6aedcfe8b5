// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --amp-attach-policy="compute=f16 preset=contractions" --amp-assign-precision=compare=true | FileCheck %s

/// Predictions of the cost model for small f32 programs on an H100, each derived by
/// hand: 1 B takes 1e6 / 3350 fs, 1 operation 1e3 / (0.62 * 494.7) fs in tf32 products,
/// 1e3 / 66.9 in f32 products of highest precision and one element at a time.

/// 2 * 4096^3 / 306.7e12 s = 448.1 us; its memory, 3 * 2^26 B, takes 60.1 us.
// CHECK: f32 = 448101
func.func @product(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

/// 2 * 4096^3 / 66.9e12 s = 2,054 us.
// CHECK: f32 = 2054393
func.func @product_of_highest_precision(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

/// (2^26 + 2 * 2^14) B = 20.04 us; its 2^25 operations take 0.07 us.
// CHECK: f32 = 20042
func.func @matrix_times_vector(%w: tensor<4096x4096xf32>, %x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// -----

/// Two arguments are read once each and one result is written, 2^22 B each;
/// what stands between the two ops stays in registers. 2 * 2^20 operations:
/// 3 * 1,252.03 ns + 2 * 15.67 ns.
// CHECK: f32 = 3787
func.func @what_fuses_takes_no_memory(%x: tensor<1024x1024xf32>, %y: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = stablehlo.add %x, %y : tensor<1024x1024xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
}

// -----

/// Two runs of that, 7,574.9 ns; and the first result lives while the second is
/// made, which counts its 2^22 B once more: 1,252.0 ns.
// CHECK: f32 = 8826
func.func @calls_count_as_often_as_they_run(%x: tensor<1024x1024xf32>, %y: tensor<1024x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %0 = call @both(%x, %y) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = call @both(%y, %x) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0, %1 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}
func.func private @both(%x: tensor<1024x1024xf32>, %y: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = stablehlo.add %x, %y : tensor<1024x1024xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
}
