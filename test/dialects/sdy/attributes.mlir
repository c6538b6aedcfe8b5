// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

// CHECK: @plain_0() attributes {a = #sdy.mesh<["x"=2, "y"=4]>}
func.func private @plain_0() attributes {a = #sdy.mesh<["x"=2, "y"=4]>}
// CHECK: @plain_1() attributes {a = #sdy.mesh<[]>}
func.func private @plain_1() attributes {a = #sdy.mesh<[]>}
// CHECK: @plain_2() attributes {a = #sdy.mesh<[], device_ids=[3]>}
func.func private @plain_2() attributes {a = #sdy.mesh<[], device_ids=[3]>}
// CHECK: @plain_3() attributes {a = #sdy.mesh<["a"=3, "b"=2], device_ids=[0, 2, 4, 1, 3, 5]>}
func.func private @plain_3() attributes {a = #sdy.mesh<["a"=3, "b"=2], device_ids=[0, 2, 4, 1, 3, 5]>}
// CHECK: @plain_4() attributes {a = #sdy<mesh_axis"x"=2>}
func.func private @plain_4() attributes {a = #sdy<mesh_axis"x"=2>}
// CHECK: @plain_5() attributes {a = #sdy<sub_axis_info(1)2>}
func.func private @plain_5() attributes {a = #sdy<sub_axis_info(1)2>}
// CHECK: @plain_6() attributes {a = #sdy<axis_ref"x">}
func.func private @plain_6() attributes {a = #sdy<axis_ref"x">}
// CHECK: @plain_7() attributes {a = #sdy<axis_ref"x":(2)4>}
func.func private @plain_7() attributes {a = #sdy<axis_ref"x":(2)4>}
// CHECK: @plain_8() attributes {a = #sdy<axis_ref_list{}>}
func.func private @plain_8() attributes {a = #sdy<axis_ref_list{}>}
// CHECK: @plain_9() attributes {a = #sdy<axis_ref_list{"x", "y":(1)2}>}
func.func private @plain_9() attributes {a = #sdy<axis_ref_list{"x", "y":(1)2}>}
// CHECK: @plain_10() attributes {a = #sdy<list_of_axis_ref_lists[]>}
func.func private @plain_10() attributes {a = #sdy<list_of_axis_ref_lists[]>}
// CHECK: @plain_11() attributes {a = #sdy<list_of_axis_ref_lists[{"x"}, {}, {"y", "z":(1)2}]>}
func.func private @plain_11() attributes {a = #sdy<list_of_axis_ref_lists[{"x"}, {}, {"y", "z":(1)2}]>}
// CHECK: @plain_12() attributes {a = #sdy<manual_axes{}>}
func.func private @plain_12() attributes {a = #sdy<manual_axes{}>}
// CHECK: @plain_13() attributes {a = #sdy<manual_axes{"x", "y"}>}
func.func private @plain_13() attributes {a = #sdy<manual_axes{"x", "y"}>}
// CHECK: @plain_14() attributes {a = #sdy<dimension_sharding{}>}
func.func private @plain_14() attributes {a = #sdy<dimension_sharding{}>}
// CHECK: @plain_15() attributes {a = #sdy<dimension_sharding{?}>}
func.func private @plain_15() attributes {a = #sdy<dimension_sharding{?}>}
// CHECK: @plain_16() attributes {a = #sdy<dimension_sharding{"x", ?}p1>}
func.func private @plain_16() attributes {a = #sdy<dimension_sharding{"x", ?}p1>}
// CHECK: @plain_17() attributes {a = #sdy.sharding<@mesh, []>}
func.func private @plain_17() attributes {a = #sdy.sharding<@mesh, []>}
// CHECK: @plain_18() attributes {a = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}p0, {}, {?}]>}
func.func private @plain_18() attributes {a = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}p0, {}, {?}]>}
// CHECK: @plain_19() attributes {a = #sdy.sharding<@"my mesh", [{"an axis"}], replicated={"y", "z":(1)2}, unreduced={"w"}>}
func.func private @plain_19() attributes {a = #sdy.sharding<@"my mesh", [{"an axis"}], replicated={"y", "z":(1)2}, unreduced={"w"}>}
// CHECK: @plain_20() attributes {a = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}
func.func private @plain_20() attributes {a = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}
// CHECK: @plain_21() attributes {a = #sdy.sharding<mesh<[], device_ids=[1]>, []>}
func.func private @plain_21() attributes {a = #sdy.sharding<mesh<[], device_ids=[1]>, []>}
// CHECK: @plain_22() attributes {a = #sdy.sharding_per_value<[]>}
func.func private @plain_22() attributes {a = #sdy.sharding_per_value<[]>}
// CHECK: @plain_23() attributes {a = #sdy.sharding_per_value<[<@mesh, [{}]>, <mesh<["x"=2]>, [{"x"}]>]>}
func.func private @plain_23() attributes {a = #sdy.sharding_per_value<[<@mesh, [{}]>, <mesh<["x"=2]>, [{"x"}]>]>}
// CHECK: @plain_24() attributes {a = #sdy<all_to_all_param{"x", "y":(1)2}: 0->1>}
func.func private @plain_24() attributes {a = #sdy<all_to_all_param{"x", "y":(1)2}: 0->1>}
// CHECK: @plain_25() attributes {a = #sdy<all_to_all_param_list[]>}
func.func private @plain_25() attributes {a = #sdy<all_to_all_param_list[]>}
// CHECK: @plain_26() attributes {a = #sdy<all_to_all_param_list[{"x"}: 0->1, {"y"}: 2->3]>}
func.func private @plain_26() attributes {a = #sdy<all_to_all_param_list[{"x"}: 0->1, {"y"}: 2->3]>}
// CHECK: @plain_27() attributes {a = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>}
func.func private @plain_27() attributes {a = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>}
// CHECK: @plain_28() attributes {a = #sdy.op_sharding_rule<([ij, k], [])->([i, jk]) {i=2, j=4, k=8} reduction={k} need_replication={i} permutation={j} blocked_propagation={j, k}, custom>}
func.func private @plain_28() attributes {a = #sdy.op_sharding_rule<([ij, k], [])->([i, jk]) {i=2, j=4, k=8} reduction={k} need_replication={i} permutation={j} blocked_propagation={j, k}, custom>}
// CHECK: @plain_29() attributes {a = #sdy.op_sharding_rule<([])->([])>}
func.func private @plain_29() attributes {a = #sdy.op_sharding_rule<([])->([])>}
// CHECK: @plain_30() attributes {a = #sdy.op_sharding_rule<([z, z_1z_2])->([z_12]) {i=1, j=2, k=3, l=4, m=5, n=6, o=7, p=8, q=9, r=10, s=11, t=12, u=13, v=14, w=15, x=16, y=17, z=18, z_1=19, z_2=20} reduction={z_1}>}
func.func private @plain_30() attributes {a = #sdy.op_sharding_rule<([z, z_1z_2])->([z_12]) {i=1, j=2, k=3, l=4, m=5, n=6, o=7, p=8, q=9, r=10, s=11, t=12, u=13, v=14, w=15, x=16, y=17, z=18, z_1=19, z_2=20} reduction={z_1}>}
// CHECK: @plain_31() attributes {a = #sdy<tensor_mapping[]>}
func.func private @plain_31() attributes {a = #sdy<tensor_mapping[]>}
// CHECK: @plain_32() attributes {a = #sdy<tensor_mapping[ijk, z_1z_2, i]>}
func.func private @plain_32() attributes {a = #sdy<tensor_mapping[ijk, z_1z_2, i]>}
// CHECK: @plain_33() attributes {a = #sdy<axis_to_propagation_details{"x" = operand-0 -> [result-0]}>}
func.func private @plain_33() attributes {a = #sdy<axis_to_propagation_details{"x" = operand-0 -> [result-0]}>}
// CHECK: @plain_34() attributes {a = #sdy<propagation_one_step{step-0 = [{"x" = operand-0 -> [result-0]}]}>}
func.func private @plain_34() attributes {a = #sdy<propagation_one_step{step-0 = [{"x" = operand-0 -> [result-0]}]}>}
// CHECK: @plain_35() attributes {a = #sdy.propagation_edges<[{step-2 = [{"y" = operand-1 -> [operand-0, result-1]}, {"x" = operand-1 -> [result-1]}]}, {step-12345 = [{"x":(2)1 = result-0 -> [result-1]}]}]>}
func.func private @plain_35() attributes {a = #sdy.propagation_edges<[{step-2 = [{"y" = operand-1 -> [operand-0, result-1]}, {"x" = operand-1 -> [result-1]}]}, {step-12345 = [{"x":(2)1 = result-0 -> [result-1]}]}]>}

/// Other spellings that jaxlib reads, too.
// CHECK: @spelling_0() attributes {a = #sdy.mesh<["x"=2]>}
func.func private @spelling_0() attributes {a = #sdy.mesh<["x" = 2], device_ids=[0, 1]>}
// CHECK: @spelling_1() attributes {a = #sdy.sharding<@mesh, [{"x"}], replicated={"y"}, unreduced={"z"}>}
func.func private @spelling_1() attributes {a = #sdy<sharding<@mesh, [{"x"}], unreduced={"z"}, replicated={"y"}>>}
// CHECK: @spelling_2() attributes {a = #sdy.sharding_per_value<[<@mesh, [{}]>]>}
func.func private @spelling_2() attributes {a = #sdy.sharding_per_value<[#sdy.sharding<@mesh, [{}]>]>}
// CHECK: @spelling_3() attributes {a = #sdy.op_sharding_rule<([i])->([i])>}
func.func private @spelling_3() attributes {a = #sdy.op_sharding_rule<([i])->([i]){} reduction={}>}
