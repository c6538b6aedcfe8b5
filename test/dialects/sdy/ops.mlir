// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK: sdy.mesh @single = <[], device_ids=[3]> {tag}
sdy.mesh @single = <[], device_ids=[3]> {tag}

// CHECK-LABEL: func @values
func.func @values(%a: tensor<8x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %i: i32) {
  // CHECK: %{{.*}} = sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  %constraint = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.sharding_constraint %{{.*}} <mesh<["q"=2]>, [{"q"}, {}]> {tag} : tensor<8x8xf32>
  %inline = sdy.sharding_constraint %a <mesh<["q"=2]>, [{"q"}, {}]> {tag} : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.sharding_constraint %{{.*}} <@mesh, []> : i32
  %scalar = sdy.sharding_constraint %i <@mesh, []> : i32
  // CHECK: %{{.*}} = sdy.reshard %{{.*}} <@single, []> : tensor<8x8xf32>
  %reshard = sdy.reshard %a <@single, []> : tensor<8x8xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=21 : tensor<8x8xf32>
  sdy.sharding_group %a group_id=21 : tensor<8x8xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=-1 {tag} : tensor<8x8xf32>
  sdy.sharding_group %a group_id=-1 {tag} : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.propagation_barrier %{{.*}} allowed_direction=NONE : tensor<8x8xf32>
  %none = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD : tensor<8x8xf32>
  %forward = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.propagation_barrier %{{.*}} allowed_direction=BACKWARD : tensor<8x8xf32>
  %backward = sdy.propagation_barrier %a allowed_direction=BACKWARD : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.data_flow_edge %{{.*}} : tensor<8xf32>
  %edge = sdy.data_flow_edge %b : tensor<8xf32>
  // CHECK: %{{.*}} = sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"x"}]> {tag} : tensor<8xf32>
  %sharded_edge = sdy.data_flow_edge %c sharding=<@mesh, [{"x"}]> {tag} : tensor<8xf32>
  // CHECK: %{{.*}} = sdy.func_data_flow_edge %{{.*}} : tensor<8xf32>
  %func_edge = sdy.func_data_flow_edge %d : tensor<8xf32>
  // CHECK: %{{.*}} = sdy.constant dense<[1, 2]> : tensor<2xi32>
  %constant = sdy.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: %{{.*}} = sdy.constant {tag} dense<1.000000e+00> : tensor<8xbf16>
  %tagged = sdy.constant {tag} dense<1.000000e+00> : tensor<8xbf16>
  return
}

/// Any op, argument or result may carry a sharding, any op a rule.
// CHECK-LABEL: func @discardable(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@single, []>})
// CHECK-SAME: -> (tensor<8x8xf32> {jax.result_info = "out", sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>})
func.func @discardable(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %s: tensor<f32> {sdy.sharding = #sdy.sharding<@single, []>})
    -> (tensor<8x8xf32> {jax.result_info = "out", sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}) {
  // CHECK: math.absf %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}, {"y":(2)2, ?}p1]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  %0 = math.absf %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}, {"y":(2)2, ?}p1]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  // CHECK: return %{{.*}} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
