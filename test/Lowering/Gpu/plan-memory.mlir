// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-plan-memory --amp-verify-memory --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not amp-opt %s --amp-plan-memory=poison=true --amp-verify-memory --split-input-file | FileCheck %s --check-prefix=POISON

/// A buffer is marked where its use begins, behind that of the buffer whose place it takes.
// POISON-LABEL: @chain
// POISON: memref.view {{.*}} {poison} : memref<512xi8> to memref<8x8xf32>
// POISON-NEXT: memref.collapse_shape
// POISON: memref.view {{.*}} {poison} : memref<512xi8> to memref<64xf32>
// POISON-NEXT: memref.copy
// POISON: memref.copy
// POISON: memref.view {{.*}} {poison} : memref<512xi8> to memref<i1>
// POISON-NEXT: memref.store

memref.global "private" constant @table : memref<8xf32> = dense<1.0>

/// %c takes the place of %a, which nothing reads any more.
// CHECK-LABEL: @chain
// CHECK-SAME: amp.memory = {arguments = 256 : i64, constants = 32 : i64, results = 256 : i64, temporaries = 512 : i64}
// CHECK: %[[ARENA:.*]] = memref.alloc() {amp.arena} : memref<512xi8>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[ARENA]][%[[ZERO]]][] : memref<512xi8> to memref<64xf32>
// CHECK: memref.view %[[ARENA]][%c256{{.*}}][] : memref<512xi8> to memref<8x8xf32>
// CHECK: %[[SAME:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[ARENA]][%[[SAME]]][] : memref<512xi8> to memref<i1>
func.func @chain(%x: memref<64xf32>, %r: memref<64xf32> {bufferize.result}) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<8x8xf32>
  %c = memref.alloc() : memref<i1>
  %i0 = arith.constant 0 : index
  %t = memref.get_global @table : memref<8xf32>
  %flat = memref.collapse_shape %b [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %flat : memref<64xf32> to memref<64xf32>
  %v = memref.load %t[%i0] : memref<8xf32>
  %w = arith.cmpf oge, %v, %v : f32
  memref.store %w, %c[] : memref<i1>
  memref.copy %flat, %r : memref<64xf32> to memref<64xf32>
  return
}

// -----

func.func @negative_dynamic(%n: index) {
  // expected-error @+1 {{expects a temporary of static shape that 64 bits can count, but got 'memref<?xf32>'}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @negative_choice(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{expects no buffers that ops choose between}}
  %r = arith.select %c, %a, %b : memref<4xf32>
  return
}

// -----

/// A result in an argument's place is no memory of its own.
// CHECK-LABEL: @donated
// CHECK-SAME: amp.memory = {arguments = 16 : i64, constants = 0 : i64, results = 16 : i64, shared = 16 : i64, temporaries = 0 : i64}
func.func @donated(%w: memref<4xf32>, %r: memref<4xf32> {bufferize.result}) {
  memref.copy %w, %r {donated} : memref<4xf32> to memref<4xf32>
  return
}
