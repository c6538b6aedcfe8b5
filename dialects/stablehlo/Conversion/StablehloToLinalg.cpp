// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add %a, %b : tensor<4xf32>
//   ==>  %r = linalg.generic ins(%a, %b) outs(%empty) { arith.addf }
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Conversion.h"
#include "dialects/stablehlo/Conversion/LinalgTypes.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Refusals.h"
#include "dialects/stablehlo/Conversion/Shardings.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::stablehlo {
#define GEN_PASS_DEF_STABLEHLOTOLINALG
#include "dialects/stablehlo/Conversion/Passes.h.inc"
} // namespace mlir::amp::stablehlo

using namespace mlir;
using namespace mlir::amp::stablehlo;

static void populateFunctions(TypeConverter &types, ConversionTarget &target,
                              RewritePatternSet &patterns) {
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 types);
  populateCallOpTypeConversionPattern(patterns, types);
  populateReturnOpTypeConversionPattern(patterns, types);
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
    return types.isSignatureLegal(function.getFunctionType()) &&
           types.isLegal(&function.getBody());
  });
  target.addDynamicallyLegalDialect<func::FuncDialect>(
      [&](Operation *op) { return types.isLegal(op); });
}

static void populateOps(const TypeConverter &types,
                        RewritePatternSet &patterns) {
  populateBatchNorms(types, patterns);
  populateBitcasts(types, patterns);
  populateBroadcasts(types, patterns);
  populateCholesky(types, patterns);
  populateCollectives(types, patterns);
  populateConstants(types, patterns);
  populateControlFlow(types, patterns);
  populateConvolution(types, patterns);
  populateCustomCalls(types, patterns);
  populateDot(types, patterns);
  populateDynamicShapes(types, patterns);
  populateElementwise(types, patterns);
  populateEmpty(types, patterns);
  populateFft(types, patterns);
  populateGather(types, patterns);
  populateIdentities(types, patterns);
  populateOneHot(types, patterns);
  populatePads(types, patterns);
  populateReduce(types, patterns);
  populateReduceWindow(types, patterns);
  populateReshapes(types, patterns);
  populateRng(types, patterns);
  populateRngBitGenerator(types, patterns);
  populateScatter(types, patterns);
  populateSelectAndScatter(types, patterns);
  populateSlices(types, patterns);
  populateSort(types, patterns);
  populateTopK(types, patterns);
  populateTriangularSolve(types, patterns);
}

// Removes the casts that were created for values captured by bodies.
static void dropCastPairs(Operation *root) {
  SmallVector<UnrealizedConversionCastOp> casts;
  root->walk([&](UnrealizedConversionCastOp op) { casts.push_back(op); });
  reconcileUnrealizedCasts(casts);
}

/// Rejects another project's StableHLO dialect: its ops have other C++ classes.
static LogicalResult checkDialects(ModuleOp module) {
  MLIRContext *context = module.getContext();
  Dialect *loaded = context->getLoadedDialect("stablehlo");
  if (!loaded && !context->getLoadedDialect("chlo"))
    return success();
  if (loaded && loaded->getTypeID() == TypeID::get<StablehloDialect>())
    return success();
  return module.emitError("expects the StableHLO dialect of amp-opt, but got ")
         << (loaded ? "another dialect of that name" : "none");
}

namespace {
struct StablehloToLinalg
    : mlir::amp::stablehlo::impl::StablehloToLinalgBase<StablehloToLinalg> {
  using Base::Base;

  /// Custom calls of exporters are converted to chlo ops first.
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registry.insert<mlir::amp::chlo::ChloDialect>();
  }

  void runOnOperation() override {
    if (failed(checkDialects(getOperation())))
      return signalPassFailure();
    LinalgTypes types;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                           complex::ComplexDialect, linalg::LinalgDialect,
                           math::MathDialect, scf::SCFDialect,
                           tensor::TensorDialect>();
    target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
    populateFunctions(types, target, patterns);
    populateOps(types, patterns);
    // ops that no pattern converts stay legal, so that errors give the reason
    Refusals refusals(&getContext());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))) ||
        failed(refusals.report(getOperation())))
      return signalPassFailure();
    dropCastPairs(getOperation());
    dropShardings(getOperation());
  }
};
} // namespace
