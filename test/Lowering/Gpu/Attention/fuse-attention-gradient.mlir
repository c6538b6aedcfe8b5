// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-fuse-attention-gradient --amp-fuse-attention 2>&1 | FileCheck %s
// The gradient as older JAX writes it, e (g / l - sum g e / l^2): no contraction is left, and the mask and the scale behind the softmax become the second body.

// CHECK: remark: attention is fused
// CHECK: remark: gradient of attention is fused
// CHECK-DAG: #[[$QUERY:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d5)>
// CHECK-DAG: #[[$KEY:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
// CHECK-DAG: #[[$VALUE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d3)>
// CHECK-DAG: #[[$GRADIENT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d3)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>
// CHECK-DAG: #[[$DK:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5)>
// CHECK-DAG: #[[$DV:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d3)>

// CHECK-LABEL: func.func @gradient
// CHECK-NOT:   "reduction"
// CHECK:       %[[O:.*]]:3 = amp.attention(%[[Q:[^,]*]], %[[K:[^,]*]], %[[V:[^)]*]]) outs({{.*}}) {indexing_maps = [#[[$QUERY]], #[[$KEY]], #[[$VALUE]], #{{[^,]*}}, #[[$ROW]], #[[$ROW]]]}
// CHECK-SAME:    -> (tensor<2x3x24x8xbf16>, tensor<2x3x24xf32>, tensor<2x3x24xf32>)
/// The third statistic of rows is the sum of the result times its gradient.
// CHECK:       %[[T:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[DO:.*]], %[[O]]#0 :
// CHECK:       amp.attention_gradient(%[[Q]], %[[K]], %[[V]], %[[DO]]) statistics(%[[O]]#1, %[[O]]#2, %[[T]]) outs({{.*}}) {indexing_maps = [#[[$QUERY]], #[[$KEY]], #[[$VALUE]], #[[$GRADIENT]], #[[$ROW]], #[[$ROW]], #[[$ROW]], #[[$QUERY]]]}
// CHECK-SAME:    -> tensor<2x24x3x16xbf16>
// CHECK:       ^bb0(%[[SCORE:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK:         arith.mulf %[[SCORE]]
// CHECK:         %[[LOGIT:.*]] = arith.select
// CHECK:         amp.yield %[[LOGIT]]
// CHECK:       ^bb0(%[[DLOGIT:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK:         %[[SEEN:.*]] = arith.select %{{.*}}, %[[DLOGIT]], %{{.*}} : f32
// CHECK:         %[[SCALED:.*]] = arith.mulf %[[SEEN]]
// CHECK:         arith.truncf %[[SCALED]] : f32 to bf16
// CHECK:         amp.yield
// CHECK:       amp.attention_gradient(%[[Q]], %[[K]], %[[V]], %[[DO]]) statistics(%[[O]]#1, %[[O]]#2, %[[T]]) outs({{.*}}) {indexing_maps = [#[[$QUERY]], #[[$KEY]], #[[$VALUE]], #[[$GRADIENT]], #[[$ROW]], #[[$ROW]], #[[$ROW]], #[[$DK]], #[[$DV]]]}
// CHECK-SAME:    -> (tensor<2x3x40x16xf32>, tensor<2x3x40x8xf32>)
// CHECK-NOT:   "reduction"
func.func @gradient(%0: tensor<2x24x3x1x16xbf16>, %1: tensor<2x40x3x16xbf16>, %2: tensor<2x40x3x8xbf16>, %3: tensor<2x24x3x1x8xbf16>) -> (tensor<2x3x1x24x8xbf16>, tensor<2x24x3x1x16xbf16>, tensor<2x3x40x16xbf16>, tensor<2x3x40x8xbf16>) {
  %v = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2, 4] : (tensor<2x40x3x8xbf16>) -> tensor<2x40x3x1x8xbf16>
  %k = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 4] : (tensor<2x40x3x16xbf16>) -> tensor<2x40x3x1x16xbf16>
  %s = stablehlo.dot_general %0, %k, batching_dims = [0, 2, 3] x [0, 2, 3], contracting_dims = [4] x [4] : (tensor<2x24x3x1x16xbf16>, tensor<2x40x3x1x16xbf16>) -> tensor<2x3x1x24x40xf32>
  %s32 = stablehlo.convert %s : (tensor<2x3x1x24x40xf32>) -> tensor<2x3x1x24x40xf32>
  %c = stablehlo.constant dense<2.500000000e-01> : tensor<2x3x1x24x40xf32>
  %x0 = stablehlo.multiply %s32, %c : tensor<2x3x1x24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<24x40xi32>
  %j = stablehlo.iota dim = 1 : tensor<24x40xi32>
  %see = stablehlo.compare GE, %i, %j : (tensor<24x40xi32>, tensor<24x40xi32>) -> tensor<24x40xi1>
  %sees = stablehlo.broadcast_in_dim %see, dims = [3, 4] : (tensor<24x40xi1>) -> tensor<2x3x1x24x40xi1>
  %hidden = stablehlo.constant dense<0xFF800000> : tensor<2x3x1x24x40xf32>
  %x1 = stablehlo.select %sees, %x0, %hidden : tensor<2x3x1x24x40xi1>, tensor<2x3x1x24x40xf32>
  %max = stablehlo.reduce(%x1 init: %inf) applies stablehlo.maximum across dimensions = [4] : (tensor<2x3x1x24x40xf32>, tensor<f32>) -> tensor<2x3x1x24xf32>
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2, 3] : (tensor<2x3x1x24xf32>) -> tensor<2x3x1x24x40xf32>
  %y = stablehlo.subtract %x1, %maxs : tensor<2x3x1x24x40xf32>
  %e = stablehlo.exponential %y : tensor<2x3x1x24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [4] : (tensor<2x3x1x24x40xf32>, tensor<f32>) -> tensor<2x3x1x24xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2, 3] : (tensor<2x3x1x24xf32>) -> tensor<2x3x1x24x40xf32>
  %p = stablehlo.divide %e, %sums : tensor<2x3x1x24x40xf32>
  %w = stablehlo.convert %p : (tensor<2x3x1x24x40xf32>) -> tensor<2x3x1x24x40xbf16>
  %o = stablehlo.dot_general %w, %v, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [4] x [1] : (tensor<2x3x1x24x40xbf16>, tensor<2x40x3x1x8xbf16>) -> tensor<2x3x1x24x8xbf16>
  %dv = stablehlo.dot_general %w, %3, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [3] x [1] : (tensor<2x3x1x24x40xbf16>, tensor<2x24x3x1x8xbf16>) -> tensor<2x3x1x40x8xf32>
  %g0 = stablehlo.dot_general %3, %v, batching_dims = [0, 2, 3] x [0, 2, 3], contracting_dims = [4] x [4] : (tensor<2x24x3x1x8xbf16>, tensor<2x40x3x1x8xbf16>) -> tensor<2x3x1x24x40xf32>
  %g = stablehlo.convert %g0 : (tensor<2x3x1x24x40xf32>) -> tensor<2x3x1x24x40xf32>
  %ll = stablehlo.multiply %sum, %sum : tensor<2x3x1x24xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<2x3x1x24xf32>
  %il = stablehlo.divide %ones, %ll : tensor<2x3x1x24xf32>
  %ils = stablehlo.broadcast_in_dim %il, dims = [0, 1, 2, 3] : (tensor<2x3x1x24xf32>) -> tensor<2x3x1x24x40xf32>
  %gl = stablehlo.multiply %g, %ils : tensor<2x3x1x24x40xf32>
  %ge = stablehlo.multiply %gl, %e : tensor<2x3x1x24x40xf32>
  %t = stablehlo.reduce(%ge init: %zero) applies stablehlo.add across dimensions = [4] : (tensor<2x3x1x24x40xf32>, tensor<f32>) -> tensor<2x3x1x24xf32>
  %nt = stablehlo.negate %t : tensor<2x3x1x24xf32>
  %ts = stablehlo.broadcast_in_dim %nt, dims = [0, 1, 2, 3] : (tensor<2x3x1x24xf32>) -> tensor<2x3x1x24x40xf32>
  %ls = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2, 3] : (tensor<2x3x1x24xf32>) -> tensor<2x3x1x24x40xf32>
  %gs = stablehlo.divide %g, %ls : tensor<2x3x1x24x40xf32>
  %gt = stablehlo.add %gs, %ts : tensor<2x3x1x24x40xf32>
  %ds = stablehlo.multiply %gt, %e : tensor<2x3x1x24x40xf32>
  %none0 = stablehlo.constant dense<0.0> : tensor<2x3x1x24x40xf32>
  %seen = stablehlo.select %sees, %ds, %none0 : tensor<2x3x1x24x40xi1>, tensor<2x3x1x24x40xf32>
  %scaled = stablehlo.multiply %seen, %c : tensor<2x3x1x24x40xf32>
  %dw = stablehlo.convert %scaled : (tensor<2x3x1x24x40xf32>) -> tensor<2x3x1x24x40xbf16>
  %dq = stablehlo.dot_general %dw, %k, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [4] x [1] : (tensor<2x3x1x24x40xbf16>, tensor<2x40x3x1x16xbf16>) -> tensor<2x3x1x24x16xf32>
  %dqt = stablehlo.transpose %dq, dims = [0, 3, 1, 2, 4] : (tensor<2x3x1x24x16xf32>) -> tensor<2x24x3x1x16xf32>
  %dk = stablehlo.dot_general %dw, %0, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [3] x [1] : (tensor<2x3x1x24x40xbf16>, tensor<2x24x3x1x16xbf16>) -> tensor<2x3x1x40x16xf32>
  %dks = stablehlo.reduce(%dk init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x1x40x16xf32>, tensor<f32>) -> tensor<2x3x40x16xf32>
  %dvs = stablehlo.reduce(%dv init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x1x40x8xf32>, tensor<f32>) -> tensor<2x3x40x8xf32>
  %dqto = stablehlo.convert %dqt : (tensor<2x24x3x1x16xf32>) -> tensor<2x24x3x1x16xbf16>
  %dkso = stablehlo.convert %dks : (tensor<2x3x40x16xf32>) -> tensor<2x3x40x16xbf16>
  %dvso = stablehlo.convert %dvs : (tensor<2x3x40x8xf32>) -> tensor<2x3x40x8xbf16>
  return %o, %dqto, %dkso, %dvso : tensor<2x3x1x24x8xbf16>, tensor<2x24x3x1x16xbf16>, tensor<2x3x40x16xbf16>, tensor<2x3x40x8xbf16>
}
