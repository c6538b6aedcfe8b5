// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-fuse-elementwise | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

/// A chain that ends in a sum is one op; each op rounds to f16 on its own.
// CHECK-LABEL: func @chain_into_sum
func.func @chain_into_sum(%a: tensor<8x16xf16>, %sums: tensor<8xf16>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8x16xf16>
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "reduction"]
  // CHECK: arith.mulf {{.*}} : f16
  // CHECK: arith.addf {{.*}} : f16
  // CHECK-NOT: linalg.generic
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<8x16xf16>, tensor<8x16xf16>) outs(%e : tensor<8x16xf16>) {
  ^bb0(%x: f16, %y: f16, %o: f16):
    %m = arith.mulf %x, %y : f16
    linalg.yield %m : f16
  } -> tensor<8x16xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<8x16xf16>) outs(%sums : tensor<8xf16>) {
  ^bb0(%x: f16, %o: f16):
    %t = arith.addf %o, %x : f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  return %s : tensor<8xf16>
}

/// Two readers: an exponential is computed once, a broadcast by each.
// CHECK-LABEL: func @shared
func.func @shared(%a: tensor<8xf32>, %b: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  // CHECK: %[[EXP:.*]] = linalg.generic
  // CHECK-SAME: ins(%{{.*}} : tensor<8x16xf32>)
  // CHECK: math.exp
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = math.exp %x : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  %wide = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8x16xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[EXP]], %{{.*}} : tensor<8x16xf32>, tensor<8xf32>)
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %wide : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.addf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[EXP]], %{{.*}} : tensor<8x16xf32>, tensor<8xf32>)
  %product = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %wide : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %sum, %product : tensor<8x16xf32>, tensor<8x16xf32>
}

/// A product with a scalar, as gradients are unscaled, is made by each reader.
// CHECK-LABEL: func @shared_product
// CHECK-SAME: (%[[A:.*]]: tensor<8x16xf32>, %[[S:.*]]: tensor<f32>)
func.func @shared_product(%a: tensor<8x16xf32>, %s: tensor<f32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %p = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s : tensor<8x16xf32>, tensor<f32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[A]], %[[S]] :
  // CHECK: arith.negf
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.negf %x : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[A]], %[[S]] :
  // CHECK: math.absf
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = math.absf %x : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %n, %b : tensor<8x16xf32>, tensor<8x16xf32>
}

/// A table that is read in two ways is rounded once: the product reads it
/// transposed where it lies.
// CHECK-LABEL: func @transposed_for_product
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xbf16>, %[[TABLE:.*]]: tensor<16x8xf32>)
func.func @transposed_for_product(%a: tensor<4x8xbf16>, %table: tensor<16x8xf32>) -> (tensor<4x16xf32>, tensor<16x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8xbf16>
  // CHECK: %[[LOW:.*]] = linalg.generic
  // CHECK-SAME: ins(%[[TABLE]] :
  // CHECK: arith.truncf
  %low = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%table : tensor<16x8xf32>) outs(%e : tensor<16x8xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %t = arith.truncf %x : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<16x8xbf16>
  %f = tensor.empty() : tensor<8x16xbf16>
  // CHECK-NOT: arith.truncf
  %turned = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%low : tensor<16x8xbf16>) outs(%f : tensor<8x16xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    linalg.yield %x : bf16
  } -> tensor<8x16xbf16>
  %g = tensor.empty() : tensor<4x16xf32>
  %start = linalg.fill ins(%zero : f32) outs(%g : tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[A]], %[[LOW]] : tensor<4x8xbf16>, tensor<16x8xbf16>)
  %product = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %turned : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%start : tensor<4x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %m = arith.mulf %wx, %wy : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  return %product, %low : tensor<4x16xf32>, tensor<16x8xbf16>
}

/// A value that is converted to an 8-bit float is stored: a program that does so keeps fewer bytes until they are read.
// CHECK-LABEL: func @eight_bits
// CHECK: linalg.generic
// CHECK: arith.truncf %{{.*}} : bf16 to f8E5M2
// CHECK: linalg.generic
// CHECK: arith.extf %{{.*}} : f8E5M2 to bf16
func.func @eight_bits(%h: tensor<16x8xbf16>) -> tensor<16x8xbf16> {
  %e = tensor.empty() : tensor<16x8xf8E5M2>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<16x8xbf16>) outs(%e : tensor<16x8xf8E5M2>) {
  ^bb0(%x: bf16, %o: f8E5M2):
    %t = arith.truncf %x : bf16 to f8E5M2
    linalg.yield %t : f8E5M2
  } -> tensor<16x8xf8E5M2>
  %f = tensor.empty() : tensor<16x8xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<16x8xf8E5M2>) outs(%f : tensor<16x8xbf16>) {
  ^bb0(%x: f8E5M2, %o: bf16):
    %t = arith.extf %x : f8E5M2 to bf16
    %n = arith.negf %t : bf16
    linalg.yield %n : bf16
  } -> tensor<16x8xbf16>
  return %r : tensor<16x8xbf16>
}
