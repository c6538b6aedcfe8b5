// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_90a tile=1" | FileCheck %s
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_80 tile=1" | %python %inputs/ptx/text.py sm_80 | FileCheck %s --check-prefix=PTX
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_80 tile=1" | %python %inputs/ptx/text.py sm_80 --count | FileCheck %s --check-prefix=COUNT
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_90a tile=1" | %python %inputs/ptx/text.py sm_90a --count | FileCheck %s --check-prefix=COUNT
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_100a tile=1" | %python %inputs/ptx/text.py sm_100a --count | FileCheck %s --check-prefix=COUNT

/// The unit is gone; its call is a launch: 4 x 32 tiles, 4 warps. The 128 rows
/// of sums, 128 + 8 columns of 4 bytes each, need more shared memory than the 4
/// stages of 16 KiB.
// CHECK-NOT: @unit_0
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[SHARED:.*]] = arith.constant 69632 : i32
// CHECK: gpu.launch_func @kernels::@matmul_512x4096x4096_bf16_addf_maximumf
// CHECK-SAME: dynamic_shared_memory_size %[[SHARED]]

/// Shared memory is one symbol that LLVM cannot think empty. Two blocks of a
/// multiprocessor limit the registers.
// CHECK: gpu.module @kernels
// CHECK: llvm.mlir.global external @tensor_core_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK: gpu.func @matmul_512x4096x4096_bf16_addf_maximumf
// CHECK-SAME: kernel attributes {flops = 17184063488 : i64, known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}

// PTX: .extern .shared .align 1024 .b8 tensor_core_shared[];
// PTX: .maxntid 128, 1, 1
// PTX: cp.async.wait_group 2;
// PTX-NEXT: {{bar|barrier}}{{(.cta)?}}.sync

/// All warps are done with the stages when sums replace them in shared memory.
/// The bias of the thread's 4 columns is loaded once. The epilogue's loop loads
/// the sums of 4 rows and stores 4 columns of each row of the result, 4096
/// columns of 2 bytes apart.
// PTX-NOT: st.shared
// PTX: {{bar|barrier}}{{(.cta)?}}.sync
// PTX-NOT: ld.shared
// PTX: st.shared.v2.b32
// PTX-NOT: ld.shared
// PTX: {{bar|barrier}}{{(.cta)?}}.sync
// PTX: ld.global.v4.b32
// PTX: [[LOOP:\$L__BB[0-9_]+]]:
// PTX-COUNT-4: ld.shared.v4.b32
// PTX-NOT: ld.global
// PTX: st.global.v2.b32 [[[RESULT:%rd[0-9]+]]],
// PTX: st.global.v2.b32 [[[RESULT]]+8192],
// PTX: st.global.v2.b32 [[[RESULT]]+16384],
// PTX: st.global.v2.b32 [[[RESULT]]+24576],
// PTX: bra [[LOOP]];

/// 4 steps of copies, each of 4 x 16 bytes per factor and thread; the loop's
/// step is 2 x 4 x 8 products of 4 + 4 fragments. A thread stores 64 pairs of
/// sums. The epilogue's loop has 4 rows of 4 columns; the relu keeps NaN.
// COUNT-NOT: {{.}}local
// COUNT: {{^}}3 bar{{(rier)?(.cta)?}}.sync
// COUNT: {{^}}32 cp.async.cg.shared.global
// COUNT: {{^}}4 cp.async.commit_group
// COUNT: {{^}}1 cp.async.wait_group
// COUNT: {{^}}1 ld.global.v4.b32
// COUNT: {{^}}4 ld.shared.v4.b32
// COUNT: {{^}}8 ldmatrix.sync.aligned.m8n8.x4.shared.b16
// COUNT: {{^}}8 ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// COUNT: {{^}}16 max.NaN.f32
// COUNT: {{^}}64 mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// COUNT-NOT: st.global.b
// COUNT: {{^}}4 st.global.v2.b32
// COUNT-NOT: st.shared.b
// COUNT: {{^}}64 st.shared.v2.b32

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (n)>
func.func private @unit_0(%a: memref<512x4096xbf16>, %b: memref<4096x4096xbf16>, %bias: memref<4096xf32>, %d: memref<512x4096xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
  %acc = memref.alloc() : memref<512x4096xf32>
  linalg.fill ins(%zero : f32) outs(%acc : memref<512x4096xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x4096xbf16>, memref<4096x4096xbf16>) outs(%acc : memref<512x4096xf32>) {
  ^bb0(%x: bf16, %y: bf16, %out: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %bias : memref<512x4096xf32>, memref<4096xf32>) outs(%d : memref<512x4096xbf16>) {
  ^bb0(%in: f32, %v: f32, %out: bf16):
    %0 = arith.truncf %v : f32 to bf16
    %1 = arith.truncf %in : f32 to bf16
    %2 = arith.addf %1, %0 : bf16
    %3 = arith.maximumf %2, %zero16 : bf16
    linalg.yield %3 : bf16
  }
  return
}
func.func @main(%a: memref<512x4096xbf16>, %b: memref<4096x4096xbf16>, %bias: memref<4096xf32>, %d: memref<512x4096xbf16>) {
  call @unit_0(%a, %b, %bias, %d) : (memref<512x4096xbf16>, memref<4096x4096xbf16>, memref<4096xf32>, memref<512x4096xbf16>) -> ()
  return
}
