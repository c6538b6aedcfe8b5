// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -verify-diagnostics | FileCheck %s

/// Muon: the weights are updated by a matmul of the normalized momentum, which does not have the scale of the loss. The gradients are those that
/// the momenta are updated by.
!w = tensor<4x4xf32>
!x = tensor<8x4xf32>
// CHECK-LABEL: @muon
// CHECK: %[[DW:.*]] = stablehlo.dot_general %{{.*}}, contracting_dims = [0] x [0]
// CHECK: %[[DV:.*]] = stablehlo.dot_general %{{.*}}, contracting_dims = [0] x [0]
// CHECK: amp.gradients "main" %[[DV]], %[[DW]]
// CHECK: %[[S:.*]]:4 = amp.state "main" (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg2, %arg3)
// CHECK: return %[[S]]#0, %[[S]]#1, %[[S]]#2, %[[S]]#3
func.func @muon(%v: !w, %w: !w, %m: !w, %n: !w, %x: !x) -> (!w, !w, !w, !w) {
  %decay = stablehlo.constant dense<0.95> : !w
  %h = stablehlo.dot %x, %v : (!x, !w) -> !x
  %t = stablehlo.tanh %h : !x
  %p = stablehlo.dot %t, %w : (!x, !w) -> !x
  %s = stablehlo.tanh %p : !x
  // expected-remark @+1 {{inferred marks: 2 gradients, 4 states}}
  %one = stablehlo.constant dense<1.0> : !x
  %dp = stablehlo.multiply %one, %s : !x
  %dw = stablehlo.dot_general %t, %dp, contracting_dims = [0] x [0] : (!x, !x) -> !w
  %dt = stablehlo.dot_general %dp, %w, contracting_dims = [1] x [1] : (!x, !w) -> !x
  %dh = stablehlo.multiply %dt, %t : !x
  %dv = stablehlo.dot_general %x, %dh, contracting_dims = [0] x [0] : (!x, !x) -> !w
  %m0 = stablehlo.multiply %decay, %m : !w
  %m1 = stablehlo.add %m0, %dv : !w
  %n0 = stablehlo.multiply %decay, %n : !w
  %n1 = stablehlo.add %n0, %dw : !w
  %v1 = func.call @update(%v, %m1) : (!w, !w) -> !w
  %w1 = func.call @update(%w, %n1) : (!w, !w) -> !w
  return %v1, %w1, %m1, %n1 : !w, !w, !w, !w
}
func.func private @update(%w: !w, %m: !w) -> !w {
  %rate = stablehlo.constant dense<0.02> : !w
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %m, %m : !w
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (!w, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.rsqrt %1 : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> !w
  %4 = stablehlo.multiply %m, %3 : !w
  %5 = stablehlo.dot_general %4, %4, contracting_dims = [1] x [1] : (!w, !w) -> !w
  %6 = stablehlo.dot %5, %4 : (!w, !w) -> !w
  %7 = stablehlo.multiply %rate, %6 : !w
  %8 = stablehlo.subtract %w, %7 : !w
  return %8 : !w
}
