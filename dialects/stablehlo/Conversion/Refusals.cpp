// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Refusals.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/sdy/IR/Sdy.h"
#include "dialects/stablehlo/IR/Stablehlo.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

LogicalResult mlir::amp::stablehlo::refuse(Operation *op, const Twine &reason) {
  emitRemark(op->getLoc()) << reason;
  return failure();
}

Refusals::Refusals(MLIRContext *context)
    : listener(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
          return failure();
        reasons[diagnostic.getLocation()] = diagnostic.str();
        return success();
      }) {}

static bool isOfGraph(Operation *op) {
  return isa_and_nonnull<chlo::ChloDialect, sdy::SdyDialect, StablehloDialect>(
      op->getDialect());
}

LogicalResult Refusals::report(Operation *root) const {
  bool clean = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isOfGraph(op))
      return WalkResult::advance();
    InFlightDiagnostic error = op->emitError() << "'" << op->getName()
                                               << "' has no lowering to linalg";
    auto reason = reasons.find(op->getLoc());
    if (reason != reasons.end())
      error << ": " << reason->second;
    clean = false;
    return WalkResult::skip();
  });
  return success(clean);
}
