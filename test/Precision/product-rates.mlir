// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of f32 by our kernels uses mma.sync, which reaches 62 % of the peak rate of sm_90: there, 16 bits pay
// for the cast of a weight that is used once. On sm_80, TF32 is faster.
// RUN: amp-opt %s --amp="compute=bf16 chip=sm_90" | FileCheck %s --check-prefix=SM90
// RUN: amp-opt %s --amp="compute=bf16 chip=sm_80" | FileCheck %s --check-prefix=SM80

// SM90: stablehlo.dot_general {{.*}}(tensor<512x4096xbf16>, tensor<4096x4096xbf16>)
// SM80: stablehlo.dot_general {{.*}}(tensor<512x4096xf32>, tensor<4096x4096xf32>)
func.func @used_once(%x: tensor<512x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<512x4096xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
  return %0 : tensor<512x4096xf32>
}
