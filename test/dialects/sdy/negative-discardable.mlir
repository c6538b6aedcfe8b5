// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_result_kind(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects 'sdy.sharding' to hold a sharding per result, but got #sdy.sharding<@mesh, [{}]>}}
  %0 = math.absf %a {sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_result_count(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects 1 result shardings, but got 0}}
  %0 = math.absf %a {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_result_rank(%a: tensor<8xf32>) {
  // expected-error @+1 {{result 0: expects a sharding of rank 1, but got}}
  %0 = math.absf %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_kind(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects 'sdy.sharding_rule' to hold a sharding rule, but got 1}}
  %0 = math.absf %a {sdy.sharding_rule = 1} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_operands(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a sharding rule for 1 operands, but got 2}}
  %0 = math.absf %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_results(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a sharding rule for 1 results, but got 2}}
  %0 = math.absf %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_rank(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a sharding rule whose operand mapping has the rank of 'tensor<8xf32>', but got 2}}
  %0 = math.absf %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=1}>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_unknown_factor(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a sharding rule whose operand mapping uses each of 1 factors at most once, but got #sdy<tensor_mapping[j]>}}
  %0 = math.absf %a {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_factor_again(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a sharding rule whose operand mapping uses each of 1 factors at most once, but got #sdy<tensor_mapping[ii]>}}
  %0 = math.absf %a {sdy.sharding_rule = #sdy.op_sharding_rule<([ii])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_rule_special_factor(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects special factors of a sharding rule among 1 factors, but got}}
  %0 = math.absf %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} reduction={j}>} : tensor<8xf32>
  return
}
