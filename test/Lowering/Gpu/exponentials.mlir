// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-math --split-input-file | FileCheck %s

/// Rounded to 16 bits behind a product and a difference: ex2.approx of
/// p = x log2(e), times 1 more than what p was rounded by.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @rounded(
  // CHECK: %[[LOAD:.*]] = memref.load
  // CHECK: %[[ABOVE:.*]] = arith.maximumf %[[LOAD]], %{{.*}} : f32
  // CHECK: %[[X:.*]] = arith.minimumf %[[ABOVE]], %{{.*}} : f32
  // CHECK: %[[P:.*]] = arith.mulf %[[X]]
  // CHECK: %[[HIGH:.*]] = llvm.call_intrinsic "llvm.fma"(%[[P]], %{{.*}}, %[[X]])
  // CHECK: %[[REST:.*]] = llvm.call_intrinsic "llvm.fma"(%[[P]], %{{.*}}, %[[HIGH]])
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[P]])
  // CHECK: %[[MORE:.*]] = arith.addf %[[REST]]
  // CHECK: arith.mulf %[[POWER]], %[[MORE]]
  // CHECK: gpu.return
  gpu.func @rounded(%m: memref<2xf32>, %r: memref<2xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %half = arith.constant 0.5 : f32
    %x = memref.load %m[%c0] : memref<2xf32>
    %e = math.exp %x : f32
    %p = arith.mulf %e, %half : f32
    %d = arith.subf %p, %half : f32
    %t = arith.truncf %d : f32 to bf16
    memref.store %t, %r[%c0] : memref<2xbf16>
    gpu.return
  }
}

// -----

/// Full precision if it is also stored in f32, summed, or divides.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @full(
  // CHECK-NOT: ex2
  // CHECK: gpu.return
  gpu.func @full(%m: memref<4xf32>, %r: memref<2xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f32
    %x = memref.load %m[%c0] : memref<4xf32>
    %e = math.exp %x : f32
    %t = arith.truncf %e : f32 to bf16
    memref.store %t, %r[%c0] : memref<2xbf16>
    memref.store %e, %m[%c0] : memref<4xf32>
    %y = memref.load %m[%c1] : memref<4xf32>
    %f = math.exp %y : f32
    %q = arith.divf %one, %f : f32
    %u = arith.truncf %q : f32 to bf16
    memref.store %u, %r[%c1] : memref<2xbf16>
    %z = memref.load %m[%c2] : memref<4xf32>
    %g = math.exp %z : f32
    %s = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %one) -> f32 {
      %next = arith.addf %sum, %g : f32
      scf.yield %next : f32
    }
    memref.store %s, %m[%c2] : memref<4xf32>
    gpu.return
  }
}

// -----

/// In full precision no more if the program permits it.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @permitted(
  // CHECK: ex2.approx
  // CHECK: gpu.return
  gpu.func @permitted(%m: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<1xf32>
    %e = math.exp %x fastmath<afn> : f32
    memref.store %e, %m[%c0] : memref<1xf32>
    gpu.return
  }
}
