// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-math | FileCheck %s

gpu.module @kernels {
  /// Rounded to 16 bits: by ex2.approx and rcp.approx, and near zero by a
  /// polynomial.
  // CHECK-LABEL: gpu.func @rounded(
  // CHECK: %[[X:.*]] = memref.load
  // CHECK: %[[SIZE:.*]] = llvm.call_intrinsic "llvm.fabs"(%[[X]])
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
  // CHECK: %[[SUM:.*]] = arith.addf %[[POWER]]
  // CHECK: %[[INVERSE:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[SUM]])
  // CHECK: %[[LARGE:.*]] = llvm.call_intrinsic "llvm.fma"(%[[INVERSE]]
  // CHECK: %[[SMALL:.*]] = llvm.call_intrinsic "llvm.fma"(%{{.*}}, %{{.*}}, %[[X]])
  // CHECK: %[[NEAR:.*]] = arith.cmpf olt, %[[SIZE]]
  // CHECK: %[[T:.*]] = arith.select %[[NEAR]], %[[SMALL]], %[[LARGE]]
  // CHECK: arith.truncf %[[T]] : f32 to bf16
  // CHECK-NOT: arith.divf
  // CHECK: gpu.return
  gpu.func @rounded(%m: memref<1xf32>, %r: memref<1xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<1xf32>
    %y = math.tanh %x : f32
    %t = arith.truncf %y : f32 to bf16
    memref.store %t, %r[%c0] : memref<1xbf16>
    gpu.return
  }

  /// Also stored in f32: full precision.
  // CHECK-LABEL: gpu.func @full(
  // CHECK-NOT: approx
  // CHECK: arith.divf
  // CHECK-NOT: approx
  // CHECK: gpu.return
  gpu.func @full(%m: memref<1xf32>, %r: memref<1xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<1xf32>
    %y = math.tanh %x : f32
    %t = arith.truncf %y : f32 to bf16
    memref.store %t, %r[%c0] : memref<1xbf16>
    memref.store %y, %m[%c0] : memref<1xf32>
    gpu.return
  }
}
