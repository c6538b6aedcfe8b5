// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLOTYPES_TD
#define DIALECTS_CHLO_IR_CHLOTYPES_TD

include "mlir/IR/CommonTypeConstraints.td"

// Element types, as StableHLO knows them.
def Chlo_Float : AnyTypeOf<[
  F4E2M1FN, F6E2M3FN, F6E3M2FN, F8E3M4, F8E4M3, F8E4M3FN, F8E4M3FNUZ,
  F8E4M3B11FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU, F16, BF16, F32, F64],
  "4/6/8/16/32/64-bit float">;
def Chlo_Complex : AnyTypeOf<[Complex<F32>, Complex<F64>],
  "complex of 32/64-bit float">;
def Chlo_Int : AnyTypeOf<[
  I<2>, I<4>, I8, I16, I32, I64, UI<2>, UI<4>, UI8, UI16, UI32, UI64],
  "2/4/8/16/32/64-bit signless or unsigned integer">;
def Chlo_Quantized : Type<
  CPred<"::llvm::isa<::mlir::quant::UniformQuantizedType, "
        "::mlir::quant::UniformQuantizedPerAxisType>($_self)">,
  "quantized integer">;

// Operands and results.
def Chlo_FloatTensor : TensorOf<[Chlo_Float]>;
def Chlo_ComplexTensor : TensorOf<[Chlo_Complex]>;
def Chlo_FloatOrComplexTensor : TensorOf<[Chlo_Float, Chlo_Complex]>;
def Chlo_RankedIntTensor : RankedTensorOf<[Chlo_Int]>;
def Chlo_BoolTensor : TensorOf<[I1]>;
def Chlo_RankedBoolTensor : RankedTensorOf<[I1]>;
def Chlo_BoolOrIntTensor : TensorOf<[I1, Chlo_Int]>;

defvar Chlo_AnyElement = [Chlo_Float, I1, Chlo_Int, Chlo_Complex, Chlo_Quantized];
def Chlo_AnyTensor : TensorOf<Chlo_AnyElement>;
def Chlo_AnyRankedTensor : RankedTensorOf<Chlo_AnyElement>;
def Chlo_AnyStaticTensor : StaticShapeTensorOf<Chlo_AnyElement>;

#endif // DIALECTS_CHLO_IR_CHLOTYPES_TD
