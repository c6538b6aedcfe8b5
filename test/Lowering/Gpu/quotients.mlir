// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-math | FileCheck %s

gpu.module @kernels {
  /// Rounded to 16 bits: the chip's approximations, of a reciprocal root as one; behind sums and products, too.
  // CHECK-LABEL: gpu.func @rounded(
  // CHECK: %[[X:.*]] = memref.load %arg0[%c0{{.*}}]
  // CHECK: %[[Y:.*]] = memref.load %arg0[%c1{{.*}}]
  // CHECK-NOT: arith.divf
  // CHECK-NOT: "llvm.sqrt"
  // CHECK-DAG: %[[Q:.*]] = llvm.call_intrinsic "llvm.nvvm.div.full"(%[[X]], %[[Y]])
  // CHECK-DAG: %[[S:.*]] = arith.addf %[[Q]], %[[X]]
  // CHECK-DAG: arith.truncf %[[S]] : f32 to bf16
  // CHECK-DAG: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.nvvm.sqrt.approx.f"(%[[X]])
  // CHECK-DAG: arith.truncf %[[ROOT]] : f32 to bf16
  // CHECK-DAG: %[[INVERSE:.*]] = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%[[X]])
  // CHECK-DAG: arith.truncf %[[INVERSE]] : f32 to bf16
  // CHECK: gpu.return
  gpu.func @rounded(%m: memref<2xf32>, %r: memref<3xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = memref.load %m[%c0] : memref<2xf32>
    %y = memref.load %m[%c1] : memref<2xf32>
    %quotient = arith.divf %x, %y : f32
    %sum = arith.addf %quotient, %x : f32
    %0 = arith.truncf %sum : f32 to bf16
    memref.store %0, %r[%c0] : memref<3xbf16>
    %root = math.sqrt %x : f32
    %1 = arith.truncf %root : f32 to bf16
    memref.store %1, %r[%c1] : memref<3xbf16>
    %inverse = math.rsqrt %x : f32
    %2 = arith.truncf %inverse : f32 to bf16
    memref.store %2, %r[%c2] : memref<3xbf16>
    gpu.return
  }

  /// Full precision: a quotient that is stored in f32, one that is compared, and those by powers of two, which are exact products.
  // CHECK-LABEL: gpu.func @negative_full(
  // CHECK-NOT: approx
  // CHECK-NOT: div.full
  // CHECK-COUNT-4: arith.divf
  // CHECK-NOT: div.full
  // CHECK: gpu.return
  gpu.func @negative_full(%m: memref<2xf32>, %r: memref<3xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %four = arith.constant 4.0 : f32
    %x = memref.load %m[%c0] : memref<2xf32>
    %y = memref.load %m[%c1] : memref<2xf32>
    %quotient = arith.divf %x, %y : f32
    %0 = arith.truncf %quotient : f32 to bf16
    memref.store %0, %r[%c0] : memref<3xbf16>
    memref.store %quotient, %m[%c0] : memref<2xf32>
    %other = arith.divf %y, %x : f32
    %less = arith.cmpf olt, %other, %y : f32
    %chosen = arith.select %less, %x, %y : f32
    %1 = arith.truncf %chosen : f32 to bf16
    memref.store %1, %r[%c1] : memref<3xbf16>
    %half = arith.constant 0.5 : bf16
    %wide = arith.extf %half : bf16 to f32
    %double = arith.divf %x, %wide : f32
    %quarter = arith.divf %double, %four : f32
    %2 = arith.truncf %quarter : f32 to bf16
    memref.store %2, %r[%c1] : memref<3xbf16>
    gpu.return
  }
}
