// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-tensor-core-kernels | FileCheck %s

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (n)>
func.func private @product(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  return
}
func.func private @bias(%in: memref<64x64xf32>, %bias: memref<64xf32>, %out: memref<64x64xbf16>) attributes {amp.unit = "elementwise"} {
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%in, %bias : memref<64x64xf32>, memref<64xf32>) outs(%out : memref<64x64xbf16>) {
  ^bb0(%x: f32, %b: f32, %o: bf16):
    %0 = arith.addf %x, %b : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  return
}
func.func private @relu(%in: memref<64x64xbf16>, %out: memref<64x64xbf16>) attributes {amp.unit = "elementwise"} {
  %zero = arith.constant 0.0 : bf16
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%in : memref<64x64xbf16>) outs(%out : memref<64x64xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %0 = arith.maximumf %x, %zero : bf16
    linalg.yield %0 : bf16
  }
  return
}
func.func private @update(%in: memref<64x64xf32>, %w: memref<64x64xf32>) attributes {amp.unit = "elementwise"} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%in : memref<64x64xf32>) outs(%w : memref<64x64xf32>) {
  ^bb0(%g: f32, %x: f32):
    %0 = arith.subf %x, %g : f32
    linalg.yield %0 : f32
  }
  return
}

/// The sum is never in memory; what was before the relu is, since others read it.
// CHECK-LABEL: func.func @forward
// CHECK-NEXT: memref.alloc() : memref<64x64xbf16>
// CHECK-NOT: call
// CHECK: gpu.launch_func @kernels::@matmul_64x64x64_bf16_addf_maximumf
// CHECK-SAME: args(%arg0 : memref<64x64xbf16>, %arg1 : memref<64x64xbf16>, %arg2 : memref<64xf32>, %alloc : memref<64x64xbf16>, %arg3 : memref<64x64xbf16>)
// CHECK-NEXT: memref.copy %alloc, %arg4
func.func @forward(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %bias: memref<64xf32>, %d: memref<64x64xbf16>, %saved: memref<64x64xbf16>) {
  %sum = memref.alloc() : memref<64x64xf32>
  call @product(%a, %b, %sum) : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xf32>) -> ()
  %before = memref.alloc() : memref<64x64xbf16>
  call @bias(%sum, %bias, %before) : (memref<64x64xf32>, memref<64xf32>, memref<64x64xbf16>) -> ()
  call @relu(%before, %d) : (memref<64x64xbf16>, memref<64x64xbf16>) -> ()
  memref.copy %before, %saved : memref<64x64xbf16> to memref<64x64xbf16>
  return
}

/// The weight is still read after the gradient is there: the product waits.
// CHECK-LABEL: func.func @backward
// CHECK-NEXT: memref.copy %arg2, %arg3
// CHECK: gpu.launch_func @kernels::@matmul_64x64x64_bf16_subf
// CHECK-SAME: args(%arg0 : memref<64x64xbf16>, %arg1 : memref<64x64xbf16>, %arg2 : memref<64x64xf32>)
func.func @backward(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %w: memref<64x64xf32>, %old: memref<64x64xf32>) {
  %gradient = memref.alloc() : memref<64x64xf32>
  call @product(%a, %b, %gradient) : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xf32>) -> ()
  memref.copy %w, %old : memref<64x64xf32> to memref<64x64xf32>
  call @update(%gradient, %w) : (memref<64x64xf32>, memref<64x64xf32>) -> ()
  return
}

/// The weight is read and a factor is overwritten in between: two launches.
// CHECK-LABEL: func.func @kept
// CHECK: gpu.launch_func @kernels::@matmul_64x64x64_bf16 blocks
// CHECK-NEXT: memref.copy %arg2, %arg3
// CHECK-NEXT: memref.copy %arg1, %arg0
// CHECK-NEXT: call @update
func.func @kept(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %w: memref<64x64xf32>, %old: memref<64x64xf32>) {
  %gradient = memref.alloc() : memref<64x64xf32>
  call @product(%a, %b, %gradient) : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xf32>) -> ()
  memref.copy %w, %old : memref<64x64xf32> to memref<64x64xf32>
  memref.copy %b, %a : memref<64x64xbf16> to memref<64x64xbf16>
  call @update(%gradient, %w) : (memref<64x64xf32>, memref<64x64xf32>) -> ()
  return
}
