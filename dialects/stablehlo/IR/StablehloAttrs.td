// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOATTRS_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "dialects/stablehlo/IR/StablehloEnums.td"

class Stablehlo_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Stablehlo_Dims : ArrayRefParameter<"int64_t", "dimension numbers"> {
  let parser = "parseDims($_parser)";
  let printer = "printDims($_printer, $_self)";
}

/// Numbers of dimensions, printed as `name = value` pairs; empty lists and
/// zeros are left out and may come in any order.
class Stablehlo_DimNumbers<string name, string attrMnemonic>
    : Stablehlo_Attr<name, attrMnemonic> {
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_DotDimensionNumbers
    : Stablehlo_DimNumbers<"DotDimensionNumbers", "dot"> {
  let summary = "which dimensions dot_general batches and contracts";
  let parameters = (ins Stablehlo_Dims:$lhsBatchingDimensions,
      Stablehlo_Dims:$rhsBatchingDimensions,
      Stablehlo_Dims:$lhsContractingDimensions,
      Stablehlo_Dims:$rhsContractingDimensions);
}

def Stablehlo_GatherDimensionNumbers
    : Stablehlo_DimNumbers<"GatherDimensionNumbers", "gather"> {
  let summary = "how gather maps operand and indices to its result";
  let parameters = (ins Stablehlo_Dims:$offsetDims,
      Stablehlo_Dims:$collapsedSliceDims, Stablehlo_Dims:$operandBatchingDims,
      Stablehlo_Dims:$startIndicesBatchingDims, Stablehlo_Dims:$startIndexMap,
      "int64_t":$indexVectorDim);
}

def Stablehlo_ScatterDimensionNumbers
    : Stablehlo_DimNumbers<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how scatter maps updates and indices to its inputs";
  let parameters = (ins Stablehlo_Dims:$updateWindowDims,
      Stablehlo_Dims:$insertedWindowDims, Stablehlo_Dims:$inputBatchingDims,
      Stablehlo_Dims:$scatterIndicesBatchingDims,
      Stablehlo_Dims:$scatterDimsToOperandDims, "int64_t":$indexVectorDim);
}

def Stablehlo_ConvDimensionNumbers
    : Stablehlo_DimNumbers<"ConvDimensionNumbers", "conv"> {
  let summary = "layouts of a convolution, `[b, f, 0]x[o, i, 0]->[b, f, 0]`";
  let parameters = (ins "int64_t":$inputBatchDimension,
      "int64_t":$inputFeatureDimension, Stablehlo_Dims:$inputSpatialDimensions,
      "int64_t":$kernelInputFeatureDimension,
      "int64_t":$kernelOutputFeatureDimension,
      Stablehlo_Dims:$kernelSpatialDimensions,
      "int64_t":$outputBatchDimension, "int64_t":$outputFeatureDimension,
      Stablehlo_Dims:$outputSpatialDimensions);
  let genVerifyDecl = 1;
}

def Stablehlo_DotAlgorithm : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "arithmetic that dot_general must use";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType,
      "::mlir::Type":$rhsPrecisionType, "::mlir::Type":$accumulationType,
      "int64_t":$lhsComponentCount, "int64_t":$rhsComponentCount,
      "int64_t":$numPrimitiveOperations, "bool":$allowImpreciseAccumulation);
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhsPrecisionType
    `,` `rhs_precision_type` `=` $rhsPrecisionType
    `,` `accumulation_type` `=` $accumulationType
    `,` `lhs_component_count` `=` $lhsComponentCount
    `,` `rhs_component_count` `=` $rhsComponentCount
    `,` `num_primitive_operations` `=` $numPrimitiveOperations
    `,` `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`
  }];
}

def Stablehlo_ChannelHandle
    : Stablehlo_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "channel of a transfer or collective";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_OutputOperandAlias
    : Stablehlo_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a part of a custom call's result that shares an operand's memory";
  let parameters = (ins Stablehlo_Dims:$outputTupleIndices,
      "int64_t":$operandIndex, Stablehlo_Dims:$operandTupleIndices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $outputTupleIndices
    `,` `operand_index` `=` $operandIndex
    `,` `operand_tuple_indices` `=` $operandTupleIndices `>`
  }];
}

def Stablehlo_ResultAccuracy
    : Stablehlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "error that a transcendental op may make";
  let parameters = (ins APFloatParameter<"absolute">:$atol,
      APFloatParameter<"relative">:$rtol, "int64_t":$ulps,
      AttrParameter<"ResultAccuracyModeAttr", "mode">:$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  // The one constant that a default value of an op can be.
  let constBuilderCall =
      "::mlir::amp::stablehlo::ResultAccuracyAttr::getDefault($_builder.getContext())";
  let extraClassDeclaration = [{
    static ResultAccuracyAttr getDefault(::mlir::MLIRContext *context);
  }];
}

def Stablehlo_TypeExtensions : Stablehlo_Attr<"TypeExtensions", "bounds",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "upper bounds of a tensor's dynamic dimensions";
  let description = [{
    Encoding of a tensor type, one entry a dimension, `?` where there is none:
    `tensor<?x4xf32, #stablehlo.bounds<8, ?>>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOATTRS_TD
