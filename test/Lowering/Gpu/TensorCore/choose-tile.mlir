// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_90a tile=20" | FileCheck %s --check-prefixes=CHECK,WGMMA
// RUN: amp-opt %s --amp-tensor-core-kernels="chip=sm_90 tile=20" | FileCheck %s --check-prefixes=CHECK,SYNC
/// `tile` is a preference: where a contraction cannot have the tile, the model of time chooses one. Tile 20 has 128 x 256 elements by wgmma.

#rows = affine_map<(b, t, n, k) -> (b, t, k)>
#factor = affine_map<(b, t, n, k) -> (k, n)>
#out = affine_map<(b, t, n, k) -> (b, t, n)>
#each = affine_map<(n, t, b) -> (b, t, n)>
#sums = affine_map<(n, t, b) -> (n, b)>
func.func private @product(%x: memref<4x40x64xbf16>, %w: memref<64x1024xbf16>, %d: memref<4x40x1024xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<4x40x1024xf32>)
  linalg.generic {indexing_maps = [#rows, #factor, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<4x40x64xbf16>, memref<64x1024xbf16>) outs(%d : memref<4x40x1024xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
func.func private @bias_gradient(%s: memref<1024x4xf32>, %d: memref<4x40x1024xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<1024x4xf32>)
  linalg.generic {indexing_maps = [#each, #sums], iterator_types = ["parallel", "reduction", "parallel"]} ins(%d : memref<4x40x1024xf32>) outs(%s : memref<1024x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}

/// The preferred tile: 160 rows and 1024 columns are 2 x 4 of them. A chip without wgmma cannot have it.
// WGMMA-LABEL: func.func @forward
// WGMMA-DAG: %[[DOWN:.*]] = arith.constant 2 : index
// WGMMA-DAG: %[[ACROSS:.*]] = arith.constant 4 : index
// WGMMA: gpu.launch_func @kernels::@matmul_160x1024x64_bf16 blocks in (%[[ACROSS]], %[[DOWN]],
func.func @forward(%x: memref<4x40x64xbf16>, %w: memref<64x1024xbf16>, %d: memref<4x40x1024xf32>) {
  call @product(%x, %w, %d) : (memref<4x40x64xbf16>, memref<64x1024xbf16>, memref<4x40x1024xf32>) -> ()
  return
}

/// Each of its 8 warps has 16 rows of sums, which lie in two images of 40. Tiles of 32 x 32, whose warps have 8 rows, leave 5 parts of each image.
// CHECK-LABEL: func.func @backward
// CHECK-NEXT: %[[PARTS:.*]] = memref.alloc() : memref<5x1024x4xf32>
// CHECK-DAG: %[[DOWN:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[ACROSS:.*]] = arith.constant 32 : index
// CHECK: gpu.launch_func @kernels::@matmul_160x1024x64_bf16_all_addf blocks in (%[[ACROSS]], %[[DOWN]],
// CHECK: call @bias_gradient{{.*}}(%arg3, %[[PARTS]])
func.func @backward(%x: memref<4x40x64xbf16>, %w: memref<64x1024xbf16>, %d: memref<4x40x1024xf32>, %s: memref<1024x4xf32>) {
  call @product(%x, %w, %d) : (memref<4x40x64xbf16>, memref<64x1024xbf16>, memref<4x40x1024xf32>) -> ()
  call @bias_gradient(%s, %d) : (memref<1024x4xf32>, memref<4x40x1024xf32>) -> ()
  return
}

// WGMMA: gpu.func @matmul_160x1024x64_bf16(
// WGMMA: nvvm.wgmma.mma_async
// SYNC: gpu.func @matmul_160x1024x64_bf16(
// SYNC-NOT: wgmma
// SYNC: nvvm.mma.sync
// SYNC-NOT: wgmma
