// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(amp-kernels-to-ptx))" | FileCheck %s

/// 4 blocks of 2 warps. Reciprocal roots take the special function unit:
/// @loop: 100 in each of 8 warps.
/// @blocks: the loop is in the first block only: 2 warps.
/// @threads: the first warp of each block has two iterations, the second one.
/// @first_warp: shuffles of the first warp of each block, 4 bytes of 32 lanes.
// CHECK: gpu.module @kernels
// CHECK-SAME: blocks = {{{[^}]*}}functions = 2.000000e+02 : f64
// CHECK-SAME: first_warp = {{{[^}]*}}shared_bytes = 5.120000e+02 : f64
// CHECK-SAME: loop = {{{[^}]*}}functions = 8.000000e+02 : f64
// CHECK-SAME: threads = {{{[^}]*}}functions = 1.200000e+01 : f64
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  llvm.func @loop(%p: !llvm.ptr<1>, %x: f32) attributes {gpu.kernel, nvvm.kernel, launch = array<i64: 4, 1, 1, 64, 0, 1024, 0>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %many = llvm.mlir.constant(100 : i32) : i32
    llvm.br ^loop(%zero, %x : i32, f32)
  ^loop(%i: i32, %y: f32):
    %z = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%y) : (f32) -> f32
    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "slt" %next, %many : i32
    llvm.cond_br %more, ^loop(%next, %z : i32, f32), ^end
  ^end:
    llvm.store %z, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @blocks(%p: !llvm.ptr<1>, %x: f32) attributes {gpu.kernel, nvvm.kernel, launch = array<i64: 4, 1, 1, 64, 0, 1024, 0>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %many = llvm.mlir.constant(100 : i32) : i32
    %block = nvvm.read.ptx.sreg.ctaid.x : i32
    %first = llvm.icmp "ult" %block, %one : i32
    llvm.cond_br %first, ^loop(%zero, %x : i32, f32), ^end
  ^loop(%i: i32, %y: f32):
    %z = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%y) : (f32) -> f32
    llvm.store %z, %p : f32, !llvm.ptr<1>
    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "slt" %next, %many : i32
    llvm.cond_br %more, ^loop(%next, %z : i32, f32), ^end
  ^end:
    llvm.return
  }
  llvm.func @threads(%p: !llvm.ptr<1>, %x: f32) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, launch = array<i64: 4, 1, 1, 64, 0, 1024, 0>} {
    %step = llvm.mlir.constant(64 : i32) : i32
    %many = llvm.mlir.constant(96 : i32) : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    llvm.br ^loop(%thread, %x : i32, f32)
  ^loop(%i: i32, %y: f32):
    %z = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%y) : (f32) -> f32
    %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %z, %at : f32, !llvm.ptr<1>
    %next = llvm.add %i, %step : i32
    %more = llvm.icmp "slt" %next, %many : i32
    llvm.cond_br %more, ^loop(%next, %z : i32, f32), ^end
  ^end:
    llvm.return
  }
  llvm.func @first_warp(%p: !llvm.ptr<1>, %x: f32) attributes {gpu.kernel, nvvm.kernel, launch = array<i64: 4, 1, 1, 64, 0, 1024, 0>} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %warp = llvm.mlir.constant(32 : i32) : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "ult" %thread, %warp : i32
    llvm.cond_br %first, ^in, ^end
  ^in:
    %y = nvvm.shfl.sync bfly %all, %x, %one, %clamp : f32 -> f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
