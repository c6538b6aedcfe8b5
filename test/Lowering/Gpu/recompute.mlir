// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recompute --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-recompute=price=1000 --split-input-file | FileCheck %s --check-prefix=DEAR
// RUN: amp-opt %s --amp-recompute="price=1000 remarks=true" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: saves {{.*}} for after the peak of memory and computes 32.00 KiB again, at 1000{{.*}} ps for each saved byte
// REMARK: note: saves 1 x 'tensor<64x64xf32>', 16.00 KiB
// REMARK: note: computes again 2 x 'tensor<64x64xf32>', 32.00 KiB
// REMARK-NOT: remark:

/// A hyperbolic tangent that a kernel behind the peak reads is computed again there, from what is read anyway. The second
/// factor of a late contraction is saved, unless memory is dear: then it is stored a second time.
#all = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
!t = tensor<64x64xf32>
!wide = tensor<64x512xf32>
// CHECK-LABEL: func @gelu(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg0 :
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] :
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[T]] :
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %arg1 :
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]
// CHECK: %[[AGAIN:.*]] = linalg.generic {{.*}} ins(%[[X]] : {{.*}}attrs = {{.*}}recomputed
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.tanh
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[AGAIN]] :
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %[[R]] :
// DEAR-LABEL: func @gelu(
// DEAR: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg0 :
// DEAR: linalg.generic {{.*}}["parallel", "reduction"]
// DEAR: %[[R:.*]] = linalg.generic {{.*}}: tensor<64x64xf32>) {
// DEAR: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : {{.*}}attrs = {{.*}}recomputed
// DEAR: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[T]] : {{.*}}attrs = {{.*}}recomputed
// DEAR: linalg.generic {{.*}} ins(%[[Y]], %[[R]] :
func.func @gelu(%arg: !t, %w: !wide, %zero: !t, %wideZero: !wide, %rowZero: tensor<64xf32>) -> (tensor<64xf32>, !t) {
  %e = tensor.empty() : !t
  %x = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg, %arg : !t, !t) outs(%zero : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  %t = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.tanh %p : f32
    linalg.yield %0 : f32
  } -> !t
  %y = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %t : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> !t
  %logits = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%y, %w : !t, !wide) outs(%wideZero : !wide) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !wide
  %loss = linalg.generic {indexing_maps = [#all, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%logits : !wide) outs(%rowZero : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %o, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %t : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %q, %q : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  %g = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%y, %r : !t, !t) outs(%zero : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  return %loss, %g : tensor<64xf32>, !t
}

// -----

/// Not again: a reduction, and a root of each row that a kernel over all elements would repeat.
#all = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
!t = tensor<64x64xf32>
!rows = tensor<64xf32>
!wide = tensor<64x512xf32>
// CHECK-LABEL: func @rows(
// CHECK-NOT: recomputed
// CHECK: return
// DEAR-LABEL: func @rows(
// DEAR-NOT: recomputed
// DEAR: return
func.func @rows(%x: !t, %w: !wide, %wideZero: !wide, %rowZero: !rows) -> (!rows, !t) {
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : !t) outs(%rowZero : !rows) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %o, %p : f32
    linalg.yield %0 : f32
  } -> !rows
  %e1 = tensor.empty() : !rows
  %root = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%s : !rows) outs(%e1 : !rows) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.sqrt %p : f32
    linalg.yield %0 : f32
  } -> !rows
  %logits = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : !t, !wide) outs(%wideZero : !wide) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !wide
  %loss = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%logits : !wide) outs(%rowZero : !rows) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %o, %p : f32
    linalg.yield %0 : f32
  } -> !rows
  %e = tensor.empty() : !t
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %root : !t, !rows) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.divf %p, %q : f32
    linalg.yield %0 : f32
  } -> !t
  return %loss, %r : !rows, !t
}
