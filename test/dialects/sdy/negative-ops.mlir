// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_constraint(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op expects a sharding of rank 2, but got}}
  %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_reshard(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.reshard' op expects a sharding of rank 2, but got}}
  %0 = sdy.reshard %a <@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_reshard_type(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%a) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf16>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_edge(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.data_flow_edge' op expects a sharding of rank 2, but got}}
  %0 = sdy.data_flow_edge %a sharding=<@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_barrier(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects a direction to be barred, but got BOTH}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_constant(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{failed to verify that all of {value, output} have same type}}
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf16>
  return
}
