// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a sharding, but got 1}}
func.func private @negative_argument_kind(tensor<8x8xf32> {sdy.sharding = 1})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a mesh of this module, but got @other}}
func.func private @negative_unknown_mesh(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a sharding of rank 2, but got #sdy.sharding<@mesh, [{}]>}}
func.func private @negative_rank(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a sharding of rank 0, but got}}
func.func private @negative_rank_of_scalar(i32 {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a sharding of rank 0, but got}}
func.func private @negative_rank_on_one_device(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [{}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a sharding without axes, but got}}
func.func private @negative_axes_on_one_device(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [], replicated={"x"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a ranked type beside a sharding, but got 'tensor<*xf32>'}}
func.func private @negative_unranked(tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, []>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects an axis of the mesh #sdy.mesh<["x"=2, "y"=4]>, but got "z"}}
func.func private @negative_unknown_axis(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects each axis at most once, but got "x" and "x"}}
func.func private @negative_axis_twice(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects each axis at most once, but got "o" and "o"}}
func.func private @negative_axis_of_size_one_twice(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["o"=1]>, [{"o"}, {"o"}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects each axis at most once, but got "y":(1)2 and "y"}}
func.func private @negative_axis_and_factor(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"y"}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects each axis at most once, but got "x" and "x"}}
func.func private @negative_axis_unreduced_and_replicated(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}, unreduced={"x"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects one factor instead of "y":(1)2, "y":(2)2}}
func.func private @negative_factors_merge(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, "y":(2)2}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a factor of the axis "y" of size 4, but got "y":(1)4}}
func.func private @negative_factor_is_axis(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)4}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a factor of the axis "y" of size 4, but got "y":(1)3}}
func.func private @negative_factor_does_not_divide(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)3}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a factor of the axis "y" of size 4, but got}}
func.func private @negative_factor_overflow(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(4611686018427387904)4}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects a factor of the axis "y" of size 4, but got "y":(0)2}}
func.func private @negative_factor_pre_size(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(0)2}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects replicated and unreduced axes in the order of the mesh, but got}}
func.func private @negative_axes_order(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"y", "x"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{argument 0: expects no priority of a dimension that is closed and whole, but got}}
func.func private @negative_priority_of_whole_dimension(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{result 0: expects a sharding of rank 1, but got #sdy.sharding<@mesh, [{"x"}, {}]>}}
func.func private @negative_function_result() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
