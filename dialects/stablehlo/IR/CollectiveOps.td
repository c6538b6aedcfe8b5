// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Communication between processes. Effects are left unknown: no op may be
// dropped or merged on one process alone.
include "dialects/stablehlo/IR/StablehloBase.td"

class Stablehlo_CollectiveOp<string mnemonic, string text, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let summary = text;
  let hasVerifier = 1;
}

class Stablehlo_CollectiveRegionOp<string mnemonic, string text>
    : Stablehlo_Op<mnemonic, [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = text;
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

defvar Groups = (ins Stablehlo_ReplicaGroups:$replica_groups,
    OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
defvar GlobalIds = (ins UnitAttr:$use_global_device_ids);

def Stablehlo_AllGatherOp : Stablehlo_CollectiveOp<"all_gather",
    "the operands of a group, concatenated"> {
  let arguments = !con((ins Variadic<Stablehlo_Tensor>:$operands, I64Attr:$all_gather_dim),
      Groups, GlobalIds);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

def Stablehlo_AllReduceOp : Stablehlo_CollectiveRegionOp<"all_reduce",
    "the operands of a group, folded by a computation"> {
  let arguments = !con((ins Variadic<Stablehlo_Tensor>:$operands), Groups, GlobalIds);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

def Stablehlo_ReduceScatterOp : Stablehlo_CollectiveRegionOp<"reduce_scatter",
    "the operands of a group, folded, each process keeping its slice"> {
  let arguments = !con((ins Stablehlo_Tensor:$operand, I64Attr:$scatter_dimension),
      Groups, GlobalIds);
  let results = (outs Stablehlo_Tensor);
}

def Stablehlo_AllToAllOp : Stablehlo_CollectiveOp<"all_to_all",
    "slices exchanged within a group"> {
  let arguments = !con((ins Variadic<Stablehlo_Tensor>:$operands, I64Attr:$split_dimension,
      I64Attr:$concat_dimension, I64Attr:$split_count), Groups);
  let results = (outs Variadic<Stablehlo_Tensor>);
}

def Stablehlo_CollectivePermuteOp : Stablehlo_CollectiveOp<"collective_permute",
    "values sent along pairs of processes", [Stablehlo_OneType]> {
  let arguments = (ins Stablehlo_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
      OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
  let results = (outs Stablehlo_Tensor);
}

def Stablehlo_CollectiveBroadcastOp : Stablehlo_CollectiveOp<"collective_broadcast",
    "the operand of a group's first process", [Stablehlo_OneType]> {
  let arguments = !con((ins Stablehlo_Tensor:$operand), Groups);
  let results = (outs Stablehlo_Tensor);
}

def Stablehlo_CrossReplicaSumOp : Stablehlo_Op<"cross-replica-sum", [Stablehlo_OneType]> {
  let summary = "sum over a group (no longer in the specification)";
  let arguments = (ins Stablehlo_Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_AsyncStartOp : Stablehlo_Op<"async_start",
    [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "starts the one op of its body";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let results = (outs Stablehlo_Future);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def Stablehlo_AsyncDoneOp : Stablehlo_Op<"async_done"> {
  let summary = "waits for what async_start began";
  let arguments = (ins Stablehlo_Future:$operand);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let hasVerifier = 1;
}

class Stablehlo_ProcessIdOp<string mnemonic, string text> : Stablehlo_Op<mnemonic, [Pure]> {
  let summary = text;
  let results = (outs 0DTensorOf<[UI32]>);
  let assemblyFormat = "attr-dict `:` type(results)";
}
def Stablehlo_PartitionIdOp : Stablehlo_ProcessIdOp<"partition_id", "partition of this process">;
def Stablehlo_ReplicaIdOp : Stablehlo_ProcessIdOp<"replica_id", "replica of this process">;

defvar Transfer = (ins Stablehlo_ChannelHandle:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs);

def Stablehlo_SendOp : Stablehlo_CollectiveOp<"send", "values sent into a channel"> {
  let arguments = !con((ins Variadic<Stablehlo_AnyTensor>:$inputs, Stablehlo_Token:$token), Transfer);
  let results = (outs Stablehlo_Token);
}

def Stablehlo_RecvOp : Stablehlo_CollectiveOp<"recv", "values taken from a channel"> {
  let arguments = !con((ins Stablehlo_Token:$token), Transfer);
  let results = (outs Variadic<Stablehlo_Value>);
}

def Stablehlo_InfeedOp : Stablehlo_CollectiveOp<"infeed", "values taken from the infeed"> {
  let arguments = (ins Stablehlo_Token:$token,
      DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
      OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_Value>);
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed"> {
  let summary = "values given to the outfeed";
  let arguments = (ins Variadic<Stablehlo_AnyTensor>:$inputs, Stablehlo_Token:$token,
      DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Stablehlo_Token);
}
