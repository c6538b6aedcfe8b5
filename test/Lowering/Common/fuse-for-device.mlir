// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-fuse-elementwise=device --cse | FileCheck %s
// RUN: amp-opt %s --amp-fuse-elementwise --cse | FileCheck %s --check-prefix=CPU

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#left = affine_map<(d0, d1, d2) -> (d0, d2)>
#right = affine_map<(d0, d1, d2) -> (d2, d1)>
#sum = affine_map<(d0, d1, d2) -> (d0, d1)>

/// Scores that are rounded after their product: 16 bits go through memory, and
/// all readers widen them, mask them, and take their exponentials.
// CHECK-LABEL: func @softmax
// CHECK: %[[NARROW:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<8x16xf32>) outs(%{{.*}} : tensor<8x16xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: arith.divf
// CHECK-NEXT: linalg.yield %{{.*}} : bf16
// CHECK: %[[MOST:.*]] = linalg.generic {{.*}} ins(%[[NARROW]] : tensor<8x16xbf16>)
// CHECK: arith.extf
// CHECK: arith.select
// CHECK: arith.maximumf
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[NARROW]], %[[MOST]] : tensor<8x16xbf16>, tensor<8xf32>)
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[NARROW]], %[[MOST]], %[[SUM]] : tensor<8x16xbf16>, tensor<8xf32>, tensor<8xf32>) outs(%{{.*}} : tensor<8x16xbf16>)
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: arith.truncf
// CHECK-NOT: linalg.generic
// CHECK: return
// CPU-LABEL: func @softmax
// CPU: outs(%{{.*}} : tensor<8x16xf32>)
// CPU: arith.truncf
// CPU: arith.divf
// CPU: arith.extf
func.func @softmax(%product: tensor<8x16xf32>, %low: tensor<8xf32>, %zero: tensor<8xf32>) -> tensor<8x16xbf16> {
  %e = tensor.empty() : tensor<8x16xf32>
  %n = tensor.empty() : tensor<8x16xbf16>
  %eight = arith.constant 8.0 : bf16
  %masked = arith.constant -1.0e+30 : f32
  %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<8x16xf32>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    %1 = arith.divf %0, %eight : bf16
    linalg.yield %1 : bf16
  } -> tensor<8x16xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%narrow : tensor<8x16xbf16>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %scores = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi sge, %i, %j : index
    %1 = arith.select %0, %x, %masked : f32
    linalg.yield %1 : f32
  } -> tensor<8x16xf32>
  %most = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%scores : tensor<8x16xf32>) outs(%low : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %o, %x : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%scores, %most : tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %m: f32, %o: f32):
    %0 = arith.subf %x, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x16xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<8x16xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %share = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<8x16xf32>, tensor<8xf32>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: f32, %s: f32, %o: bf16):
    %0 = arith.divf %x, %s : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<8x16xbf16>
  return %share : tensor<8x16xbf16>
}

/// Users of the f32 value read the result of its defining op: here a result of the
/// function. All users do so if recomputation is too expensive.
// CHECK-LABEL: func @stays
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<8x16xf32>) outs(%{{.*}} : tensor<8x16xf32>)
// CHECK: arith.truncf
// CHECK-NEXT: arith.extf
// CHECK: %[[HARD:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x16xf32>)
// CHECK-COUNT-5: math.
// CHECK: linalg.generic {{.*}} ins(%[[HARD]] :
// CHECK: linalg.generic {{.*}} ins(%[[HARD]] :
func.func @stays(%product: tensor<8x16xf32>, %x: tensor<8x16xbf16>, %zero: tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %n = tensor.empty() : tensor<8x16xbf16>
  %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<8x16xf32>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x16xbf16>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%narrow : tensor<8x16xbf16>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<8x16xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %hard = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x16xbf16>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.exp %0 : f32
    %2 = math.sin %1 : f32
    %3 = math.cos %2 : f32
    %4 = math.log %3 : f32
    %5 = math.tanh %4 : f32
    linalg.yield %5 : f32
  } -> tensor<8x16xf32>
  %most = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%hard : tensor<8x16xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %least = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%hard : tensor<8x16xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.minimumf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %wide, %sum, %most, %least : tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

/// Two read what a product is rounded to: the product rounds, so that 16 bits go
/// through memory.
// CHECK-LABEL: func @rounds
// CHECK: arith.mulf
// CHECK: %[[NARROW:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x8xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[NARROW]] : tensor<8x8xbf16>)
// CHECK: linalg.generic {{.*}} ins(%[[NARROW]] : tensor<8x8xbf16>)
// CPU-LABEL: func @rounds
// CPU-COUNT-2: arith.truncf
func.func @rounds(%x: tensor<8x8xf32>, %zero: tensor<8x8xf32>) -> (tensor<8x8xbf16>, tensor<8x8xbf16>) {
  %n = tensor.empty() : tensor<8x8xbf16>
  %product = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                             iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<8x8xf32>) outs(%n : tensor<8x8xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  %minus = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%narrow : tensor<8x8xbf16>) outs(%n : tensor<8x8xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = arith.negf %a : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  %size = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%narrow : tensor<8x8xbf16>) outs(%n : tensor<8x8xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = math.absf %a : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x8xbf16>
  return %minus, %size : tensor<8x8xbf16>, tensor<8x8xbf16>
}

#map2d = affine_map<(d0, d1) -> (d0, d1)>
#ij = affine_map<(d0, d1, d2) -> (d0, d1)>
#ik = affine_map<(d0, d1, d2) -> (d0, d2)>

/// A cast that only this sum reads is no result of the sum, although it has
/// other loops.
// CHECK-LABEL: @chosen
// CHECK-SAME: (%[[K:.*]]: tensor<8x2xi32>, %[[X:.*]]: tensor<8x4xf32>, %[[SUMS:.*]]: tensor<8x2xf32>)
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[K]], %[[X]] : {{.*}}) outs(%[[SUMS]] : tensor<8x2xf32>)
// CHECK: return %[[R]]
func.func @chosen(%k: tensor<8x2xi32>, %x: tensor<8x4xf32>, %sums: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %e = tensor.empty() : tensor<8x4xbf16>
  %low = linalg.generic {indexing_maps = [#map2d, #map2d], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x4xbf16>
  %r = linalg.generic {indexing_maps = [#ij, #ik, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%k, %low : tensor<8x2xi32>, tensor<8x4xbf16>) outs(%sums : tensor<8x2xf32>) {
  ^bb0(%place: i32, %a: bf16, %sum: f32):
    %i = linalg.index 2 : index
    %j = arith.index_cast %i : index to i32
    %hit = arith.cmpi eq, %place, %j : i32
    %zero = arith.constant 0.0 : f32
    %wide = arith.extf %a : bf16 to f32
    %part = arith.select %hit, %wide, %zero : f32
    %0 = arith.addf %sum, %part : f32
    linalg.yield %0 : f32
  } -> tensor<8x2xf32>
  return %r : tensor<8x2xf32>
}

/// One kernel computes a product and the sum: the other product is stored with
/// 16 bits, as it is rounded to them.
// CHECK-LABEL: func @two_products
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: %[[A:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x16xbf16>)
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: %[[B:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x16xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<8x16xbf16>, tensor<8x16xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// CHECK: return
// CPU-LABEL: func @two_products
// CPU: ins(%{{.*}}, %{{.*}} : tensor<8x16xf32>, tensor<8x16xf32>) outs(%{{.*}} : tensor<8x16xbf16>)
// CPU: arith.addf
func.func @two_products(%a: tensor<8x16xbf16>, %b: tensor<16x16xbf16>, %c: tensor<8x16xbf16>, %d: tensor<16x16xbf16>, %zero: tensor<8x16xf32>) -> tensor<8x16xbf16> {
  %n = tensor.empty() : tensor<8x16xbf16>
  %p = linalg.generic {indexing_maps = [#left, #right, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x16xbf16>, tensor<16x16xbf16>) outs(%zero : tensor<8x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x16xf32>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x16xbf16>
  %q = linalg.generic {indexing_maps = [#left, #right, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%c, %d : tensor<8x16xbf16>, tensor<16x16xbf16>) outs(%zero : tensor<8x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<8x16xf32>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x16xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<8x16xbf16>, tensor<8x16xbf16>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %0 = arith.addf %x, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x16xbf16>
  return %r : tensor<8x16xbf16>
}

/// The kernel of the only product adds to it: nothing is stored between.
// CHECK-LABEL: func @one_product
// CHECK: arith.mulf
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<8x16x{{.*}}>, tensor<8x16x{{.*}}>) outs(%{{.*}} : tensor<8x16xbf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: arith.addf
// CHECK: return %[[R]]
func.func @one_product(%a: tensor<8x16xbf16>, %b: tensor<16x16xbf16>, %c: tensor<8x16xbf16>, %zero: tensor<8x16xf32>) -> tensor<8x16xbf16> {
  %n = tensor.empty() : tensor<8x16xbf16>
  %p = linalg.generic {indexing_maps = [#left, #right, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x16xbf16>, tensor<16x16xbf16>) outs(%zero : tensor<8x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x16xf32>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x16xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %u : tensor<8x16xbf16>, tensor<8x16xbf16>) outs(%n : tensor<8x16xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %0 = arith.addf %x, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x16xbf16>
  return %r : tensor<8x16xbf16>
}
