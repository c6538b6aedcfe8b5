// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-tensor-core-kernels="tile=5" | FileCheck %s
/// Tiles have 128 x 64 elements.

#id = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
#rows = affine_map<(m, n) -> (m)>
#one = affine_map<(m, n) -> ()>
#flat = affine_map<(n) -> (n)>
func.func private @product(%a: memref<96x64xf16>, %b: memref<64x80xf16>, %d: memref<96x80xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<96x80xf32>)
  linalg.matmul ins(%a, %b : memref<96x64xf16>, memref<64x80xf16>) outs(%d : memref<96x80xf32>)
  return
}
func.func private @bias_gradient(%d: memref<96x80xf32>, %s: memref<80xf32>, %bias: memref<80xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<80xf32>)
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%d : memref<96x80xf32>) outs(%s : memref<80xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel"]} ins(%s : memref<80xf32>) outs(%bias : memref<80xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.subf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @finite(%ok: memref<96xi1>, %d: memref<96x80xf32>, %scale: memref<f32>) attributes {amp.unit = "reduction"} {
  %true = arith.constant true
  %infinity = arith.constant 0x7F800000 : f32
  linalg.fill ins(%true : i1) outs(%ok : memref<96xi1>)
  linalg.generic {indexing_maps = [#id, #one, #rows], iterator_types = ["parallel", "reduction"]} ins(%d, %scale : memref<96x80xf32>, memref<f32>) outs(%ok : memref<96xi1>) {
  ^bb0(%x: f32, %s: f32, %o: i1):
    %0 = arith.mulf %x, %s : f32
    %1 = math.absf %0 : f32
    %2 = arith.cmpf olt, %1, %infinity : f32
    %3 = arith.andi %o, %2 : i1
    linalg.yield %3 : i1
  }
  return
}
func.func private @mean(%m: memref<f32>, %d: memref<96x80xf32>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#id, #one], iterator_types = ["reduction", "reduction"]} ins(%d : memref<96x80xf32>) outs(%m : memref<f32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}

/// One tile has all 96 rows; what is left sums its one row of partial sums, and does what followed.
// CHECK-LABEL: func.func private @bias_gradient
// CHECK-SAME: (%arg0: memref<80xf32>, %arg1: memref<80xf32>, %[[PARTS:.*]]: memref<1x80xf32>) attributes {amp.unit = "reduction"}
// CHECK: linalg.fill
// CHECK: linalg.generic {{.*}}["reduction", "parallel"]} ins(%[[PARTS]] : memref<1x80xf32>) outs(%arg0
// CHECK: arith.addf {{.*}} fastmath<reassoc>
// CHECK: linalg.generic {{.*}}["parallel"]
// CHECK: arith.subf
// CHECK-LABEL: func.func @backward
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<1x80xf32>
// CHECK: gpu.launch_func @kernels::@matmul_96x80x64_f16_all_addf
// CHECK-SAME: args(%arg0 : {{.*}}, %arg1 : {{.*}}, %arg2 : {{.*}}, %[[PARTS]] : memref<1x80xf32>)
// CHECK-NEXT: memref.copy
// CHECK-NEXT: call @bias_gradient{{.*}}(%arg3, %arg4, %[[PARTS]])
func.func @backward(%a: memref<96x64xf16>, %b: memref<64x80xf16>, %d: memref<96x80xf32>, %s: memref<80xf32>, %bias: memref<80xf32>, %old: memref<80xf32>) {
  call @product(%a, %b, %d) : (memref<96x64xf16>, memref<64x80xf16>, memref<96x80xf32>) -> ()
  memref.copy %bias, %old : memref<80xf32> to memref<80xf32>
  call @bias_gradient(%d, %s, %bias) : (memref<96x80xf32>, memref<80xf32>, memref<80xf32>) -> ()
  return
}

/// The scale is there after the product: it waits. 2 tiles are side by side.
// CHECK-LABEL: func.func @checked
// CHECK-NEXT: memref.copy %arg3, %arg4
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<2x96xi1>
// CHECK: gpu.launch_func @kernels::@matmul_96x80x64_f16_all_andi
// CHECK-SAME: args(%arg0 : {{.*}}, %arg1 : {{.*}}, %arg2 : {{.*}}, %arg4 : memref<f32>, %[[PARTS]] : memref<2x96xi1>)
// CHECK-NEXT: call @finite{{.*}}(%arg5, %[[PARTS]])
func.func @checked(%a: memref<96x64xf16>, %b: memref<64x80xf16>, %d: memref<96x80xf32>, %new: memref<f32>, %scale: memref<f32>, %ok: memref<96xi1>) {
  call @product(%a, %b, %d) : (memref<96x64xf16>, memref<64x80xf16>, memref<96x80xf32>) -> ()
  memref.copy %new, %scale : memref<f32> to memref<f32>
  call @finite(%ok, %d, %scale) : (memref<96xi1>, memref<96x80xf32>, memref<f32>) -> ()
  return
}

/// Nothing else reads the product, which is never in memory; what the total starts from remains.
/// 2 blocks.
// CHECK-LABEL: func.func @loss
// CHECK-NEXT: memref.alloc() : memref<2xf32>
// CHECK: gpu.launch_func @kernels::@matmul_96x80x64_f16_all_addf_1
// CHECK-SAME: args(%arg0 : memref<96x64xf16>, %arg1 : memref<64x80xf16>, %{{.*}} : memref<2xf32>)
// CHECK-NEXT: call @mean{{.*}}(%arg2, %{{.*}}) : (memref<f32>, memref<2xf32>)
func.func @loss(%a: memref<96x64xf16>, %b: memref<64x80xf16>, %m: memref<f32>) {
  %d = memref.alloc() : memref<96x80xf32>
  call @product(%a, %b, %d) : (memref<96x64xf16>, memref<64x80xf16>, memref<96x80xf32>) -> ()
  call @mean(%m, %d) : (memref<f32>, memref<96x80xf32>) -> ()
  return
}

/// Something else is written over a factor, and the scale is not there before: two launches.
// CHECK-LABEL: func.func @kept
// CHECK: gpu.launch_func @kernels::@matmul_96x80x64_f16 blocks
// CHECK: call @finite({{.*}}) : (memref<96xi1>, memref<96x80xf32>, memref<f32>)
func.func @kept(%a: memref<96x64xf16>, %b: memref<64x80xf16>, %d: memref<96x80xf32>, %new: memref<f32>, %scale: memref<f32>, %ok: memref<96xi1>, %next: memref<96x64xf16>) {
  call @product(%a, %b, %d) : (memref<96x64xf16>, memref<64x80xf16>, memref<96x80xf32>) -> ()
  memref.copy %new, %scale : memref<f32> to memref<f32>
  memref.copy %next, %a : memref<96x64xf16> to memref<96x64xf16>
  call @finite(%ok, %d, %scale) : (memref<96xi1>, memref<96x80xf32>, memref<f32>) -> ()
  return
}
