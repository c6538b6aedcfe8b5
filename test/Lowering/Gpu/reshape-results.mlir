// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-reshape-results | FileCheck %s

/// A result computed in another shape is written directly to the caller's buffer.
// CHECK-LABEL: func.func @expanded
// CHECK-SAME: %[[R:[a-z0-9]+]]: memref<4x1x3xf32> {bufferize.result}, %[[S:[a-z0-9]+]]: memref<f32> {bufferize.result}
// CHECK-NEXT: %[[T:.*]] = memref.collapse_shape %[[R]] {{\[\[}}0], [1, 2]] : memref<4x1x3xf32> into memref<4x3xf32>
// CHECK-NEXT: %[[U:.*]] = memref.expand_shape %[[S]] [] output_shape [1] : memref<f32> into memref<1xf32>
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[T]] :
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[U]] :
// CHECK-NEXT: return
func.func @expanded(%x: f32, %r: memref<4x1x3xf32> {bufferize.result}, %s: memref<f32> {bufferize.result}) {
  %t = memref.alloc() : memref<4x3xf32>
  %u = memref.alloc() : memref<1xf32>
  linalg.fill ins(%x : f32) outs(%t : memref<4x3xf32>)
  linalg.fill ins(%x : f32) outs(%u : memref<1xf32>)
  %e = memref.expand_shape %t [[0], [1, 2]] output_shape [4, 1, 3] : memref<4x3xf32> into memref<4x1x3xf32>
  %c = memref.collapse_shape %u [] : memref<1xf32> into memref<f32>
  memref.copy %e, %r : memref<4x1x3xf32> to memref<4x1x3xf32>
  memref.copy %c, %s : memref<f32> to memref<f32>
  return
}

/// An argument stays where it is, and so does what is read as another result:
/// one of the two gets it.
// CHECK-LABEL: func.func @twice
// CHECK: memref.collapse_shape %[[R:.*]] {{\[\[}}0, 1]]
// CHECK: memref.copy
// CHECK: memref.copy
// CHECK-NOT: memref.copy
func.func @twice(%x: f32, %a: memref<3xf32>, %r: memref<1x3xf32> {bufferize.result}, %s: memref<1x3xf32> {bufferize.result}, %p: memref<1x3xf32> {bufferize.result}) {
  %t = memref.alloc() : memref<3xf32>
  linalg.fill ins(%x : f32) outs(%t : memref<3xf32>)
  %e = memref.expand_shape %t [[0, 1]] output_shape [1, 3] : memref<3xf32> into memref<1x3xf32>
  %b = memref.expand_shape %a [[0, 1]] output_shape [1, 3] : memref<3xf32> into memref<1x3xf32>
  memref.copy %e, %r : memref<1x3xf32> to memref<1x3xf32>
  memref.copy %e, %s : memref<1x3xf32> to memref<1x3xf32>
  memref.copy %b, %p : memref<1x3xf32> to memref<1x3xf32>
  return
}
