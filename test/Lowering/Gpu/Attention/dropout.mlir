// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --amp-fuse-attention --cse 2>&1 | FileCheck %s
// Dropout becomes a body of its own: masks that are computed are packed to bits, a quotient of a mask is a choice of two numbers.

// CHECK-COUNT-5: remark: attention is fused
// CHECK-DAG: #[[$MASK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
// CHECK-DAG: #[[$BITS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8)>

/// An argument is read as it is; what is kept is divided by its share, as a product.
// CHECK-LABEL: func.func @chosen
// CHECK-SAME:    %[[KEEP:[a-z0-9]*]]: tensor<24x40xi1>)
// CHECK:         amp.attention(%{{.*}}, %[[KEEP]]) outs(%{{.*}}) {indexing_maps = [{{.*}}, #[[$MASK]], #{{.*}}]}
// CHECK:         } dropout {
// CHECK-NEXT:    ^bb0(%[[P:.*]]: f32, %[[IS:.*]]: i1,
// CHECK-DAG:       %[[SHARE:.*]] = arith.constant 1.33333337 : f32
// CHECK-DAG:       %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:       %[[KEPT:.*]] = arith.mulf %[[P]], %[[SHARE]] : f32
// CHECK:           %[[CHOSEN:.*]] = arith.select %[[IS]], %[[KEPT]], %[[ZERO]] : f32
// CHECK:           arith.truncf %[[CHOSEN]] : f32 to bf16
func.func @chosen(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %keep: tensor<24x40xi1>) -> tensor<24x8xbf16> {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %share = stablehlo.constant dense<0.75> : tensor<24x40xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<24x40xf32>
  %kept = stablehlo.divide %p, %share : tensor<24x40xf32>
  %dropped = stablehlo.select %keep, %kept, %zeros : tensor<24x40xi1>, tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

/// A mask that positions decide is packed by the op that computes it, 8 elements in an iteration.
// CHECK-LABEL: func.func @counted
// CHECK:         %[[PACKED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<24x5xi8>)
// CHECK-COUNT-8:   math.sin
// CHECK-NOT:       math.sin
// CHECK:         amp.attention(%{{.*}}, %[[PACKED]]) outs(%{{.*}}) {indexing_maps = [{{.*}}, #[[$BITS]], #{{.*}}]}
// CHECK:         } dropout {
// CHECK-NEXT:    ^bb0(%[[P:.*]]: f32, %[[IS:.*]]: i1,
/// 0 or 1 / 0.75, without a division for each element that is not constant.
// CHECK-DAG:       %[[ONE:.*]] = arith.constant 1.33333337 : f32
// CHECK-DAG:       %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:           %[[BY:.*]] = arith.select %[[IS]], %[[ONE]], %[[ZERO]] : f32
// CHECK-NEXT:      arith.mulf %[[P]], %[[BY]] : f32
func.func @counted(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> tensor<24x8xbf16> {
  %empty = tensor.empty() : tensor<24x40xi1>
  %keep = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<24x40xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ij = arith.addi %i, %j : index
    %n = arith.index_cast %ij : index to i32
    %f = arith.sitofp %n : i32 to f32
    %sine = math.sin %f : f32
    %least = arith.constant 0.0 : f32
    %is = arith.cmpf ogt, %sine, %least : f32
    linalg.yield %is : i1
  } -> tensor<24x40xi1>
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %share = stablehlo.constant dense<0.75> : tensor<24x40xf32>
  %one = stablehlo.convert %keep : (tensor<24x40xi1>) -> tensor<24x40xf32>
  %by = stablehlo.divide %one, %share : tensor<24x40xf32>
  %dropped = stablehlo.multiply %p, %by : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

/// A mask that is computed from a tensor is packed behind it.
// CHECK-LABEL: func.func @compared
// CHECK:         %[[MASK:.*]] = linalg.generic
// CHECK:           arith.cmpf ogt
// CHECK:         %[[EACH:.*]] = tensor.expand_shape %[[MASK]] {{.*}} : tensor<24x40xi1> into tensor<24x5x8xi1>
// CHECK:         %[[PACKED:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[EACH]] : tensor<24x5x8xi1>)
// CHECK:         amp.attention(%{{.*}}, %[[PACKED]]) outs(%{{.*}}) {indexing_maps = [{{.*}}, #[[$BITS]], #{{.*}}]}
func.func @compared(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %numbers: tensor<24x40xf32>) -> tensor<24x8xbf16> {
  %zeros = stablehlo.constant dense<0.0> : tensor<24x40xf32>
  %empty = tensor.empty() : tensor<24x40xi1>
  %keep = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%numbers : tensor<24x40xf32>) outs(%empty : tensor<24x40xi1>) {
  ^bb0(%in: f32, %out: i1):
    %sine = math.sin %in : f32
    %least = arith.constant 0.0 : f32
    %is = arith.cmpf ogt, %sine, %least : f32
    linalg.yield %is : i1
  } -> tensor<24x40xi1>
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %dropped = stablehlo.select %keep, %p, %zeros : tensor<24x40xi1>, tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

/// Any other factor of positions, 0 or not.
// CHECK-LABEL: func.func @multiplied
// CHECK-SAME:    %[[BY:[a-z0-9]*]]: tensor<24x40xf32>)
// CHECK:         amp.attention(%{{.*}}, %[[BY]]) outs(%{{.*}}) {indexing_maps = [{{.*}}, #[[$MASK]], #{{.*}}]}
// CHECK:         } dropout {
// CHECK-NEXT:    ^bb0(%[[P:.*]]: f32, %[[OTHER:.*]]: f32,
// CHECK-NEXT:      arith.mulf %[[P]], %[[OTHER]] : f32
func.func @multiplied(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %by: tensor<24x40xf32>) -> tensor<24x8xbf16> {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %dropped = stablehlo.multiply %p, %by : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

/// A number that an op yields from outside of its body.
// CHECK-LABEL: func.func @yielded
// CHECK:         } dropout {
// CHECK:           %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// CHECK:           arith.mulf %{{.*}}, %[[HALF]] : f32
func.func @yielded(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %numbers: tensor<24x40xf32>) -> tensor<24x8xbf16> {
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<24x40xf32>
  %by = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%numbers : tensor<24x40xf32>) outs(%empty : tensor<24x40xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %half : f32
  } -> tensor<24x40xf32>
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %dropped = stablehlo.multiply %p, %by : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}
