// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{expects one of lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions, rhs_contracting_dimensions, lhs_ragged_dimensions, rhs_group_dimensions, but got foo}}
func.func private @negative_list_unknown() attributes {a = #chlo.ragged_dot<foo = [0]>}

// -----

// expected-error @+1 {{expects rhs_group_dimensions at most once}}
func.func private @negative_list_twice() attributes {a = #chlo.ragged_dot<rhs_group_dimensions = [0], rhs_group_dimensions = [0]>}

// -----

// expected-error @+1 {{expects the name of a dimension list or '>'}}
func.func private @negative_list_name() attributes {a = #chlo.ragged_dot<[0]>}
