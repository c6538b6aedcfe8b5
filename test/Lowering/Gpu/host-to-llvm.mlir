// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-host-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

/// Pointers of arguments, then of results; which result is which argument's
/// next value.
// CHECK-DAG: llvm.mlir.global external constant @kernels_image() {{.*}}: !llvm.array<0 x i8>
// CHECK-DAG: llvm.mlir.global private constant @[[$WHERE:.*]]("{{.*}}host-to-llvm.mlir:[[# @LINE + 23]]:3\00")
// CHECK-DAG: llvm.mlir.global private constant @kernel_twice()
// CHECK-LABEL: llvm.func @main(%arg0: !llvm.ptr, %arg1: !llvm.ptr) attributes {amp.argument_names = ["w"], amp.arguments = [tensor<64xf32>], amp.result_names = ["w"], amp.results = [tensor<64xf32>], amp.states = array<i64: 0, 0>}
// CHECK-DAG: llvm.call @amprt_arena
// CHECK-DAG: llvm.call @amprt_constant
// CHECK-DAG: %[[AT:.*]] = llvm.mlir.addressof @[[$WHERE]]
// CHECK: llvm.call @amprt_launch(%{{.*}}, %{{.*}}, %[[AT]])
// CHECK: llvm.call @amprt_copy
// CHECK: llvm.call @amprt_read
// CHECK: llvm.return
module attributes {gpu.container_module} {
memref.global "private" constant @table : memref<2x32xf32> = dense<1.0>
gpu.module @kernels {
  gpu.func @twice(%a: memref<64xf32>, %b: memref<2x32xf32>, %n: index) kernel {
    gpu.return
  }
}
func.func @main(%x: memref<64xf32> {amp.state = "w"}, %r: memref<64xf32> {amp.state = "w", bufferize.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %arena = memref.alloc() {amp.arena} : memref<256xi8>
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<64xf32>
  %t = memref.get_global @table : memref<2x32xf32>
  gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<64xf32>, %t : memref<2x32xf32>, %c1 : index)
  memref.copy %a, %r : memref<64xf32> to memref<64xf32>
  %v = memref.load %r[%c1] : memref<64xf32>
  %w = arith.addf %v, %v : f32
  return
}
}

// -----

/// The condition of a loop is read, or set, where it is loaded; the loop ends
/// after what follows that.
// CHECK-LABEL: llvm.func @until(
// CHECK: scf.while
// CHECK: llvm.call @amprt_read_condition(%[[GOES:[^,]*]],
// CHECK: llvm.call @amprt_copy
// CHECK: %[[CONTINUES:.*]] = llvm.call @amprt_continue_loop(%[[GOES]])
// CHECK: %[[RUNS:.*]] = llvm.icmp "ne" %[[CONTINUES]]
// CHECK: scf.condition(%[[RUNS]])
// CHECK-NOT: llvm.call @amprt_read(
func.func @until(%p: memref<i1>, %x: memref<64xf32>, %r: memref<64xf32> {bufferize.result}) {
  scf.while : () -> () {
    %goes = memref.load %p[] : memref<i1>
    memref.copy %x, %r : memref<64xf32> to memref<64xf32>
    scf.condition(%goes)
  } do {
    memref.copy %r, %x : memref<64xf32> to memref<64xf32>
    scf.yield
  }
  return
}

// -----

/// A loop that carries what the host knows, or whose condition it computes,
/// reads: its iterations are not all the same.
// CHECK-LABEL: llvm.func @counted(
// CHECK-NOT: llvm.call @amprt_read_condition
// CHECK: llvm.call @amprt_read(
// CHECK-NOT: llvm.call @amprt_read_condition
// CHECK: llvm.call @amprt_read(
// CHECK: llvm.return
func.func @counted(%p: memref<i1>, %x: memref<64xf32>, %r: memref<64xf32> {bufferize.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = scf.while (%i = %c0) : (index) -> index {
    %goes = memref.load %p[] : memref<i1>
    scf.condition(%goes) %i : index
  } do {
  ^bb0(%i: index):
    memref.copy %x, %r : memref<64xf32> to memref<64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  scf.while : () -> () {
    %goes = memref.load %p[] : memref<i1>
    %few = arith.cmpi ult, %n, %c5 : index
    %both = arith.andi %goes, %few : i1
    scf.condition(%both)
  } do {
    memref.copy %r, %x : memref<64xf32> to memref<64xf32>
    scf.yield
  }
  return
}

// -----

/// A part that begins where its buffer does is the same pointer.
// CHECK-LABEL: llvm.func @beginning(%arg0: !llvm.ptr, %arg1: !llvm.ptr)
// CHECK: llvm.call @amprt_copy(%arg1, %arg0
func.func @beginning(%x: memref<64xf32>, %r: memref<32xf32> {bufferize.result}) {
  %s = memref.subview %x[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %t = memref.cast %s : memref<32xf32, strided<[1]>> to memref<32xf32>
  memref.copy %t, %r : memref<32xf32> to memref<32xf32>
  return
}

// -----

// expected-error @+1 {{expects buffers of static shape as arguments, but got 'i32'}}
func.func @negative_scalar(%n: i32) {
  return
}

// -----

func.func @negative_op(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.dim' op has no place in host code for a GPU}}
  %d = memref.dim %x, %c0 : memref<4xf32>
  return
}

// -----

/// LLVM has no global of complex numbers: their parts are listed.
// CHECK: llvm.mlir.global private constant @constant_roots(dense<[1.000000e+00, 0.000000e+00, 0.000000e+00, -1.000000e+00]> : tensor<4xf32>) {{.*}} !llvm.array<4 x f32>
module {
memref.global "private" constant @roots : memref<2xcomplex<f32>> = dense<[(1.0, 0.0), (0.0, -1.0)]>
func.func @roots_of_unity(%r: memref<2xcomplex<f32>> {bufferize.result}) {
  %t = memref.get_global @roots : memref<2xcomplex<f32>>
  memref.copy %t, %r : memref<2xcomplex<f32>> to memref<2xcomplex<f32>>
  return
}
}

// -----

/// A result that may lie where an argument does is copied only if it does not.
// CHECK: llvm.func @donated(%[[W:.*]]: !llvm.ptr, %[[R:.*]]: !llvm.ptr) attributes {{.*}}amp.donated = array<i64: 0, 0>
// CHECK: %[[DIFFER:.*]] = llvm.icmp "ne" %[[R]], %[[W]] : !llvm.ptr
// CHECK: scf.if %[[DIFFER]]
// CHECK: llvm.call @amprt_copy
// CHECK: }
// CHECK: llvm.return
func.func @donated(%w: memref<4xf32>, %r: memref<4xf32> {bufferize.result}) {
  memref.copy %w, %r {donated} : memref<4xf32> to memref<4xf32>
  return
}

// -----

/// The bytes of a marked view become NaN.
// CHECK-LABEL: llvm.func @poison(
// CHECK: %[[ONES:.*]] = llvm.mlir.constant(255 : i32)
// CHECK: %[[WIDTH:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(256 : i64)
// CHECK: llvm.call @amprt_fill(%{{.*}}, %[[ONES]], %[[WIDTH]], %[[BYTES]],
// CHECK: llvm.call @amprt_copy
func.func @poison(%x: memref<64xf32>, %r: memref<64xf32> {bufferize.result}) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() {amp.arena} : memref<256xi8>
  %a = memref.view %arena[%c0][] {poison} : memref<256xi8> to memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %r : memref<64xf32> to memref<64xf32>
  return
}
