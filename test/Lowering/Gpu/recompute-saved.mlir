// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recompute-saved | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

/// A centred activation, which the backward pass reads behind a contraction: x
/// is stored for the sum of the residual anyway.
// CHECK-LABEL: func @centred(
// CHECK-SAME: %{{.*}}, %[[MEAN:[^:]*]]: tensor<8xf32>
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[MEAN]] :
// CHECK: arith.subf
// CHECK-NEXT: arith.mulf
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[Y]], %arg2 :
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[MEAN]], %[[P]] : tensor<8x64xf32>, tensor<8xf32>, tensor<8x64xf32>) outs({{.*}} : tensor<8xf32>)
// CHECK: arith.subf
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[P]], %[[X]] :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @centred(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> (tensor<8xf32>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.subf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v, %p : tensor<8x64xf32>, tensor<8x64xf32>) outs(%mean : tensor<8xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.maximumf %i0, %i1 : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.addf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %s : tensor<8xf32>, tensor<8x64xf32>
}

/// A function of what all its users read: each has it once.
// CHECK-LABEL: func @gelu(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]] :
// CHECK: math.tanh
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[Y]], %arg2 :
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[P]] :
// CHECK: %[[T:.*]] = math.tanh
// CHECK-NEXT: arith.mulf %[[T]], %[[T]]
// CHECK-NOT: math.tanh
// CHECK: return
func.func @gelu(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = math.tanh %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %x, %p, %v : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %i2: f32, %i3: f32, %o: f32):
    %0 = arith.mulf %i0, %i3 : f32
    %1 = arith.addf %i1, %0 : f32
    %2 = arith.mulf %1, %i2 : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

/// A function for a user that would read more.
// CHECK-LABEL: func @function(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @function(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = math.tanh %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %p : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

/// Nothing else reads x, so that it would be stored instead.
// CHECK-LABEL: func @only(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @only(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.subf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %p : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

/// An argument may be overwritten before the last user.
// CHECK-LABEL: func @argument(
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 :
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @argument(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg, %mean : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.subf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %p : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %arg : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.addf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %s : tensor<8x64xf32>, tensor<8x64xf32>
}

/// No contraction between the users: one kernel has all of them.
// CHECK-LABEL: func @near(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @near(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.subf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %y : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %x : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.addf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %s : tensor<8x64xf32>, tensor<8x64xf32>
}

/// The value is a result.
// CHECK-LABEL: func @returned(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @returned(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.subf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %p : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.addf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %s, %v : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>
}

/// A contraction reads the value.
// CHECK-LABEL: func @factor(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @factor(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.subf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %p : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.mulf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.addf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %s : tensor<8x64xf32>, tensor<8x64xf32>
}

/// Its operand has more bytes.
// CHECK-LABEL: func @narrow(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: linalg.generic {{.*}}%[[V]]
// CHECK: linalg.generic {{.*}}%[[V]]
func.func @narrow(%arg: tensor<8x64xf32>, %mean: tensor<8xf32>, %w: tensor<64x64xf32>, %zero: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %0 = arith.mulf %i0, %i0 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %n = tensor.empty() : tensor<8x64xbf16>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%n : tensor<8x64xbf16>) {
  ^bb0(%i0: f32, %o: bf16):
    %0 = arith.truncf %i0 : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x64xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x64xbf16>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: bf16, %o: f32):
    %0 = arith.extf %i0 : bf16 to f32
    %1 = arith.mulf %0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.mulf %i, %j : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %p : tensor<8x64xbf16>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: bf16, %i1: f32, %o: f32):
    %0 = arith.extf %i0 : bf16 to f32
    %1 = arith.mulf %0, %i1 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o: f32):
    %0 = arith.addf %i0, %i1 : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  return %r, %s : tensor<8x64xf32>, tensor<8x64xf32>
}
