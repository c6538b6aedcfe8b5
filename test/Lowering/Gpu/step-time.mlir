// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/cast.mlir --amp-to-gpu="chip=sm_90a summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: amp-opt %t/cast.mlir --amp-to-gpu="chip=h200 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=H200
// RUN: amp-opt %t/matmul.mlir --amp-to-gpu="chip=sm_90a summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MATMUL
// RUN: amp-opt %t/matmul.mlir --amp-to-gpu="chip=sm_100a summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SYNC
// RUN: not amp-opt %t/cast.mlir --amp-to-gpu="chip=sm_75 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not amp-opt %t/cast.mlir --amp-print-step-time=chip=sm_75 -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: amp-opt %t/cast.mlir --amp-to-gpu=summary=true 2>/dev/null | FileCheck %s --check-prefix=CLEAN --implicit-check-not=amp.launches --implicit-check-not="work = "

/// 2^24 elements, 4 bytes read and 2 written: 100663296 bytes at 83 % of
/// 3350 GB/s take 36.2 us, and 0.75 us lie between launches.
// CAST: kernel {{ *}}launches {{ *}}bytes read {{ *}}bytes written {{ *}}flops {{ *}}us  bound
// CAST-NEXT: {{[a-z0-9_]+}} {{ *}}1 {{ *}}67108864 {{ *}}33554432 {{ *}}0 {{ *}}37.0  bytes {{ *}}36.2 {{ *}}0.0 {{ *}}0.0
// CAST-NEXT: total {{ *}}1 {{ *}}67108864 {{ *}}33554432 {{ *}}0 {{ *}}37.0
// CAST-NEXT: modelled on sm_90: 37.0 us; roofline: 30.0 us for bytes at 3350 GB/s, 0.0 us for flops at peak rates

/// The same kernel at 83 % of 4800 GB/s: 25.3 us.
// H200: {{ }}26.0  bytes {{ *}}25.3
// H200: modelled on h200: 26.0 us; roofline: 21.0 us

/// 512 tiles of 128 x 256 by wgmma, one on a multiprocessor at a time: the
/// busiest of 132 computes 4. 2 * 4096 * 128 * 256 * 4 operations, at 4096 per
/// clock, 95 % of the time and 1.75 GHz, take 157.7 us. Shared memory takes
/// longer: wgmma reads 2 * (64 + 256) rows of 128 bytes in each of 64 steps,
/// copies of 64 + 2 steps write 128 + 256 such rows (the condition of those in
/// the loop counts as true), and 128 * 256 sums of 4 bytes are stored and
/// loaded. 4 * 8749056 bytes, at 128 per clock, take 164.5 us; without those
/// sums 159.6 us, which hide the copies from global memory. Behind each tile
/// come its sums in shared memory, 4 * 1.8 us (outside of loops blocks use 70 %
/// of the cycles), and the stores of the result,
/// half of 48.3 us and 25 % more for a block that is alone.
// MATMUL: matmul_4096x4096x4096_bf16 {{ *}}1 {{ *}}67108864 {{ *}}67108864 {{ *}}137438953472 {{ *}}197.8  shared {{ *}}48.3 {{ *}}157.7 {{ *}}164.5 {{.*}} 1{{$}}
// MATMUL: modelled on sm_90: 197.8 us; roofline: 40.1 us for bytes at 3350 GB/s, 138.9 us for flops at peak rates

/// 1,024 tiles of 128 x 128 by mma.sync, two of which share a multiprocessor at
/// a time: three times two on each of 148, and one more on 136 of these. 2 *
/// 4096 * 128 * 128 * 7 operations, at 30 % of 8192 per clock, 65 % of the time
/// and 1.85 GHz, take 317.9 us. Two blocks hide 5 % of their stores, which are
/// half of 20.2 us; one that is alone takes 25 % more.
// SYNC: matmul_4096x4096x4096_bf16 {{ *}}1 {{ *}}67108864 {{ *}}67108864 {{ *}}137438953472 {{ *}}329.8  tensor {{ *}}20.2 {{ *}}317.9 {{.*}} 2{{$}}
// SYNC: modelled on sm_100: 329.8 us; roofline: 16.8 us for bytes at 8000 GB/s, 61.1 us for flops at peak rates

// CHIP: error: expects a chip of sm_80, {{.*}}, sm_120, h200, but got 'sm_75'

// CLEAN: gpu.binary
//--- cast.mlir
func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xbf16> {
  %0 = stablehlo.convert %a : (tensor<4096x4096xf32>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}
//--- matmul.mlir
func.func @main(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}
