// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYRULE_TD
#define DIALECTS_SDY_IR_SDYRULE_TD

include "dialects/sdy/IR/SdyMesh.td"
include "mlir/IR/EnumAttr.td"

def Sdy_DimMappingAttr : Sdy_Attr<"DimMapping", "dim_mapping",
    "the factors whose product is one dimension, as in `ij`"> {
  let description = [{
    Factors 0 to 17 are the letters i to z, the next ones z_1, z_2, ….
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factor_indices);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_TensorMappingAttr : Sdy_Attr<"TensorMapping", "tensor_mapping",
    "the factors of each dimension of a tensor, as in `[ij, k]`"> {
  let parameters =
    (ins OptionalArrayRefParameter<"DimMappingAttr">:$dim_mappings);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_OpShardingRuleAttr : Sdy_Attr<"OpShardingRule", "op_sharding_rule",
    "how an op splits, as in `<([i, k], [k, j])->([i, j]) {i=8, j=4, k=2} "
    "reduction={k}>`"> {
  let description = [{
    An index space with one factor per independent dimension. Shards of
    `reduction` factors are summed, `need_replication` ones must not be split,
    `permutation` ones exchange data, `blocked_propagation` ones pass no
    sharding on. A `custom` rule comes from a user.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$factor_sizes,
    OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
    OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
    OptionalArrayRefParameter<"int64_t">:$reduction_factors,
    OptionalArrayRefParameter<"int64_t">:$need_replication_factors,
    OptionalArrayRefParameter<"int64_t">:$permutation_factors,
    OptionalArrayRefParameter<"int64_t">:$blocked_propagation_factors,
    "bool":$is_custom_rule);
  let hasCustomAssemblyFormat = 1;
}

// Record of a propagation step, for debugging.
def Sdy_EdgeNodeType : I32Enum<"EdgeNodeType", "operand or result",
    [I32EnumCase<"operand", 0>, I32EnumCase<"result", 1>]> {
  let cppNamespace = "::mlir::amp::sdy";
}
def Sdy_EdgeValueRefAttr : Sdy_Attr<"EdgeValueRef", "edge_value_ref",
    "an operand or result of the op, as in `operand-0`"> {
  let parameters = (ins EnumParameter<Sdy_EdgeNodeType>:$type,
                        "int64_t":$index);
  let hasCustomAssemblyFormat = 1;
}
def Sdy_AxisToPropagationDetailsAttr
    : Sdy_Attr<"AxisToPropagationDetails", "axis_to_propagation_details",
               "where an axis went, as in `{\"x\" = operand-0 -> [result-0]}`"> {
  let parameters = (ins "AxisRefAttr":$axis_name, "EdgeValueRefAttr":$source,
                        ArrayRefParameter<"EdgeValueRefAttr">:$targets);
  let hasCustomAssemblyFormat = 1;
}
def Sdy_PropagationOneStepAttr
    : Sdy_Attr<"PropagationOneStep", "propagation_one_step",
               "what one step did, as in `{step-3 = […]}`"> {
  let parameters = (ins
    "int64_t":$step_index,
    ArrayRefParameter<"AxisToPropagationDetailsAttr">:$axis_entries);
  let hasCustomAssemblyFormat = 1;
}
def Sdy_PropagationEdgesAttr
    : ArrayOfAttr<Sdy_Dialect, "PropagationEdges", "propagation_edges",
                  "PropagationOneStepAttr"> {
  let summary = "what all steps did";
  let assemblyFormat = "`<` `[` (`]`) : ($value^ `]`)? `>`";
}

#endif // DIALECTS_SDY_IR_SDYRULE_TD
