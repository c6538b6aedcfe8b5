// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Refusals.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/sdy/IR/Sdy.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

void Refusals::note(Diagnostic &diagnostic) {
  reasons[diagnostic.getLocation()] = diagnostic.str();
}

static bool isOfGraph(Operation *op) {
  return isa_and_nonnull<chlo::ChloDialect, sdy::SdyDialect, StablehloDialect>(
      op->getDialect());
}

LogicalResult Refusals::report(Operation *root) const {
  bool clean = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isOfGraph(op))
      return WalkResult::advance();
    InFlightDiagnostic error = op->emitError()
                               << "'" << op->getName()
                               << "' has no lowering to linalg";
    auto reason = reasons.find(op->getLoc());
    if (reason != reasons.end())
      error << ": " << reason->second;
    clean = false;
    return WalkResult::skip();
  });
  return success(clean);
}
