// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-merge-launches=multiprocessors=4 --canonicalize --cse | FileCheck %s
// RUN: amp-opt %s --amp-merge-launches=multiprocessors=100 --canonicalize --cse | FileCheck %s --check-prefix=MANY
// RUN: amp-opt %s --amp-merge-launches --canonicalize --cse | FileCheck %s --check-prefix=OFF

// OFF-NOT: do_2_tile

/// Two launches of one kernel with few blocks: the block's number gives the call
/// and its block in x, y and z. Read-only arguments stay so.
// CHECK-LABEL: func.func @same
// CHECK-SAME: %[[A:.*]]: memref<64xf32>, %[[B:.*]]: memref<64xf32>, %[[C:.*]]: memref<64xf32>, %[[D:.*]]: memref<64xf32>
// CHECK: %[[BYTES:.*]] = arith.constant 1024 : i32
// CHECK: gpu.launch_func @kernels::@do_2_tile blocks in (%c12, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %[[BYTES]] args(%[[C]] : memref<64xf32>, %[[D]] : memref<64xf32>, %[[A]] : memref<64xf32>, %[[B]] : memref<64xf32>)
// CHECK-NOT: gpu.launch_func
// CHECK: return

/// Not with many blocks, with another grid, or after what it reads is written.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-5: gpu.launch_func @kernels::@tile blocks
// CHECK: return

/// Two launches of two blocks occupy four multiprocessors until they end: a third one would leave two blocks behind. Of a hundred multiprocessors
/// all three leave most idle.
// CHECK-LABEL: func.func @full
// CHECK-DAG: gpu.launch_func @kernels::@do_2_tile blocks in (%c4, %c1, %c1)
// CHECK-DAG: gpu.launch_func @kernels::@tile blocks in (%c2, %c1, %c1)
// CHECK: return
// MANY-LABEL: func.func @full
// MANY: gpu.launch_func @kernels::@do_3_tile blocks in (%c6, %c1, %c1)
// MANY-NOT: gpu.launch_func
// MANY: return

/// No blocks at all stay a launch of their own.
// CHECK-LABEL: func.func @empty
// CHECK: gpu.launch_func @kernels::@tile blocks in (%c0,
// OFF-LABEL: func.func @empty
// OFF: gpu.launch_func @kernels::@tile blocks in (%c0,

// CHECK-LABEL: gpu.func @tile(
// CHECK-LABEL: gpu.func @do_2_tile(
// CHECK-SAME: {llvm.readonly}, %{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32> {llvm.readonly}, %{{.*}}: memref<64xf32>)
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK: %[[CALL:.*]] = arith.divui %[[BLOCK:.*]], %c6
// CHECK: %[[OWN:.*]] = arith.remui %[[BLOCK]], %c6
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[CALL]], %c1
// CHECK: arith.select %[[FIRST]]
// CHECK: %[[ALONG:.*]] = arith.remui %[[OWN]], %c3
// CHECK: %[[X:.*]] = arith.index_cast %[[ALONG]] : index to i32
// CHECK: %[[REST:.*]] = arith.divui %[[OWN]], %c3
// CHECK: %[[NEXT:.*]] = arith.remui %[[REST]], %c2
// CHECK: %[[Y:.*]] = arith.index_cast %[[NEXT]] : index to i32
// CHECK-NOT: nvvm.read.ptx.sreg.ctaid
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[XY:.*]] = arith.addi %[[X]], %[[Y]] : i32
// CHECK: arith.addi %[[XY]], %[[T]] : i32
module attributes {gpu.container_module} {
func.func @same(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 1024 : i32
  gpu.launch_func @kernels::@tile blocks in (%c3, %c2, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %b : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c3, %c2, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%c : memref<64xf32>, %d : memref<64xf32>)
  return
}
func.func @apart(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>, %e: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 1024 : i32
  gpu.launch_func @kernels::@tile blocks in (%c3, %c3, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %b : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c3, %c3, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %c : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c2, %c3, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %d : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c3, %c2, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%d : memref<64xf32>, %e : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c3, %c2, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%e : memref<64xf32>, %a : memref<64xf32>)
  return
}
func.func @full(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 1024 : i32
  gpu.launch_func @kernels::@tile blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %b : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %c : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %d : memref<64xf32>)
  return
}
func.func @empty(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 1024 : i32
  gpu.launch_func @kernels::@tile blocks in (%c0, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %b : memref<64xf32>)
  gpu.launch_func @kernels::@tile blocks in (%c0, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%a : memref<64xf32>, %c : memref<64xf32>)
  return
}
gpu.module @kernels {
  gpu.func @tile(%a: memref<64xf32> {llvm.readonly}, %b: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = nvvm.read.ptx.sreg.ctaid.x : i32
    %y = nvvm.read.ptx.sreg.ctaid.y : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %xy = arith.addi %x, %y : i32
    %all = arith.addi %xy, %t : i32
    %i = arith.index_cast %all : i32 to index
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %b[%i] : memref<64xf32>
    gpu.return
  }
}
}
