// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-own-carried --canonicalize | FileCheck %s

func.func private @write(memref<4xf32>, memref<4xf32>)

/// What comes out of each iteration is copied to where the next one reads it.
// CHECK-LABEL: @carried
// CHECK-SAME: %[[A:.*]]: memref<4xf32>
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.copy %[[A]], %[[OWN]]
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: call @write(%[[OWN]], %[[NEW]])
// CHECK: memref.copy %[[NEW]], %[[OWN]]
// CHECK: call @write(%[[OWN]], %[[A]])
func.func @carried(%a: memref<4xf32>, %from: index, %to: index, %step: index) {
  %r = scf.for %i = %from to %to step %step iter_args(%x = %a) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    func.call @write(%x, %new) : (memref<4xf32>, memref<4xf32>) -> ()
    scf.yield %new : memref<4xf32>
  }
  func.call @write(%r, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

/// Two that change places are both read before one is written.
// CHECK-LABEL: @swapped
// CHECK: scf.for
// CHECK: %[[T:.*]] = memref.alloc()
// CHECK: memref.copy %[[Y:.*]], %[[T]]
// CHECK: %[[U:.*]] = memref.alloc()
// CHECK: memref.copy %[[X:.*]], %[[U]]
// CHECK: memref.copy %[[T]], %[[X]]
// CHECK: memref.copy %[[U]], %[[Y]]
func.func @swapped(%a: memref<4xf32>, %b: memref<4xf32>, %from: index, %to: index, %step: index) {
  %r:2 = scf.for %i = %from to %to step %step iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  }
  func.call @write(%r#0, %r#1) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
