// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-hoist-updates | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
!t = tensor<256x256xf32>

/// The update of %p stands behind its gradient, with the rate that it reads; that of %q, which a later product reads, behind that one.
// CHECK-LABEL: func @main(
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<256x256xf32>, %[[Q:[a-z0-9]*]]: tensor<256x256xf32>, %[[X:[a-z0-9]*]]: tensor<256x256xf32>
// CHECK: %[[G:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[X]], %[[X]] :
// CHECK: linalg.generic {{.*}}"parallel"]} ins(%[[P]], %[[G]],
// CHECK: %[[H:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[X]], %[[Q]] :
// CHECK: linalg.generic {{.*}}"parallel"]} ins(%[[Q]], %[[G]],
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%[[H]], %[[X]] :
// CHECK: return
func.func @main(%p: !t, %q: !t, %x: !t, %step: tensor<f32>) -> (!t, !t, !t) {
  %zero = arith.constant dense<0.0> : !t
  %e = tensor.empty() : !t
  %g = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %x : !t, !t) outs(%zero : !t) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  %h = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %q : !t, !t) outs(%zero : !t) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  %k = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%h, %x : !t, !t) outs(%zero : !t) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  %s = tensor.empty() : tensor<f32>
  %rate = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%step : tensor<f32>) outs(%s : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = math.sqrt %i : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %p1 = linalg.generic {indexing_maps = [#all, #all, #none, #all], iterator_types = ["parallel", "parallel"]} ins(%p, %g, %rate : !t, !t, tensor<f32>) outs(%e : !t) {
  ^bb0(%i: f32, %j: f32, %r: f32, %o: f32):
    %0 = arith.mulf %j, %r : f32
    %1 = arith.subf %i, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  %q1 = linalg.generic {indexing_maps = [#all, #all, #none, #all], iterator_types = ["parallel", "parallel"]} ins(%q, %g, %rate : !t, !t, tensor<f32>) outs(%e : !t) {
  ^bb0(%i: f32, %j: f32, %r: f32, %o: f32):
    %0 = arith.mulf %j, %r : f32
    %1 = arith.subf %i, %0 : f32
    linalg.yield %1 : f32
  } -> !t
  return %p1, %q1, %k : !t, !t, !t
}
