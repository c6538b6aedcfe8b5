// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPINTERFACES_TD
#define DIALECTS_AMP_IR_AMPINTERFACES_TD

include "mlir/IR/Interfaces.td"

def Amp_ModelOp : OpInterface<"ModelOp"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    What the name of an op cannot tell the passes. A dialect registers an
    external model for its ops (`include/amp/ModelOp.h` shows how); an op
    without one is known by its row in the op model alone.
  }];
  let methods = [
    InterfaceMethod<
      "The class of this op: for ops like `linalg.generic`, whose name says "
      "nothing.",
      "::mlir::amp::OpClass", "getOpClass", (ins), "",
      "return ::mlir::amp::OpClass::contraction;">,
    InterfaceMethod<
      "Batch, rows, columns and depth of a contraction whose operands are "
      "ranked; not called on others.",
      "::mlir::amp::ContractionShape", "getContractionShape", (ins)>,
    InterfaceMethod<
      "Called after operand and result types have been changed: makes regions "
      "and attributes of the op agree with them.",
      "void", "adoptTypes", (ins), "", "return;">,
    InterfaceMethod<
      "Whether a GPU may cut f32 factors of this contraction to TF32 (11 "
      "significant bits).",
      "::mlir::amp::Tf32", "getTf32", (ins), "",
      "return ::mlir::amp::Tf32::never;">,
    InterfaceMethod<
      "Asks for f32; called where it is cut unless refused.",
      "void", "refuseTf32", (ins), "", "return;">
  ];
}

def Amp_SharedDimsOp : OpInterface<"SharedDimsOp"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    Which dimensions of operands and results are one: if the size of one
    changes, so does that of the other. For ops that say so in attributes of
    their own (dimension numbers, indexing maps). By them a report finds what
    grows with the batch.
  }];
  let methods = [
    InterfaceMethod<
      "Pairs of dimensions, of ranked values only; not called on others.",
      "::llvm::SmallVector<::mlir::amp::SharedDim>", "getSharedDims", (ins)>
  ];
}

#endif // DIALECTS_AMP_IR_AMPINTERFACES_TD
