// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYOPS_TD
#define DIALECTS_SDY_IR_SDYOPS_TD

include "dialects/sdy/IR/SdyAttributes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sdy_Op<string mnemonic, string text, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits> {
  let summary = text;
}

def Sdy_MeshOp : Sdy_Op<"mesh", "a named mesh of the module",
    [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ConstantOp : Sdy_Op<"constant",
    "a constant that no pass merges with another, so that each use can be "
    "sharded on its own", [Pure, AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

// Shardings of values that already exist.
class Sdy_ShardedCopyOp<string mnemonic, string text, list<Trait> traits>
    : Sdy_Op<mnemonic, text, traits # [SameOperandsAndResultType]> {
  let arguments = (ins AnyType:$input, Sdy_TensorShardingAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}
// Not pure: without a use it still speaks about its input.
def Sdy_ShardingConstraintOp : Sdy_ShardedCopyOp<"sharding_constraint",
  "the user's constraint on how a tensor is spread", []>;
def Sdy_ReshardOp : Sdy_ShardedCopyOp<"reshard",
  "the tensor spread differently", [Pure]>;

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group",
    "makes a tensor be spread like all others of the same group"> {
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat =
    "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_PropagationBarrierOp : Sdy_Op<"propagation_barrier",
    "the tensor itself; shardings pass in the allowed direction only",
    [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins AnyRankedTensor:$input,
                       Sdy_PropagationDirectionAttr:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `allowed_direction` `` `=` `` "
    "$allowed_direction attr-dict `:` type($input)";
  let hasVerifier = 1;
}

// Not pure: they stand for a value that may have no other use.
def Sdy_DataFlowEdgeOp : Sdy_Op<"data_flow_edge",
    "the value of a loop or branch whose sources and targets are spread alike",
    [SameOperandsAndResultType]> {
  let arguments = (ins AnyShaped:$input,
                       OptionalAttr<Sdy_TensorShardingAttr>:$sharding);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$input (`sharding` `` `=` `` $sharding^)? attr-dict "
    "`:` type($result)";
  let hasVerifier = 1;
}
def Sdy_FuncDataFlowEdgeOp : Sdy_Op<"func_data_flow_edge",
    "an argument or result of a function, spread alike in callers and callee",
    [SameOperandsAndResultType]> {
  let arguments = (ins AnyShaped:$operand);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

// Regions.
def Sdy_ReturnOp : Sdy_Op<"return", "ends a region of this dialect",
    [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

class Sdy_RegionOp<string mnemonic, string text>
    : Sdy_Op<mnemonic, text,
             [IsolatedFromAbove, RecursiveMemoryEffects,
              SingleBlockImplicitTerminator<"ReturnOp">]> {
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}
def Sdy_ManualComputationOp : Sdy_RegionOp<"manual_computation",
    "a body that each device runs on its shards along the manual axes"> {
  let description = [{
    Operands and results are global tensors. The body sees them cut along the
    manual axes of their shardings and communicates by explicit collectives;
    along all other axes it still speaks of whole tensors.
  }];
  let arguments = (ins
    Variadic<AnyType>:$tensors, Sdy_TensorShardingPerValueAttr:$in_shardings,
    Sdy_TensorShardingPerValueAttr:$out_shardings,
    Sdy_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    `` `(` $tensors `)` `in_shardings` `` `=` `` custom<Shardings>($in_shardings)
    `out_shardings` `` `=` `` custom<Shardings>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes custom<Body>($body) attr-dict
    `:` functional-type($tensors, $results)
  }];
}
def Sdy_NamedComputationOp : Sdy_RegionOp<"named_computation",
    "a body with a name, as if it stood inline"> {
  let arguments = (ins
    StrAttr:$name, Variadic<AnyType>:$operands,
    OptionalAttr<Sdy_TensorShardingPerValueAttr>:$in_shardings,
    OptionalAttr<Sdy_TensorShardingPerValueAttr>:$out_shardings);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    `<` $name `>` `` `(` $operands `)`
    (`in_shardings` `` `=` `` custom<Shardings>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<Shardings>($out_shardings)^)?
    custom<Body>($body) attr-dict `:` functional-type($operands, $results)
  }];
}

// Communication. The type never changes; `out_sharding` says how the result is
// spread.
class Sdy_CollectiveOp<string mnemonic, string text, dag axes, string leading>
    : Sdy_Op<mnemonic, text, [Pure, SameOperandsAndResultType]> {
  let arguments = !con((ins AnyTensor:$tensor), axes,
                       (ins Sdy_TensorShardingAttr:$out_sharding));
  let results = (outs AnyTensor:$result);
  let assemblyFormat = leading # "$tensor `out_sharding` `` `=` `` "
    "$out_sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}
class Sdy_PerDimensionOp<string mnemonic, string text, string axes>
  : Sdy_CollectiveOp<mnemonic, text,
      !dag(ins, [Sdy_ListOfAxisRefListsAttr], [axes]), "$" # axes # " ">;
class Sdy_WholeTensorOp<string mnemonic, string text, string axes>
  : Sdy_CollectiveOp<mnemonic, text,
      !dag(ins, [Sdy_AxisRefListAttr], [axes]), "$" # axes # " ">;

def Sdy_AllGatherOp : Sdy_PerDimensionOp<"all_gather",
  "removes axes from the end of each dimension", "gathering_axes">;
def Sdy_AllSliceOp : Sdy_PerDimensionOp<"all_slice",
  "appends axes to each dimension", "slicing_axes">;
def Sdy_ReduceScatterOp : Sdy_PerDimensionOp<"reduce_scatter",
  "sums over unreduced axes and splits by them", "reduce_scatter_axes">;
def Sdy_ShardedToUnreducedOp : Sdy_PerDimensionOp<"sharded_to_unreduced",
  "removes axes from dimensions and calls them unreduced", "axes">;
def Sdy_AllReduceOp : Sdy_WholeTensorOp<"all_reduce",
  "sums over unreduced axes", "reduction_axes">;
def Sdy_ReplicatedToUnreducedOp : Sdy_WholeTensorOp<"replicated_to_unreduced",
  "calls replicated axes unreduced", "axes">;
def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all",
  "moves axes between dimensions", (ins Sdy_AllToAllParamListAttr:$params),
  "$params ">;
def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute",
  "replaces axes by others of the same size", (ins), "">;

#endif // DIALECTS_SDY_IR_SDYOPS_TD
