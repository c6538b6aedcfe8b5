// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLODIALECT_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLODIALECT_TD

include "mlir/IR/DialectBase.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::mlir::amp::stablehlo";
  let summary = "our declaration of the public StableHLO specification";
  let description = [{
    Declares what the specification (1.17) says, with the text syntax that JAX
    prints. It parses, verifies and prints; it rewrites and folds nothing.
    Numbers such as (C3) in this folder cite a constraint of the section of
    the specification that carries the op's name.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// One per family of ops, each beside the definitions of that family.
    void addElementwiseOps();
    void addShapeOps();
    void addContractionOps();
    void addReductionOps();
    void addIndexingOps();
    void addControlFlowOps();
    void addCollectiveOps();
    void addMiscOps();
    void addAttributes();
    void addTypes();

    /// Attaches `amp::ModelOp` to the contractions.
    void registerOpAttributes();

    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLODIALECT_TD
