// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(gpu.func(amp-expand-kernel)))" | FileCheck %s

gpu.module @kernels {
  /// LLVM has an instruction for each; convert-gpu-to-nvvm would compare.
  // CHECK-LABEL: gpu.func @extrema
  // CHECK: llvm.intr.maximum
  // CHECK: llvm.intr.minimum
  gpu.func @extrema(%a: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<4xf32>
    %zero = arith.constant 0.0 : f32
    %six = arith.constant 6.0 : f32
    %low = arith.maximumf %x, %zero : f32
    %clamped = arith.minimumf %low, %six : f32
    memref.store %clamped, %a[%i] : memref<4xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @view
  // CHECK-NOT: memref.subview
  // CHECK: memref.reinterpret_cast
  gpu.func @view(%a: memref<8xf32>, %begin: index) kernel {
    %i = gpu.thread_id x
    %zero = arith.constant 0.0 : f32
    %part = memref.subview %a[%begin] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.store %zero, %part[%i] : memref<4xf32, strided<[1], offset: ?>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @affine
  // CHECK-NOT: affine
  // CHECK-NOT: arith.floordivsi
  // CHECK: memref.store
  gpu.func @affine(%a: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %zero = arith.constant 0.0 : f32
    %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    memref.store %zero, %a[%half] : memref<8xf32>
    gpu.return
  }

  /// Products of complex numbers are those of their parts.
  // CHECK-LABEL: gpu.func @complex
  // CHECK-NOT: complex.mul
  // CHECK: arith.mulf
  gpu.func @complex(%re: f32, %im: f32, %a: memref<1xf32>) kernel {
    %i = gpu.thread_id x
    %x = complex.create %re, %im : complex<f32>
    %square = complex.mul %x, %x : complex<f32>
    %part = complex.re %square : complex<f32>
    memref.store %part, %a[%i] : memref<1xf32>
    gpu.return
  }
}
