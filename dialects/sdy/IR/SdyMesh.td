// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYMESH_TD
#define DIALECTS_SDY_IR_SDYMESH_TD

include "dialects/sdy/IR/SdyDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Sdy_Attr<string name, string attrMnemonic, string text>
    : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
  let summary = text;
}

def Sdy_MeshAxisAttr : Sdy_Attr<"MeshAxis", "mesh_axis",
    "a named axis of a mesh, as in `\"x\"=2`"> {
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let assemblyFormat = "`` $name `` `=` `` $size";
  let genVerifyDecl = 1;
}

def Sdy_MeshAttr : Sdy_Attr<"Mesh", "mesh",
    "devices in a grid, as in `<[\"x\"=2, \"y\"=4]>`"> {
  let description = [{
    Without `device_ids` devices are numbered in order, the last axis running
    fastest; that order is never written out. No axes and one id is a single
    device ("maximal"); no axes and no id leaves the mesh open.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"MeshAxisAttr">:$axes,
    OptionalArrayRefParameter<"int64_t">:$device_ids);
  let assemblyFormat = [{
    `<` `[` (`]`) : ($axes^ `]`)?
    (`,` `device_ids` `` `=` `` `[` $device_ids^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<MeshAxisAttr>":$axes,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$device_ids), [{
      return $_get($_ctxt, axes,
                   isInOrder(axes, device_ids) ? ::llvm::ArrayRef<int64_t>()
                                               : device_ids);
    }]>];
  let extraClassDeclaration = [{
    /// The axis of this name, or null.
    MeshAxisAttr getAxis(::llvm::StringRef name) const;
    bool isMaximal() const {
      return getAxes().empty() && !getDeviceIds().empty();
    }
    bool isOpen() const { return getAxes().empty() && getDeviceIds().empty(); }

  private:
    static bool isInOrder(::llvm::ArrayRef<MeshAxisAttr> axes,
                          ::llvm::ArrayRef<int64_t> deviceIds);

  public:
  }];
}

def Sdy_SubAxisInfoAttr : Sdy_Attr<"SubAxisInfo", "sub_axis_info",
    "a factor of an axis: `(m)k` has size k, and m devices-groups before it"> {
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def Sdy_AxisRefAttr : Sdy_Attr<"AxisRef", "axis_ref",
    "an axis or a factor of one, as in `\"x\"` and `\"x\":(2)4`"> {
  let parameters = (ins StringRefParameter<>:$name,
                        OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`` $name (`` `:` `` $sub_axis_info^)?";
  let extraClassDeclaration = [{
    int64_t getPreSize() const {
      return getSubAxisInfo() ? getSubAxisInfo().getPreSize() : 1;
    }
    /// The number of shards that this axis makes, in a mesh that has it.
    int64_t getSize(MeshAttr mesh) const {
      return getSubAxisInfo() ? getSubAxisInfo().getSize()
                              : mesh.getAxis(getName()).getSize();
    }
  }];
}

def Sdy_AxisRefListAttr
    : ArrayOfAttr<Sdy_Dialect, "AxisRefList", "axis_ref_list", "AxisRefAttr"> {
  let summary = "axes, as in `{\"x\", \"y\"}`";
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
}
def Sdy_ListOfAxisRefListsAttr
    : ArrayOfAttr<Sdy_Dialect, "ListOfAxisRefLists", "list_of_axis_ref_lists",
                  "AxisRefListAttr"> {
  let summary = "axes for each dimension, as in `[{\"x\"}, {}]`";
}
def Sdy_ManualAxesAttr
    : ArrayOfAttr<Sdy_Dialect, "ManualAxes", "manual_axes", "StringAttr"> {
  let summary = "names of whole axes, as in `{\"x\", \"y\"}`";
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
}

#endif // DIALECTS_SDY_IR_SDYMESH_TD
