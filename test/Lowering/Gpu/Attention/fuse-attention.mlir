// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-fuse-attention 2>&1 | FileCheck %s
// Scale and causal mask become the body, the padding mask an operand, transposes maps.

// CHECK: remark: attention is fused
// CHECK-DAG: #[[$QUERY:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d5)>
// CHECK-DAG: #[[$KEY:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
// CHECK-DAG: #[[$VALUE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d3)>
// CHECK-DAG: #[[$PADDING:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d3)>

// CHECK-LABEL: func.func @heads
// CHECK-SAME: (%[[Q:.*]]: tensor<2x40x3x16xbf16>, %[[K:.*]]: tensor<2x40x3x16xbf16>, %[[V:.*]]: tensor<2x40x3x16xbf16>, %[[MASK:.*]]: tensor<2x40xf32>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x40x3x16xbf16>
// CHECK-NEXT: %[[O:.*]] = amp.attention(%[[Q]], %[[K]], %[[V]], %[[MASK]]) outs(%[[EMPTY]]) {indexing_maps = [#[[$QUERY]], #[[$KEY]], #[[$VALUE]], #[[$PADDING]], #[[$OUT]]]}
// CHECK-NEXT: ^bb0(%[[SCORE:.*]]: f32, %[[PAD:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %[[ROW:.*]]: index, %{{.*}}: index, %[[COLUMN:.*]]: index, %{{.*}}: index):
// CHECK-DAG:  %[[ROWS:.*]] = arith.index_cast %[[ROW]] : index to i64
// CHECK-DAG:  %[[COLUMNS:.*]] = arith.index_cast %[[COLUMN]] : index to i64
// CHECK:      %[[SEES:.*]] = arith.cmpi sge
/// The program rounds its scores to bf16, and so does the body.
// CHECK:      %[[LOW:.*]] = arith.truncf %[[SCORE]] : f32 to bf16
// CHECK:      %[[WIDE:.*]] = arith.extf %[[LOW]]
// CHECK:      %[[SCALED:.*]] = arith.mulf %[[WIDE]], %{{.*}} : f32
// CHECK:      %[[SEEN:.*]] = arith.select %[[SEES]], %[[SCALED]], %{{.*}} : f32
// CHECK:      %[[LOGIT:.*]] = arith.addf %[[SEEN]], %[[PAD]] : f32
// CHECK-NEXT: amp.yield %[[LOGIT]] : f32
// CHECK:      return %[[O]] : tensor<2x40x3x16xbf16>
func.func @heads(%q: tensor<2x40x3x16xbf16>, %k: tensor<2x40x3x16xbf16>, %v: tensor<2x40x3x16xbf16>, %mask: tensor<2x40xf32>) -> tensor<2x40x3x16xbf16> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x40x3x16xbf16>, tensor<2x40x3x16xbf16>) -> tensor<2x3x40x40xbf16>
  %wide = stablehlo.convert %scores : (tensor<2x3x40x40xbf16>) -> tensor<2x3x40x40xf32>
  %c = stablehlo.constant dense<0.25> : tensor<f32>
  %cs = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2x3x40x40xf32>
  %scaled = stablehlo.multiply %wide, %cs : tensor<2x3x40x40xf32>
  %row = stablehlo.iota dim = 0 : tensor<40x40xi32>
  %column = stablehlo.iota dim = 1 : tensor<40x40xi32>
  %see = stablehlo.compare GE, %row, %column : (tensor<40x40xi32>, tensor<40x40xi32>) -> tensor<40x40xi1>
  %sees = stablehlo.broadcast_in_dim %see, dims = [2, 3] : (tensor<40x40xi1>) -> tensor<2x3x40x40xi1>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %infs = stablehlo.broadcast_in_dim %inf, dims = [] : (tensor<f32>) -> tensor<2x3x40x40xf32>
  %seen = stablehlo.select %sees, %scaled, %infs : tensor<2x3x40x40xi1>, tensor<2x3x40x40xf32>
  %masks = stablehlo.broadcast_in_dim %mask, dims = [0, 3] : (tensor<2x40xf32>) -> tensor<2x3x40x40xf32>
  %x = stablehlo.add %seen, %masks : tensor<2x3x40x40xf32>
  %m = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [3] : (tensor<2x3x40x40xf32>, tensor<f32>) -> tensor<2x3x40xf32>
  /// JAX joins the maximum with -inf.
  %floor = stablehlo.broadcast_in_dim %inf, dims = [] : (tensor<f32>) -> tensor<2x3x40xf32>
  %max = stablehlo.maximum %floor, %m : tensor<2x3x40xf32>
  %max1 = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<2x3x40xf32>) -> tensor<2x3x40x1xf32>
  %maxs = stablehlo.broadcast_in_dim %max1, dims = [0, 1, 2, 3] : (tensor<2x3x40x1xf32>) -> tensor<2x3x40x40xf32>
  %d = stablehlo.subtract %x, %maxs : tensor<2x3x40x40xf32>
  %e = stablehlo.exponential %d : tensor<2x3x40x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x3x40x40xf32>, tensor<f32>) -> tensor<2x3x40xf32>
  %sum1 = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<2x3x40xf32>) -> tensor<2x3x40x1xf32>
  %sums = stablehlo.broadcast_in_dim %sum1, dims = [0, 1, 2, 3] : (tensor<2x3x40x1xf32>) -> tensor<2x3x40x40xf32>
  %p = stablehlo.divide %e, %sums : tensor<2x3x40x40xf32>
  %low = stablehlo.convert %p : (tensor<2x3x40x40xf32>) -> tensor<2x3x40x40xbf16>
  %o = stablehlo.dot_general %low, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<2x3x40x40xbf16>, tensor<2x40x3x16xbf16>) -> tensor<2x3x40x16xbf16>
  %t = stablehlo.transpose %o, dims = [0, 2, 1, 3] : (tensor<2x3x40x16xbf16>) -> tensor<2x40x3x16xbf16>
  return %t : tensor<2x40x3x16xbf16>
}
