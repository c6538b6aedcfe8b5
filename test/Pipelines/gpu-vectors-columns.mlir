// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over outer dimensions read 16 bytes at a time, in PTX: a thread has
// neighbouring columns.
// RUN: amp-opt %s --amp-to-gpu="chip=sm_80 format=isa" | %python %inputs/ptx/text.py sm_80 | FileCheck %s

// CHECK-LABEL: .entry max_16x32x32x64_bf16(
/// Pooling: four vectors, 8 channels each, and no thread waits for another.
// CHECK-NOT: {{(ld|st).global.[^v]}}
// CHECK-COUNT-4: ld.global.v4.b32
// CHECK-NOT: {{ld.global|shfl|bar.sync}}
// CHECK: st.global.v4.b32
// CHECK: ret
// CHECK-LABEL: .entry sum_4x1000x64_bf16_and_sum_512x1024_f32(
/// Eight columns of 16 bits a thread; parts meet by shuffles, and once in shared
/// memory.
// CHECK-NOT: {{(ld|st).global}}
// CHECK: ld.global.v4.b32
// CHECK-NOT: ld.global
// CHECK: shfl.sync.bfly.b32
// CHECK: bar.sync
// CHECK-NOT: bar.sync
// CHECK-COUNT-2: st.global.v4.b32
/// Four columns of 32 bits.
// CHECK-NOT: {{(ld|st).global}}
// CHECK: ld.global.v4.b32
// CHECK-NOT: ld.global
// CHECK: bar.sync
// CHECK: st.global.v4.b32
// CHECK-NOT: st.global
// CHECK: ret
func.func @main(%a: tensor<512x1024xf32>, %e: tensor<16x32x32x64xbf16>, %f: tensor<4x1000x64xbf16>) -> (tensor<1024xf32>, tensor<16x16x16x64xbf16>, tensor<4x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %columns = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %pool = "stablehlo.reduce_window"(%e, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %max = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %max : tensor<bf16>
  }) : (tensor<16x32x32x64xbf16>, tensor<bf16>) -> tensor<16x16x16x64xbf16>
  %wide = stablehlo.convert %f : (tensor<4x1000x64xbf16>) -> tensor<4x1000x64xf32>
  %batches = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1000x64xf32>, tensor<f32>) -> tensor<4x64xf32>
  return %columns, %pool, %batches : tensor<1024xf32>, tensor<16x16x16x64xbf16>, tensor<4x64xf32>
}
