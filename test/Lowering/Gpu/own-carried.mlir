// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-own-carried --canonicalize | FileCheck %s

func.func private @write(memref<4xf32>, memref<4xf32>)

/// The results of each iteration are copied to the buffers that the next iteration reads.
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

func.func private @test(memref<4xf32>) -> i1

/// A loop whose trips only its values know: both of its parts use one place.
// CHECK-LABEL: @unknown_trips
// CHECK-SAME: %[[A:.*]]: memref<4xf32>
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.copy %[[A]], %[[OWN]]
// CHECK: scf.while : () -> ()
// CHECK: func.call @test(%[[OWN]])
// CHECK: scf.condition
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: func.call @write(%[[OWN]], %[[NEW]])
// CHECK: memref.copy %[[NEW]], %[[OWN]]
// CHECK: call @write(%[[OWN]], %[[A]])
func.func @unknown_trips(%a: memref<4xf32>) {
  %r = scf.while (%x = %a) : (memref<4xf32>) -> memref<4xf32> {
    %go = func.call @test(%x) : (memref<4xf32>) -> i1
    scf.condition(%go) %x : memref<4xf32>
  } do {
  ^bb0(%y: memref<4xf32>):
    %new = memref.alloc() : memref<4xf32>
    func.call @write(%y, %new) : (memref<4xf32>, memref<4xf32>) -> ()
    scf.yield %new : memref<4xf32>
  }
  func.call @write(%r, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

/// A value that the first region recomputes and passes on has a buffer of its own.
// CHECK-LABEL: @handed_on
// CHECK-DAG: %[[OWN:.*]] = memref.alloc()
// CHECK-DAG: %[[HANDED:.*]] = memref.alloc()
// CHECK: scf.while
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: func.call @write(%[[OWN]], %[[NEW]])
// CHECK: memref.copy %[[NEW]], %[[HANDED]]
// CHECK: memref.copy %[[HANDED]], %[[OWN]]
// CHECK: call @write(%[[HANDED]]
func.func @handed_on(%a: memref<4xf32>) {
  %r = scf.while (%x = %a) : (memref<4xf32>) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    func.call @write(%x, %new) : (memref<4xf32>, memref<4xf32>) -> ()
    %go = func.call @test(%x) : (memref<4xf32>) -> i1
    scf.condition(%go) %new : memref<4xf32>
  } do {
  ^bb0(%y: memref<4xf32>):
    scf.yield %y : memref<4xf32>
  }
  func.call @write(%r, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

/// Branches leave their results at one place.
// CHECK-LABEL: @branches
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>
// CHECK: %[[R:.*]] = memref.alloc() : memref<4xf32>
// CHECK: scf.if
// CHECK: memref.copy %[[A]], %[[R]]
// CHECK: else
// CHECK: memref.copy %[[B]], %[[R]]
// CHECK: call @write(%[[R]], %[[A]])
func.func @branches(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) {
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %b : memref<4xf32>
  }
  call @write(%r, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

/// Turns come in pairs, after a single one: nothing is copied between them.
// CHECK-LABEL: @alternated
// CHECK-SAME: %[[A:.*]]: memref<4xf32>
// CHECK-DAG: %[[X:.*]] = memref.alloc() : memref<4xf32>
// CHECK-DAG: memref.copy %[[A]], %[[X]]
// CHECK-DAG: %[[Y:.*]] = memref.alloc() : memref<4xf32>
// CHECK: call @write(%[[X]], %[[Y]])
// CHECK: scf.for %{{.*}} = %c1 to %c7 step %c2
// CHECK-NOT: copy
// CHECK: func.call @write(%[[Y]], %[[X]])
// CHECK: func.call @write(%[[X]], %[[Y]])
// CHECK: }
// CHECK: call @write(%[[Y]], %[[A]])
func.func @alternated(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%x = %a) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    func.call @write(%x, %new) : (memref<4xf32>, memref<4xf32>) -> ()
    scf.yield %new : memref<4xf32>
  }
  func.call @write(%r, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

/// A number that is carried beside it goes on from turn to turn.
// CHECK-LABEL: @counted_beside
// CHECK: scf.for {{.*}} iter_args(%[[N:.*]] = %{{.*}}) -> (index)
// CHECK: %[[M:.*]] = arith.addi %[[N]], %c2
// CHECK: scf.yield %[[M]]
func.func @counted_beside(%a: memref<4xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%x = %a, %m = %n) -> (memref<4xf32>, index) {
    %new = memref.alloc() : memref<4xf32>
    func.call @write(%x, %new) : (memref<4xf32>, memref<4xf32>) -> ()
    %o = arith.addi %m, %c1 : index
    scf.yield %new, %o : memref<4xf32>, index
  }
  func.call @write(%r#0, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return %r#1 : index
}

/// A loop over slices at a static offset carries a buffer of its own, which
/// starts at its first element; views of it have layouts that follow.
// CHECK-LABEL: @sliced
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<2x4xf32>
// CHECK: memref.copy %{{.*}}, %[[OWN]] : memref<2x4xf32, strided<[4, 1], offset: 8>> to memref<2x4xf32>
// CHECK: scf.for
// CHECK: memref.subview %[[OWN]][1, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 4>>
func.func @sliced(%a: memref<4x4xf32>, %b: memref<4xf32>, %from: index, %to: index, %step: index) {
  %rows = memref.subview %a[2, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 8>>
  %r = scf.for %i = %from to %to step %step iter_args(%x = %rows) -> memref<2x4xf32, strided<[4, 1], offset: 8>> {
    %row = memref.subview %x[1, 0] [1, 4] [1, 1] : memref<2x4xf32, strided<[4, 1], offset: 8>> to memref<4xf32, strided<[1], offset: 12>>
    memref.copy %row, %b : memref<4xf32, strided<[1], offset: 12>> to memref<4xf32>
    %new = memref.alloc() : memref<4x4xf32>
    %next = memref.subview %new[2, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 8>>
    scf.yield %next : memref<2x4xf32, strided<[4, 1], offset: 8>>
  }
  memref.copy %r, %rows : memref<2x4xf32, strided<[4, 1], offset: 8>> to memref<2x4xf32, strided<[4, 1], offset: 8>>
  return
}
