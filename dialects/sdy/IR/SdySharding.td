// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYSHARDING_TD
#define DIALECTS_SDY_IR_SDYSHARDING_TD

include "dialects/sdy/IR/SdyMesh.td"
include "mlir/IR/CommonAttrConstraints.td"

def Sdy_DimensionShardingAttr
    : Sdy_Attr<"DimensionSharding", "dimension_sharding",
               "the axes that split one dimension, as in `{\"x\", ?}p1`"> {
  let description = [{
    Major axis first. `?` leaves the dimension open to more axes; `pN` is the
    priority (0 first) at which it takes part in propagation.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"AxisRefAttr">:$axes,
    "bool":$is_closed,
    OptionalParameter<"std::optional<int64_t>">:$priority);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_TensorShardingAttr : Sdy_Attr<"TensorSharding", "sharding",
    "how one tensor is spread, as in `<@mesh, [{\"x\"}, {?}]>`"> {
  let description = [{
    One entry per dimension over a mesh, named or written inline. Axes under
    `replicated={…}` must not split the tensor; along those under
    `unreduced={…}` the shards still have to be summed.
  }];
  let parameters = (ins
    "::mlir::Attribute":$mesh_or_ref,
    OptionalArrayRefParameter<"DimensionShardingAttr">:$dim_shardings,
    OptionalArrayRefParameter<"AxisRefAttr">:$replicated_axes,
    OptionalArrayRefParameter<"AxisRefAttr">:$unreduced_axes);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimShardings().size(); }
    /// The inline mesh, or the named one of the module around `op`, or null.
    MeshAttr getMesh(::mlir::Operation *op) const;
    /// All axes of the dimensions, replicated and unreduced, in this order.
    ::llvm::SmallVector<::llvm::ArrayRef<AxisRefAttr>> getAxisLists() const;
  }];
}

def Sdy_TensorShardingPerValueAttr
    : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value",
               "a sharding per operand or result"> {
  let parameters =
    (ins OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  let assemblyFormat = "`<` `[` (`]`) : ($shardings^ `]`)? `>`";
}

def Sdy_AllToAllParamAttr : Sdy_Attr<"AllToAllParam", "all_to_all_param",
    "axes that move between dimensions, as in `{\"x\"}: 0->1`"> {
  let parameters = (ins ArrayRefParameter<"AxisRefAttr">:$axes,
                        "int64_t":$src_dim, "int64_t":$tgt_dim);
  let assemblyFormat = "`` `{` $axes `}` `` `:` $src_dim `` `->` `` $tgt_dim";
}
def Sdy_AllToAllParamListAttr
    : ArrayOfAttr<Sdy_Dialect, "AllToAllParamList", "all_to_all_param_list",
                  "AllToAllParamAttr"> {
  let summary = "moves of axes, sorted by the dimension they leave";
}

#endif // DIALECTS_SDY_IR_SDYSHARDING_TD
