// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOMESHATTRS_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOMESHATTRS_TD

include "mlir/IR/BuiltinAttributes.td"
include "dialects/stablehlo/IR/StablehloAttrs.td"

def Stablehlo_SubAxisInfo : Stablehlo_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "a part of a mesh axis: `(pre_size)size`";
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
  let assemblyFormat = "`(` $preSize `` `)` `` $size";
}

def Stablehlo_AxisRef : Stablehlo_Attr<"AxisRef", "axis_ref"> {
  let summary = "a mesh axis by name, or a part of it";
  let parameters = (ins StringRefParameter<>:$name,
      OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_MeshAxis : Stablehlo_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "name and size of a mesh axis";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_Mesh : Stablehlo_Attr<"Mesh", "mesh"> {
  let summary = "axes of a device mesh, and the devices where not in order";
  let parameters = (ins ArrayRefParameter<"MeshAxisAttr">:$axes,
      OptionalParameter<"::mlir::DenseIntElementsAttr">:$deviceIds);
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]`
    (`,` `device_ids` `` `=` `` $deviceIds^)? `>`
  }];
}

def Stablehlo_ReplicaGroupMeshAxes
    : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "replica groups said by mesh axes";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` `mesh` `=` $mesh `,` `axes` `=` $axes `>`";
  let genVerifyDecl = 1;
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOMESHATTRS_TD
