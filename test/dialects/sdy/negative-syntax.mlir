// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{expects a priority such as p0, but got q1}}
func.func private @negative_priority_letter() attributes {a = #sdy<dimension_sharding{"x"}q1>}

// -----

// expected-error @+1 {{expects a priority such as p0, but got p}}
func.func private @negative_priority_empty() attributes {a = #sdy<dimension_sharding{"x"}p>}

// -----

// expected-error @+1 {{expects a priority such as p0, but got p01}}
func.func private @negative_priority_zeros() attributes {a = #sdy<dimension_sharding{"x"}p01>}

// -----

// expected-error @+1 {{expects a priority such as p0, but got p99999999999999999999}}
func.func private @negative_priority_overflow() attributes {a = #sdy<dimension_sharding{"x"}p99999999999999999999>}

// -----

// expected-error @+1 {{expects no axis after '?'}}
func.func private @negative_axis_after_question() attributes {a = #sdy<dimension_sharding{?, "x"}>}

// -----

// expected-error @+2 {{expected string}}
// expected-error @+1 {{failed to parse}}
func.func private @negative_axis_without_quotes() attributes {a = #sdy<dimension_sharding{x}>}

// -----

// expected-error @+1 {{expects 'replicated' or 'unreduced', each at most once, but got 'partial'}}
func.func private @negative_sharding_list_name() attributes {a = #sdy.sharding<@mesh, [{}], partial={"x"}>}

// -----

// expected-error @+1 {{expects 'replicated' or 'unreduced', each at most once, but got 'replicated'}}
func.func private @negative_sharding_list_twice() attributes {a = #sdy.sharding<@mesh, [{}], replicated={"x"}, replicated={"y"}>}

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
func.func private @negative_sharding_mesh_kind() attributes {a = #sdy.sharding<"mesh", [{}]>}

// -----

// expected-error @+1 {{expects factors, i to z or z_1, z_2, …, but got ia}}
func.func private @negative_rule_factor_letter() attributes {a = #sdy.op_sharding_rule<([ia])->([i]) {i=2}>}

// -----

// expected-error @+1 {{expects factors, i to z or z_1, z_2, …, but got z_0}}
func.func private @negative_rule_factor_zero() attributes {a = #sdy.op_sharding_rule<([z_0])->([i]) {i=2}>}

// -----

// expected-error @+1 {{expects factors, i to z or z_1, z_2, …, but got z_}}
func.func private @negative_rule_factor_number() attributes {a = #sdy.op_sharding_rule<([z_])->([i]) {i=2}>}

// -----

// expected-error @+1 {{expects factors, i to z or z_1, z_2, …, but got z_99999999999}}
func.func private @negative_rule_factor_overflow() attributes {a = #sdy.op_sharding_rule<([z_99999999999])->([i]) {i=2}>}

// -----

// expected-error @+1 {{expects the size of factor i, but got j}}
func.func private @negative_rule_size_order() attributes {a = #sdy.op_sharding_rule<([i])->([i]) {j=2}>}

// -----

// expected-error @+1 {{expects one factor, i to z or z_1, z_2, …, but got ij}}
func.func private @negative_rule_two_factors() attributes {a = #sdy.op_sharding_rule<([i])->([i]) {i=2} reduction={ij}>}

// -----

// expected-error @+1 {{unknown attribute `unknown` in dialect `sdy`}}
func.func private @negative_unknown_attribute() attributes {a = #sdy.unknown<1>}
