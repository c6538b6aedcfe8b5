// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attention-kernels=chip=sm_80 | FileCheck %s
// A kernel for the fusion group, with a launch for each call: 100 rows are two tiles of 64, for each of 6 heads.

#query = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#key = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>
#value = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>
#out = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>

// CHECK:      gpu.launch_func @kernels::@attention_6x100x70x64_bf16 blocks in (%[[BLOCKS:[^,]*]], {{.*}}) threads in (%[[THREADS:[^,]*]], {{.*}}) dynamic_shared_memory_size %[[BYTES:[^ ]*]] args(%arg0 : {{.*}}, %arg1 : {{.*}}, %arg2 : {{.*}}, %arg3 : {{.*}})
// CHECK:      gpu.func @attention_6x100x70x64_bf16({{.*}}) kernel attributes {flops = {{[0-9]+}} : i64, known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 1 : i32}
/// Neither atomics nor scores in memory: the loop carries maxima, sums and products.
// CHECK-NOT:  atomic
// CHECK:      nvvm.cp.async.shared.global
// CHECK:      scf.for {{.*}} iter_args(
// CHECK:        nvvm.barrier
// CHECK:        nvvm.mma.sync {{.*}}
// CHECK:        gpu.shuffle
// CHECK:        llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK:        nvvm.mma.sync {{.*}}
// CHECK:        scf.yield
// CHECK:      arith.divf
// CHECK:      llvm.store
func.func @main(%q: memref<6x100x64xbf16>, %k: memref<6x70x64xbf16>, %v: memref<6x70x64xbf16>, %o: memref<6x100x64xbf16>) {
  call @unit_0(%q, %k, %v, %o) : (memref<6x100x64xbf16>, memref<6x70x64xbf16>, memref<6x70x64xbf16>, memref<6x100x64xbf16>) -> ()
  return
}
func.func private @unit_0(%q: memref<6x100x64xbf16>, %k: memref<6x70x64xbf16>, %v: memref<6x70x64xbf16>, %o: memref<6x100x64xbf16>) attributes {amp.unit = "attention"} {
  amp.attention(%q, %k, %v) outs(%o) {indexing_maps = [#query, #key, #value, #out]} : (memref<6x100x64xbf16>, memref<6x70x64xbf16>, memref<6x70x64xbf16>, memref<6x100x64xbf16>) -> () {
  ^bb0(%score: f32, %b: index, %m: index, %e: index, %n: index, %d: index):
    %c = arith.constant 1.250000e-01 : f32
    %x = arith.mulf %score, %c : f32
    amp.yield %x : f32
  }
  return
}
