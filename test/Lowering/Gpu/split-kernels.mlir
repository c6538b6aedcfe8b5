// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-split-kernels | FileCheck %s --check-prefix=SPLIT
// RUN: amp-opt %s --amp-split-kernels --amp-join-kernels | FileCheck %s --check-prefix=WHOLE
// RUN: amp-opt %s --pass-pipeline="builtin.module(amp-split-kernels,gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true},reconcile-unrealized-casts,amp-kernels-to-ptx),amp-join-kernels)" | FileCheck %s --check-prefix=PTX

/// What a kernel uses goes with it, and stands once in the whole again.
// SPLIT: gpu.module @kernels_0 {{.*}} attributes {part_of = "kernels"}
// SPLIT: memref.global "private" @shared
// SPLIT: gpu.func @first
// SPLIT: gpu.func @second
// SPLIT-NOT: gpu.module

// WHOLE: gpu.module @kernels [
// WHOLE-NOT: part_of
// WHOLE: memref.global "private" @shared
// WHOLE: gpu.func @first
// WHOLE: gpu.func @second
// WHOLE-NOT: gpu.module

// PTX: gpu.binary @kernels
// PTX-SAME: .version
// PTX-SAME: .entry first(
// PTX-SAME: .entry second(
// PTX-NOT: gpu.module
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
}
