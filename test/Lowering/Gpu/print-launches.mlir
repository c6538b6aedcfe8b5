// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-print-launches -o /dev/null 2>&1 | FileCheck %s

/// A buffer counts as a whole, a loop as often as it runs, what reads and
/// writes in both columns; the most bytes come first.
// CHECK:      kernel  launches      bytes read   bytes written             flops
// CHECK-NEXT: update         3             768             768                 0
// CHECK-NEXT: twice          2             512             512               128
// CHECK-NEXT: total          5            1280            1280               128
// CHECK-NEXT: loops whose trips only the run knows count once

/// Functions that main does not call pad a state once, not in each step.
module attributes {gpu.container_module} {
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %go: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
  scf.for %i = %c0 to %c5 step %c2 {
    gpu.launch_func @kernels::@update blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>)
  }
  scf.while : () -> () {
    scf.condition(%go)
  } do {
    gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %a : memref<64xf32>)
    scf.yield
  }
  return
}
func.func @main_pad_state(%a: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@update blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>)
  return
}
gpu.module @kernels {
  gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel attributes {flops = 64} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %b[%i] : memref<64xf32>
    gpu.return
  }
  gpu.func @update(%a: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<64xf32>
    gpu.return
  }
}
}
