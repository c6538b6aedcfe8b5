// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attention-kernels=chip=sm_80 | FileCheck %s
// Two kernels, one for queries and one for keys and values, which read the statistics of rows.

#query = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#key = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>
#value = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>
#out = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>

// CHECK:      gpu.launch_func @kernels::@attention_queries_6x100x70x64_bf16
// CHECK:      gpu.launch_func @kernels::@attention_keys_6x70x100x64_bf16
// CHECK:      gpu.func @attention_queries_6x100x70x64_bf16({{.*}}) kernel attributes {flops = {{[0-9]+}} : i64, known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 1 : i32}
/// Neither atomics nor probabilities in memory. One walk over the tiles that the mask shows, or over all, if a maximum gives others weight.
// CHECK-NOT:  atomic
// CHECK:      %[[SHOWN:.*]] = arith.maxsi
// CHECK:      %[[TILES:.*]] = arith.shrui %[[SHOWN]]
// CHECK:      %[[VISIBLE:.*]] = arith.minui %[[TILES]]
// CHECK:      %[[ANY:.*]] = llvm.intr.expect
// CHECK:      %[[END:.*]] = arith.select %[[ANY]], %{{.*}}, %[[VISIBLE]]
// CHECK:      %{{.*}}:32 = scf.for
// CHECK:        llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK:        nvvm.ldmatrix
// CHECK:        nvvm.mma.sync
// CHECK:      gpu.func @attention_keys_6x70x100x64_bf16
// CHECK-NOT:  atomic
/// Tiles of queries before the first that sees a key of the block are left out.
// CHECK:      %[[ALL:.*]] = llvm.intr.expect
// CHECK:      %[[FROM:.*]] = arith.select %[[ALL]]
// CHECK:      %{{.*}}:64 = scf.for %{{.*}} = %[[FROM]] to
func.func @main(%q: memref<6x100x64xbf16>, %k: memref<6x70x64xbf16>, %v: memref<6x70x64xbf16>, %do: memref<6x100x64xbf16>, %dq: memref<6x100x64xbf16>, %h: memref<6x100xf32>, %l: memref<6x100xf32>, %t: memref<6x100xf32>, %dk: memref<6x70x64xbf16>, %dv: memref<6x70x64xf32>) {
  call @unit_0(%q, %k, %v, %do, %dq, %h, %l, %t) : (memref<6x100x64xbf16>, memref<6x70x64xbf16>, memref<6x70x64xbf16>, memref<6x100x64xbf16>, memref<6x100x64xbf16>, memref<6x100xf32>, memref<6x100xf32>, memref<6x100xf32>) -> ()
  call @unit_1(%q, %k, %v, %do, %h, %l, %t, %dk, %dv) : (memref<6x100x64xbf16>, memref<6x70x64xbf16>, memref<6x70x64xbf16>, memref<6x100x64xbf16>, memref<6x100xf32>, memref<6x100xf32>, memref<6x100xf32>, memref<6x70x64xbf16>, memref<6x70x64xf32>) -> ()
  return
}
func.func private @unit_0(%q: memref<6x100x64xbf16>, %k: memref<6x70x64xbf16>, %v: memref<6x70x64xbf16>, %do: memref<6x100x64xbf16>, %dq: memref<6x100x64xbf16>, %h: memref<6x100xf32>, %l: memref<6x100xf32>, %t: memref<6x100xf32>) attributes {amp.unit = "attention"} {
  amp.attention_gradient(%q, %k, %v, %do) statistics(%h, %l, %t) outs(%dq) {indexing_maps = [#query, #key, #value, #out, #row, #row, #row, #query]} : (memref<6x100x64xbf16>, memref<6x70x64xbf16>, memref<6x70x64xbf16>, memref<6x100x64xbf16>, memref<6x100xf32>, memref<6x100xf32>, memref<6x100xf32>, memref<6x100x64xbf16>) -> () {
  ^bb0(%score: f32, %b: index, %m: index, %e: index, %n: index, %d: index):
    %low = arith.constant 0xFF800000 : f32
    %sees = arith.cmpi sge, %m, %n : index
    %x = arith.select %sees, %score, %low : f32
    amp.yield %x : f32
  } {
  ^bb0(%ds: f32, %b: index, %m: index, %e: index, %n: index, %d: index):
    %c = arith.constant 1.250000e-01 : f32
    %x = arith.mulf %ds, %c : f32
    amp.yield %x : f32
  }
  return
}
func.func private @unit_1(%q: memref<6x100x64xbf16>, %k: memref<6x70x64xbf16>, %v: memref<6x70x64xbf16>, %do: memref<6x100x64xbf16>, %h: memref<6x100xf32>, %l: memref<6x100xf32>, %t: memref<6x100xf32>, %dk: memref<6x70x64xbf16>, %dv: memref<6x70x64xf32>) attributes {amp.unit = "attention"} {
  amp.attention_gradient(%q, %k, %v, %do) statistics(%h, %l, %t) outs(%dk, %dv) {indexing_maps = [#query, #key, #value, #out, #row, #row, #row, #key, #value]} : (memref<6x100x64xbf16>, memref<6x70x64xbf16>, memref<6x70x64xbf16>, memref<6x100x64xbf16>, memref<6x100xf32>, memref<6x100xf32>, memref<6x100xf32>, memref<6x70x64xbf16>, memref<6x70x64xf32>) -> () {
  ^bb0(%score: f32, %b: index, %m: index, %e: index, %n: index, %d: index):
    %low = arith.constant 0xFF800000 : f32
    %sees = arith.cmpi sge, %m, %n : index
    %x = arith.select %sees, %score, %low : f32
    amp.yield %x : f32
  } {
  ^bb0(%ds: f32, %b: index, %m: index, %e: index, %n: index, %d: index):
    %c = arith.constant 1.250000e-01 : f32
    %x = arith.mulf %ds, %c : f32
    amp.yield %x : f32
  }
  return
}
