// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-count-overflow | FileCheck %s
// RUN: amp-opt %s --amp-count-overflow=what=overflow-by-class | FileCheck %s --check-prefix=CLASS

#exp = loc("model.py":3:7)
#mul = loc("jit(step)/mul"(#exp))
#name = loc("jit(step)/convert")

/// Ops that compute floats are monitored, with their locations; layout ops and constants are not.
// CHECK-LABEL: func.func @main
// CLASS-LABEL: func.func @main
// CLASS-SAME: tensor<11x3xi32> {amp.classes = ["contraction", "elementwise", "transcendental", "reduction", "scan", "gather_scatter", "control", "call", "collective", "convert", "opaque"], amp.role = "overflow_counts"
// CHECK-SAME: -> (tensor<4x1xf16>, tensor<i32> {amp.ops = ["stablehlo.exponential at model.py:3:7", "stablehlo.multiply at jit(step)/mul model.py:3:7", "stablehlo.convert at jit(step)/convert"], amp.role = "first_overflow", jax.result_info = "debug.first_overflow"}, tensor<3x3xi32> {amp.role = "overflow_counts", jax.result_info = "debug.overflow_counts"})
// CHECK: %[[E:.*]] = stablehlo.exponential %arg0
// CHECK: %[[NAN:.*]] = stablehlo.compare NE, %[[E]], %[[E]]
// CHECK: stablehlo.is_finite %[[E]]
// CHECK: stablehlo.reduce
// CHECK: stablehlo.multiply %[[E]], %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.convert {{.*}} : (tensor<4xf32>) -> tensor<4xf16>
// CHECK: %[[IS:.*]] = stablehlo.compare EQ, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: %[[FIRST:.*]] = stablehlo.select %[[IS]],
// CHECK: %[[TABLE:.*]] = stablehlo.reshape %{{.*}} : (tensor<9xi32>) -> tensor<3x3xi32>
// CHECK: return %{{.*}}, %[[FIRST]], %[[TABLE]]
func.func @main(%x: tensor<4xf32>) -> tensor<4x1xf16> {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.exponential %x : tensor<4xf32> loc(#exp)
  %1 = stablehlo.multiply %0, %two : tensor<4xf32> loc(#mul)
  %2 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xf16> loc(#name)
  %3 = stablehlo.reshape %2 : (tensor<4xf16>) -> tensor<4x1xf16>
  return %3 : tensor<4x1xf16>
}

/// Without floats, nothing can overflow.
// CHECK-LABEL: func.func @integers(%arg0: tensor<4xi32>) -> tensor<4xi32>
func.func @integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.add %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

/// A loop carries what its turns counted; the first one that overflowed stays. A branch that is not taken counts nothing.
// CHECK-LABEL: func.func @inside
// CHECK-SAME: amp.ops = ["stablehlo.negate at {{[^"]*}}, in a loop", "stablehlo.log at {{[^",]*}}", "stablehlo.tanh at {{[^",]*}}"]
// CHECK: %[[NONE:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
// CHECK: %[[ZEROS:.*]] = stablehlo.constant dense<0> : tensor<3xi32>
// CHECK: %[[LOOP:.*]]:4 = stablehlo.while(%{{.*}}, %{{.*}}, %[[F:.*]] = %[[NONE]], %[[C:.*]] = %[[ZEROS]])
// CHECK: stablehlo.negate
// CHECK: %[[IS:.*]] = stablehlo.compare EQ, %[[F]],
// CHECK: %[[FIRST:.*]] = stablehlo.select %[[IS]], %{{.*}}, %[[F]]
// CHECK: %[[SUM:.*]] = stablehlo.add %[[C]],
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %[[FIRST]], %[[SUM]]
// CHECK: %[[IF:.*]]:5 = "stablehlo.if"
// CHECK: stablehlo.log
// CHECK: stablehlo.tanh
// CHECK: stablehlo.concatenate %[[LOOP]]#3, %[[IF]]#2, %[[IF]]#4
func.func @inside(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%k = %i, %v = %x) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %k, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %v : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<f32>
  }
  %3 = "stablehlo.if"(%p) ({
    %4 = stablehlo.log %0#1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }, {
    %4 = stablehlo.tanh %0#1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %3 : tensor<f32>
}

/// Devices add up what they counted.
// CHECK-LABEL: func.func @devices
// CHECK: sdy.manual_computation(%{{.*}}, %{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{"x"}]>, <@mesh, []>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, []>, <@mesh, [{}]>]
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.minimum
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.add %{{.*}} : tensor<i32>
// CHECK: (tensor<3xi32>) -> tensor<3xi32>
sdy.mesh @mesh = <["x"=2]>
func.func @devices(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    %1 = stablehlo.exponential %a : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
