// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-math --split-input-file | FileCheck %s

/// Rounded to 16 bits behind a product and a difference: 2^(x log2(e) - j) by
/// ex2.approx, j added to the exponent; what is no normal number by ex2.approx
/// alone.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @rounded(
  // CHECK: %[[X:.*]] = memref.load
  // CHECK: %[[SHIFTED:.*]] = llvm.call_intrinsic "llvm.fma"(%[[X]], %{{.*}}, %{{.*}})
  // CHECK: %[[J:.*]] = arith.subf %[[SHIFTED]]
  // CHECK: %[[MINUS:.*]] = arith.negf %[[J]]
  // CHECK: %[[HIGH:.*]] = llvm.call_intrinsic "llvm.fma"(%[[X]], %{{.*}}, %[[MINUS]])
  // CHECK: %[[REST:.*]] = llvm.call_intrinsic "llvm.fma"(%[[X]], %{{.*}}, %[[HIGH]])
  // CHECK: %[[NORMAL:.*]] = arith.andi
  // CHECK: %[[ALL:.*]] = arith.mulf %[[X]]
  // CHECK: %[[POWER:.*]] = arith.select %[[NORMAL]], %[[REST]], %[[ALL]]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[POWER]])
  // CHECK: arith.shli
  // CHECK: arith.addi
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
