// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/tm_tensor/IR/TmTensor.h"

#include "dialects/tm_tensor/IR/TmTensorDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/tm_tensor/IR/TmTensorOps.cpp.inc"

using namespace mlir;
using namespace mlir::amp::tm_tensor;

void TmTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/tm_tensor/IR/TmTensorOps.cpp.inc"
      >();
  allowUnknownOperations(getContext()->allowsUnregisteredDialects());
}

/// Verifies that the result types are the types of the outputs.
template <typename OpT> static LogicalResult verifyResults(OpT op) {
  TypeRange wanted = op.getOutputs().getTypes();
  if (wanted == op->getResultTypes())
    return success();
  return op.emitOpError("expects results of the types of its outs, ")
         << wanted << ", but got " << op->getResultTypes();
}

LogicalResult AttentionOp::verify() { return verifyResults(*this); }
LogicalResult ScanOp::verify() { return verifyResults(*this); }
LogicalResult ScatterOp::verify() { return verifyResults(*this); }
LogicalResult SortOp::verify() { return verifyResults(*this); }
LogicalResult TopkOp::verify() { return verifyResults(*this); }
