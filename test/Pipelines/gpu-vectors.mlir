// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each family of kernels reads and writes 16 bytes at a time, in PTX.
// RUN: amp-opt %s --amp-to-gpu="chip=sm_80 format=isa" | %python %inputs/ptx/text.py sm_80 | FileCheck %s

// CHECK-LABEL: .entry sum_4096_f32_and_rows_4096x1024_f32_and_cast_16x4001_bf16(
/// A sum over all there is: 16 elements a thread; the one result.
// CHECK-NOT: {{(ld|st)}}.global.{{[^v]}}
// CHECK-COUNT-4: ld.global.v4.b32
// CHECK: st.global.b32
/// Rows: 32 elements a thread, each read once.
// CHECK-NOT: {{(ld|st)}}.global.{{[^v]}}
// CHECK-COUNT-8: ld.global.v4.b32
// CHECK-NOT: ld.global
// CHECK: shfl.sync.bfly.b32
// CHECK-COUNT-4: st.global.v4.b32
/// Elementwise, in one line wherever rows end: 8 elements a thread.
// CHECK-COUNT-2: ld.global.v4.b32
// CHECK: st.global.v4.b32
// CHECK-NOT: {{(ld|st)}}.global
// CHECK: ret
func.func @main(%a: tensor<16x4001xf32>, %x: tensor<4096x1024xf32>, %y: tensor<4096xf32>) -> (tensor<16x4001xbf16>, tensor<4096x1024xbf16>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %cast = stablehlo.convert %a : (tensor<16x4001xf32>) -> tensor<16x4001xbf16>
  %exp = stablehlo.exponential %x : tensor<4096x1024xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %wide = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %part = stablehlo.divide %exp, %wide : tensor<4096x1024xf32>
  %low = stablehlo.convert %part : (tensor<4096x1024xf32>) -> tensor<4096x1024xbf16>
  %all = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  return %cast, %low, %all : tensor<16x4001xbf16>, tensor<4096x1024xbf16>, tensor<f32>
}
