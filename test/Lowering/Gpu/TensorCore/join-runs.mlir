// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-tensor-core-kernels="tile=5" | FileCheck %s
/// Sums over some of a product's rows, columns or matrices. Tiles have 128 x 64 elements, and each of 8 warps 16 rows.

#rows = affine_map<(b, t, n, k) -> (b, t, k)>
#factor = affine_map<(b, t, n, k) -> (k, n)>
#out = affine_map<(b, t, n, k) -> (b, t, n)>
#each = affine_map<(n, t, b) -> (b, t, n)>
#sums = affine_map<(n, t, b) -> (n, b)>
#queries = affine_map<(b, h, t, n, k) -> (b, h, t, k)>
#values = affine_map<(b, h, t, n, k) -> (b, h, k, n)>
#made = affine_map<(b, h, t, n, k) -> (b, h, t, n)>
#all = affine_map<(b, h, t, n) -> (b, h, t, n)>
#heads = affine_map<(b, h, t, n) -> (h, n)>
func.func private @product(%x: memref<4x96x64xbf16>, %w: memref<64x80xbf16>, %d: memref<4x96x80xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<4x96x80xf32>)
  linalg.generic {indexing_maps = [#rows, #factor, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<4x96x64xbf16>, memref<64x80xbf16>) outs(%d : memref<4x96x80xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
func.func private @bias_gradient(%s: memref<80x4xf32>, %d: memref<4x96x80xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<80x4xf32>)
  linalg.generic {indexing_maps = [#each, #sums], iterator_types = ["parallel", "reduction", "parallel"]} ins(%d : memref<4x96x80xf32>) outs(%s : memref<80x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

/// A tile's rows lie in two images. Of the 24 warps above each other, 6 share an image: 6 parts for each of 4 images.
// CHECK-LABEL: func.func private @bias_gradient
// CHECK-SAME: (%arg0: memref<80x4xf32>, %[[PARTS:.*]]: memref<6x80x4xf32>)
// CHECK: linalg.generic {{.*}}["reduction", "parallel", "parallel"]} ins(%[[PARTS]] : memref<6x80x4xf32>) outs(%arg0
// CHECK-LABEL: func.func @backward
// CHECK-NEXT: %[[PARTS:.*]] = memref.alloc() : memref<6x80x4xf32>
// CHECK: gpu.launch_func @kernels::@matmul_384x80x64_bf16_all_addf
// CHECK-SAME: args(%arg0 : {{.*}}, %arg1 : {{.*}}, %arg2 : {{.*}}, %[[PARTS]] : memref<6x80x4xf32>)
// CHECK-NEXT: call @bias_gradient{{.*}}(%arg3, %[[PARTS]])
func.func @backward(%x: memref<4x96x64xbf16>, %w: memref<64x80xbf16>, %d: memref<4x96x80xf32>, %s: memref<80x4xf32>) {
  call @product(%x, %w, %d) : (memref<4x96x64xbf16>, memref<64x80xbf16>, memref<4x96x80xf32>) -> ()
  call @bias_gradient(%s, %d) : (memref<80x4xf32>, memref<4x96x80xf32>) -> ()
  return
}

func.func private @heads(%x: memref<2x3x64x32xbf16>, %w: memref<2x3x32x96xbf16>, %d: memref<2x3x64x96xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<2x3x64x96xf32>)
  linalg.generic {indexing_maps = [#queries, #values, #made], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<2x3x64x32xbf16>, memref<2x3x32x96xbf16>) outs(%d : memref<2x3x64x96xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
func.func private @sum_heads(%s: memref<3x96xf32>, %d: memref<2x3x64x96xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<3x96xf32>)
  linalg.generic {indexing_maps = [#all, #heads], iterator_types = ["reduction", "parallel", "reduction", "parallel"]} ins(%d : memref<2x3x64x96xf32>) outs(%s : memref<3x96xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}

/// A tile has all rows of a matrix: for each of 3 heads one part of each of 2 images.
// CHECK-LABEL: func.func @attention
// CHECK: gpu.launch_func @kernels::@matmul_6x64x96x32_bf16_all_addf
// CHECK-SAME: memref<2x3x96xf32>)
// CHECK-NEXT: call @sum_heads{{.*}} : (memref<3x96xf32>, memref<2x3x96xf32>)
func.func @attention(%x: memref<2x3x64x32xbf16>, %w: memref<2x3x32x96xbf16>, %d: memref<2x3x64x96xf32>, %s: memref<3x96xf32>) {
  call @heads(%x, %w, %d) : (memref<2x3x64x32xbf16>, memref<2x3x32x96xbf16>, memref<2x3x64x96xf32>) -> ()
  call @sum_heads(%s, %d) : (memref<3x96xf32>, memref<2x3x64x96xf32>) -> ()
  return
}

func.func private @narrow(%x: memref<4x36x64xbf16>, %w: memref<64x80xbf16>, %d: memref<4x36x80xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<4x36x80xf32>)
  linalg.generic {indexing_maps = [#rows, #factor, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<4x36x64xbf16>, memref<64x80xbf16>) outs(%d : memref<4x36x80xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
func.func private @narrow_gradient(%s: memref<80x4xf32>, %d: memref<4x36x80xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<80x4xf32>)
  linalg.generic {indexing_maps = [#each, #sums], iterator_types = ["parallel", "reduction", "parallel"]} ins(%d : memref<4x36x80xf32>) outs(%s : memref<80x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}

/// A warp's 16 rows lie in two images of 36, and those of no other tile lie in one: two launches.
// CHECK-LABEL: func.func @kept
// CHECK: gpu.launch_func @kernels::@matmul_144x80x64_bf16 blocks
// CHECK: call @narrow_gradient({{.*}}) : (memref<80x4xf32>, memref<4x36x80xf32>)
func.func @kept(%x: memref<4x36x64xbf16>, %w: memref<64x80xbf16>, %d: memref<4x36x80xf32>, %s: memref<80x4xf32>) {
  call @narrow(%x, %w, %d) : (memref<4x36x64xbf16>, memref<64x80xbf16>, memref<4x36x80xf32>) -> ()
  call @narrow_gradient(%s, %d) : (memref<80x4xf32>, memref<4x36x80xf32>) -> ()
  return
}
