// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPINTERFACES_TD
#define DIALECTS_AMP_IR_AMPINTERFACES_TD

include "mlir/IR/Interfaces.td"

def Amp_ModelOp : OpInterface<"ModelOp"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    Facts about an op that its name does not tell. A dialect registers an
    external model for its ops (`include/amp/ModelOp.h` has an example); an op
    without one is described by its row in the op model alone.
  }];
  let methods = [
    InterfaceMethod<
      "Returns the class of this op: for ops like `linalg.generic`, whose name "
      "does not tell it.",
      "::mlir::amp::OpClass", "getOpClass", (ins), "",
      "return ::mlir::amp::OpClass::contraction;">,
    InterfaceMethod<
      "Returns batch, rows (M), columns (N) and depth (K) of a contraction "
      "whose operands are ranked; not called on others.",
      "::mlir::amp::ContractionShape", "getContractionShape", (ins)>,
    InterfaceMethod<
      "Adapts regions and attributes of the op after a change of operand and "
      "result types.",
      "void", "adoptTypes", (ins), "", "return;">,
    InterfaceMethod<
      "Returns the permission to round f32 operands of this contraction to "
      "TF32 (11 significant bits).",
      "::mlir::amp::Tf32", "getTf32", (ins), "",
      "return ::mlir::amp::Tf32::never;">,
    InterfaceMethod<
      "Forbids TF32; called on contractions that permit it unless refused.",
      "void", "refuseTf32", (ins), "", "return;">
  ];
}

def Amp_SharedDimsOp : OpInterface<"SharedDimsOp"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    Dimensions of operands and results that are equal: if the size of one
    changes, so does that of the other. For ops with attributes that relate
    dimensions (dimension numbers, indexing maps). A report uses them to find
    the dimensions that grow with the batch.
  }];
  let methods = [
    InterfaceMethod<
      "Returns pairs of dimensions, of ranked values only; not called on "
      "others.",
      "::llvm::SmallVector<::mlir::amp::SharedDim>", "getSharedDims", (ins)>
  ];
}

#endif // DIALECTS_AMP_IR_AMPINTERFACES_TD
