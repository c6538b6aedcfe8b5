// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/groups.mlir --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-expand-attention --amp-fuse-attention 2>&1 | FileCheck %s --check-prefix=GROUPS --implicit-check-not=_shape
// RUN: amp-opt %t/bits.mlir --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-expand-attention 2>&1 | FileCheck %s --check-prefix=BITS

//--- groups.mlir
/// Two heads of queries for each of three of keys, which are one dimension in
/// the softmax; its sums divide the result of the second contraction.
// GROUPS: remark: attention is fused
// GROUPS: func.func @groups(%[[Q:.*]]: tensor<3x2x24x16xbf16>, %[[K:.*]]: tensor<3x40x16xbf16>, %[[V:.*]]: tensor<3x40x8xbf16>)
// GROUPS: %[[O:.*]] = amp.attention(%[[Q]], %[[K]], %[[V]]) outs(%{{.*}}) {{.*}} -> tensor<3x2x24x8xbf16>
// GROUPS: return %[[O]]
func.func @groups(%q: tensor<3x2x24x16xbf16>, %k: tensor<3x40x16xbf16>, %v: tensor<3x40x8xbf16>) -> tensor<3x2x24x8xbf16> {
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [3] x [2] : (tensor<3x2x24x16xbf16>, tensor<3x40x16xbf16>) -> tensor<3x2x24x40xf32>
  %x = stablehlo.reshape %s : (tensor<3x2x24x40xf32>) -> tensor<6x24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [2] : (tensor<6x24x40xf32>, tensor<f32>) -> tensor<6x24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<6x24xf32>) -> tensor<6x24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<6x24x40xf32>
  %e = stablehlo.exponential %d : tensor<6x24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<6x24x40xf32>, tensor<f32>) -> tensor<6x24xf32>
  %w = stablehlo.convert %e : (tensor<6x24x40xf32>) -> tensor<6x24x40xbf16>
  %groups = stablehlo.reshape %w : (tensor<6x24x40xbf16>) -> tensor<3x2x24x40xbf16>
  %o = stablehlo.dot_general %groups, %v, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<3x2x24x40xbf16>, tensor<3x40x8xbf16>) -> tensor<3x2x24x8xf32>
  %heads = stablehlo.reshape %o : (tensor<3x2x24x8xf32>) -> tensor<6x24x8xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<6x24xf32>) -> tensor<6x24x8xf32>
  %quotient = stablehlo.divide %heads, %sums : tensor<6x24x8xf32>
  %apart = stablehlo.reshape %quotient : (tensor<6x24x8xf32>) -> tensor<3x2x24x8xf32>
  %low = stablehlo.convert %apart : (tensor<3x2x24x8xf32>) -> tensor<3x2x24x8xbf16>
  return %low : tensor<3x2x24x8xbf16>
}

//--- bits.mlir
/// A mask whose keys are in two dimensions before it is reshaped does not split
/// the keys of the softmax.
// BITS: func.func @bits
// BITS: tensor.collapse_shape %{{.*}} {{.*}} : tensor<24x5x8xi1> into tensor<24x40xi1>
// BITS: math.exp
// BITS: return
func.func @bits(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %bits: tensor<24x5x8xi1>) -> tensor<24x8xf32> {
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %hidden = stablehlo.constant dense<-1.0e9> : tensor<24x40xf32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %mask = stablehlo.reshape %bits : (tensor<24x5x8xi1>) -> tensor<24x40xi1>
  %x = stablehlo.select %mask, %s, %hidden : tensor<24x40xi1>, tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xf32>
  return %o : tensor<24x8xf32>
}
