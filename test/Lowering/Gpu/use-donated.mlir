// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-use-donated | FileCheck %s
// RUN: amp-opt %s --amp-use-donated=states=true | FileCheck %s --check-prefix=STATES

#same = affine_map<(d0) -> (d0)>

/// The gradient, which was made where the result is, has a buffer of its own;
/// the update is written over what it reads.
// CHECK-LABEL: @update
// CHECK-SAME: %[[W:.*]]: memref<4xf32> {tf.aliasing_output = 0 : i32}, %[[X:.*]]: memref<4xf32>, %[[R:.*]]: memref<4xf32>
// CHECK: %[[G:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[G]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[W]], %[[G]] : {{.*}}) outs(%[[W]] :
// CHECK: memref.copy %[[W]], %[[R]] {donated}
func.func @update(%w: memref<4xf32> {tf.aliasing_output = 0 : i32}, %x: memref<4xf32>, %r: memref<4xf32> {bufferize.result}) {
  linalg.exp ins(%x : memref<4xf32>) outs(%r : memref<4xf32>)
  linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%w, %r : memref<4xf32>, memref<4xf32>) outs(%r : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

/// A read after the update keeps the argument alive until the end.
// CHECK-LABEL: @read_later
// CHECK-SAME: %[[W:.*]]: memref<4xf32> {jax.buffer_donor = true}, %[[X:.*]]: memref<4xf32>, %[[R:.*]]: memref<4xf32>
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.exp ins(%[[W]] : memref<4xf32>) outs(%[[NEW]] : memref<4xf32>)
// CHECK: linalg.exp ins(%[[W]] : memref<4xf32>) outs(%[[X]] : memref<4xf32>)
// CHECK: memref.copy %[[NEW]], %[[W]]
// CHECK: memref.copy %[[W]], %[[R]] {donated}
func.func @read_later(%w: memref<4xf32> {jax.buffer_donor = true}, %x: memref<4xf32>, %r: memref<4xf32> {bufferize.result}) {
  linalg.exp ins(%w : memref<4xf32>) outs(%r : memref<4xf32>)
  linalg.exp ins(%w : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

/// So does what reads other elements than it writes.
// CHECK-LABEL: @reversed
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.generic {{.*}} outs(%[[NEW]] :
func.func @reversed(%w: memref<4xf32> {tf.aliasing_output = 0 : i32}, %r: memref<4xf32> {bufferize.result}) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (3 - d0)>, #same], iterator_types = ["parallel"]}
      ins(%w : memref<4xf32>) outs(%r : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

/// Unchanged values are copied only for callers that expect the result
/// in another buffer; states are updated in place if the option asks for it.
// CHECK-LABEL: @states
// CHECK-NOT: donated
// STATES-LABEL: @states
// STATES-NEXT: memref.copy %{{.*}}, %{{.*}} {donated}
// STATES-NEXT: return
func.func @states(%w: memref<4xf32> {amp.state = "w"}, %r: memref<4xf32> {amp.state = "w", bufferize.result}) {
  memref.copy %w, %r : memref<4xf32> to memref<4xf32>
  return
}

/// JAX donates by shape: a state is written where it was, and no other result is.
// CHECK-LABEL: @crossed
// CHECK-SAME: %[[A:[^ ]*]]: memref<4xf32> {amp.state = "a", {{.*}}}, %[[B:[^ ]*]]: memref<4xf32> {amp.state = "b", {{.*}}}, %[[X:[^ ]*]]: memref<4xf32> {jax.buffer_donor = true}, %[[NB:[^ ]*]]: memref<4xf32>{{.*}}, %[[NA:[^ ]*]]: memref<4xf32>
// CHECK: memref.copy %[[A]], %[[NA]] {donated}
// CHECK: memref.copy %[[B]], %[[NB]] {donated}
// CHECK-NOT: memref.copy %[[X]]
// CHECK: return
func.func @crossed(%a: memref<4xf32> {amp.state = "a", tf.aliasing_output = 0 : i32}, %b: memref<4xf32> {amp.state = "b", tf.aliasing_output = 1 : i32}, %x: memref<4xf32> {jax.buffer_donor = true},
                   %nb: memref<4xf32> {amp.state = "b", bufferize.result}, %na: memref<4xf32> {amp.state = "a", bufferize.result}) {
  linalg.exp ins(%a : memref<4xf32>) outs(%na : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%nb : memref<4xf32>)
  return
}

/// Ops that see both in another shape write over the argument in that shape.
// CHECK-LABEL: @reshaped
// CHECK-SAME: %[[W:.*]]: memref<4x1xf32> {tf.aliasing_output = 0 : i32}, %[[X:.*]]: memref<4xf32>, %[[R:.*]]: memref<4x1xf32>
// CHECK: %[[V:.*]] = memref.collapse_shape %[[W]]
// CHECK: linalg.generic {{.*}} ins(%[[V]], %[[X]] : {{.*}}) outs(%[[V]] :
// CHECK-NEXT: ^bb0
// CHECK-NOT: memref.copy
// CHECK: memref.copy %[[W]], %[[R]] {donated}
func.func @reshaped(%w: memref<4x1xf32> {tf.aliasing_output = 0 : i32}, %x: memref<4xf32>, %r: memref<4x1xf32> {bufferize.result}) {
  %s = memref.collapse_shape %r [[0, 1]] : memref<4x1xf32> into memref<4xf32>
  %v = memref.collapse_shape %w [[0, 1]] : memref<4x1xf32> into memref<4xf32>
  linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%v, %x : memref<4xf32>, memref<4xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}
