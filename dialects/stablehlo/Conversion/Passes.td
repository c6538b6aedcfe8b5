// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_PASSES_TD
#define DIALECTS_STABLEHLO_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def StablehloToLinalg : Pass<"stablehlo-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lowers StableHLO and CHLO to linalg on tensors";
  let description = [{
    Takes a module of StableHLO and CHLO ops, functions and calls. Leaves
    linalg, tensor, arith, math, complex, scf and cf on tensors, with integers
    that have no sign in their type. Meant for one device: collectives are those
    of a single replica. Every op computes in the types that it names: a 16-bit
    op rounds once, contractions of 8- and 16-bit floats sum in f32, and the
    order of a reduction is the only freedom that is taken.

    Refuses, by name and location, what has no lowering.

    See test/dialects/stablehlo/Conversion.
  }];
  // Not of StableHLO: MLIR would stop a compiler with its own copy of it.
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // DIALECTS_STABLEHLO_CONVERSION_PASSES_TD
