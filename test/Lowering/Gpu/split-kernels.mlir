// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-split-kernels | FileCheck %s --check-prefix=SPLIT
// RUN: amp-opt %s --amp-split-kernels --amp-join-kernels | FileCheck %s --check-prefix=WHOLE
// RUN: amp-opt %s --pass-pipeline="builtin.module(amp-split-kernels,gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true},reconcile-unrealized-casts,amp-kernels-to-ptx),amp-join-kernels)" | FileCheck %s --check-prefix=PTX

/// Callers of libdevice share a part.
// RUN: amp-opt %s --amp-split-kernels | FileCheck %s --check-prefix=LIBDEVICE
// LIBDEVICE: gpu.module @math_0
// LIBDEVICE-NEXT: gpu.func @first
// LIBDEVICE-NEXT: math.sin
// LIBDEVICE: gpu.func @third
// LIBDEVICE-NEXT: math.sin
// LIBDEVICE: gpu.module @math_1
// LIBDEVICE-NEXT: gpu.func @second

/// Symbols that a kernel uses move with the kernel, and are defined once in the merged module.
// SPLIT: gpu.module @kernels_0 {{.*}} attributes {part_of = "kernels"}
// SPLIT: memref.global "private" @shared
// SPLIT: gpu.func @first
// SPLIT: gpu.func @second
// SPLIT-NOT: gpu.module @kernels

// WHOLE: gpu.module @kernels [
// WHOLE-NOT: part_of
// WHOLE: memref.global "private" @shared
// WHOLE: gpu.func @first
// WHOLE: gpu.func @second
// WHOLE-NOT: gpu.module @kernels

// PTX: gpu.binary @kernels
// PTX-SAME: .version
// PTX-SAME: .entry first(
// PTX-SAME: .entry second(
// PTX-NOT: gpu.module @kernels
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
    memref.global "private" @shared : memref<4xf32, 3>
    gpu.func @first(%a: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %s = memref.get_global @shared : memref<4xf32, 3>
      %x = memref.load %a[%i] : memref<4xf32>
      memref.store %x, %s[%i] : memref<4xf32, 3>
      gpu.return
    }
    gpu.func @second(%a: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<4xf32>
      memref.store %x, %a[%i] : memref<4xf32>
      gpu.return
    }
  }
  gpu.module @math [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
    gpu.func @first(%x: f64) kernel {
      %0 = math.sin %x : f64
      gpu.return
    }
    gpu.func @second(%x: f64) kernel {
      %0 = arith.negf %x : f64
      gpu.return
    }
    gpu.func @third(%x: f64) kernel {
      %0 = math.sin %x : f64
      gpu.return
    }
  }
}
