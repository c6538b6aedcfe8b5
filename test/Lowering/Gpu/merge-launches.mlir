// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-merge-launches --canonicalize --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-merge-launches=min-blocks=2 --split-input-file | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: gpu.func @twice_and_half({{.*}}nvvm.minctasm = 2 : i32

/// Two that do not wait for each other share a launch; the third reads what
/// the first writes. Its 2 blocks of 64 threads fit into one of 128.
// CHECK-LABEL: func.func @independent
// CHECK-SAME: %[[A:.*]]: memref<256xf32>, %[[B:.*]]: memref<256xf32>, %[[C:.*]]: memref<128xf32>
// CHECK: gpu.launch_func @kernels::@twice
// CHECK-NEXT: gpu.launch_func @kernels::@twice_and_half blocks in (%c3, %c1, %c1) threads in (%c128, %c1, %c1) args(%[[B]] : memref<256xf32>, %[[A]] : memref<256xf32>, %[[C]] : memref<128xf32>)
// CHECK-NEXT: return
// CHECK-LABEL: gpu.func @twice(
// CHECK-NOT: gpu.func @half(
// CHECK-LABEL: gpu.func @twice_and_half
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK-DAG: %[[BLOCK:.*]] = gpu.block_id
// CHECK-DAG: %[[THREAD:.*]] = gpu.thread_id
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[BLOCK]], %c2
// CHECK: scf.if %[[FIRST]]
// CHECK: memref.store
// CHECK: %[[REST:.*]] = arith.subi %[[BLOCK]], %c2
// CHECK: %[[SECOND:.*]] = arith.cmpi ult, %[[REST]], %c1
// CHECK: scf.if %[[SECOND]]
// CHECK: arith.divui %[[THREAD]], %c64
// CHECK: arith.remui %[[THREAD]], %c64
// CHECK: memref.store
module attributes {gpu.container_module} {
func.func @independent(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @kernels::@twice blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : memref<256xf32>, %b : memref<256xf32>)
  gpu.launch_func @kernels::@half blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<128xf32>)
  gpu.launch_func @kernels::@twice blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1) args(%b : memref<256xf32>, %a : memref<256xf32>)
  return
}
gpu.module @kernels {
  gpu.func @twice(%a: memref<256xf32>, %b: memref<256xf32>) kernel {
    %block = gpu.block_id x
    %thread = gpu.thread_id x
    %c128 = arith.constant 128 : index
    %0 = arith.muli %block, %c128 : index
    %i = arith.addi %0, %thread : index
    %x = memref.load %a[%i] : memref<256xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %b[%i] : memref<256xf32>
    gpu.return
  }
  gpu.func @half(%c: memref<128xf32>) kernel {
    %block = gpu.block_id x
    %thread = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %0 = arith.muli %block, %c64 : index
    %i = arith.addi %0, %thread : index
    %x = memref.load %c[%i] : memref<128xf32>
    memref.store %x, %c[%i] : memref<128xf32>
    gpu.return
  }
}
}

// -----

/// Calls of one kernel: its code is there once, and the number of the call
/// chooses the arguments. A temporary's place moves along; what is read on the
/// host stays between what it separates.
// CHECK-LABEL: func.func @calls
// CHECK-SAME: %[[A:.*]]: memref<64xf32>, %[[B:.*]]: memref<64xf32>, %[[C:.*]]: memref<64xf32>, %[[N:.*]]: memref<index>
// CHECK: %[[T:.*]] = memref.alloc()
// CHECK: gpu.launch_func @kernels::@copy
// CHECK-SAME: %[[T]]
// CHECK: memref.load %[[N]][]
// CHECK: gpu.launch_func @kernels::@shift
// CHECK: gpu.launch_func @kernels::@do_3_copy blocks in (%c3,
// CHECK-NEXT: return
// CHECK: gpu.func @do_3_copy(%[[X0:[a-z0-9]+]]: memref<64xf32>, %{{[a-z0-9]+}}: memref<64xf32>, %[[X1:[a-z0-9]+]]: memref<64xf32>, %{{[a-z0-9]+}}: memref<64xf32>, %[[X2:[a-z0-9]+]]:
// CHECK: %[[CALL:.*]] = gpu.block_id
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[CALL]], %c2
// CHECK: %[[P:.*]] = arith.select %[[IS]], %[[X1]], %[[X2]]
// CHECK: arith.select %{{.*}}, %[[X0]], %[[P]]
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: gpu.return
module attributes {gpu.container_module} {
func.func @calls(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %n: memref<index>, %d: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %c : memref<64xf32>)
  %t = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %t : memref<64xf32>)
  %i = memref.load %n[] : memref<index>
  gpu.launch_func @kernels::@shift blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%t : memref<64xf32>, %n : memref<index>, %i : index)
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%t : memref<64xf32>, %d : memref<64xf32>)
  return
}
gpu.module @kernels {
  gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    gpu.return
  }
  gpu.func @shift(%a: memref<64xf32>, %n: memref<index>, %by: index) kernel {
    %x = memref.load %a[%by] : memref<64xf32>
    %c0 = arith.constant 0 : index
    memref.store %x, %a[%c0] : memref<64xf32>
    memref.store %by, %n[] : memref<index>
    gpu.return
  }
}
}

// -----

/// Threads that wait for each other are a block of their own width; kernels
/// that have left the gpu dialect stay as they are.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-3: gpu.launch_func
module attributes {gpu.container_module} {
func.func @apart(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@waits blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<64xf32>)
  gpu.launch_func @kernels::@waits blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>)
  gpu.launch_func @kernels::@other blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>)
  return
}
gpu.module @kernels {
  gpu.func @waits(%a: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<64xf32>
    gpu.barrier
    memref.store %x, %a[%i] : memref<64xf32>
    gpu.return
  }
  gpu.func @other(%a: memref<64xf32>) kernel {
    nvvm.barrier
    gpu.return
  }
}
}

// -----

/// A library's product only reads its factors: launches that read them, too,
/// meet behind it. What writes a factor, or reads the result, does not.
// CHECK-LABEL: func.func @product(
// CHECK: call @multiply
// CHECK-NEXT: gpu.launch_func @kernels::@do_2_copy
// CHECK-NEXT: return
// CHECK-LABEL: func.func @product_between(
// CHECK: gpu.launch_func @kernels::@copy
// CHECK-NEXT: call @multiply
// CHECK-NEXT: gpu.launch_func @kernels::@copy
// CHECK-NEXT: return
module attributes {gpu.container_module} {
func.func @product(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
  func.call @multiply(%a, %a, %d) : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %c : memref<64xf32>)
  return
}
func.func @product_between(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %a : memref<64xf32>)
  func.call @multiply(%a, %a, %d) : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %c : memref<64xf32>)
  return
}
func.func private @multiply(memref<64xf32>, memref<64xf32>, memref<64xf32>) attributes {amp.product = {
  alpha = 1.0 : f32, at_byte = array<i64: 0, 0, 0>, batch = 1 : i64, beta = 0.0 : f32, epilogue = "plain", k = 8 : i64, leading_a = 8 : i64,
  leading_b = 8 : i64, leading_d = 8 : i64, m = 8 : i64, n = 8 : i64, operands = ["a", "b", "d"],
  type_a = "f32", type_b = "f32", type_bias = "f32", type_d = "f32"}}
gpu.module @kernels {
  gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    gpu.return
  }
}
}

// -----

/// 56 KiB of shared memory of static size are more than a kernel can have.
// CHECK-LABEL: func.func @shared
// CHECK: gpu.launch_func @kernels::@first
// CHECK-NEXT: gpu.launch_func @kernels::@second
// CHECK-NEXT: return
module attributes {gpu.container_module} {
func.func @shared(%a: memref<128xf32>, %b: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @kernels::@first blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : memref<128xf32>)
  gpu.launch_func @kernels::@second blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%b : memref<128xf32>)
  return
}
gpu.module @kernels {
  gpu.func @first(%a: memref<128xf32>) workgroup(%s: memref<8192xf32, #gpu.address_space<workgroup>>) kernel {
    %thread = gpu.thread_id x
    %x = memref.load %a[%thread] : memref<128xf32>
    memref.store %x, %s[%thread] : memref<8192xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  gpu.func @second(%a: memref<128xf32>) workgroup(%s: memref<6144xf32, #gpu.address_space<workgroup>>) kernel {
    %thread = gpu.thread_id x
    %x = memref.load %a[%thread] : memref<128xf32>
    memref.store %x, %s[%thread] : memref<6144xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
}
