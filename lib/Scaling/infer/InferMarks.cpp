// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step without marks   ==>   the same step with composites "amp.seed",
//                              "amp.gradients", "amp.state" and "amp.loss"
//
// The program is one dataflow graph without calls (StepGraph). Results carry
// arguments (Updates). The terms of these updates are gradients if
// units-of-measure inference (DegreeSystem) finds literals that scale them;
// these literals are the seeds. Results are then paired with arguments
// (States), and the degree analysis of amp-scale-loss places the marks
// (MarkWriter).
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/infer/Roles.h"
#include "lib/Scaling/infer/Table.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_INFERMARKS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
struct InferMarks : amp::impl::InferMarksBase<InferMarks> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(AmpDialect::appliedAttrName) || isMarked())
      return;
    SmallVector<FunctionOpInterface> functions;
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        functions.push_back(function);
    for (FunctionOpInterface function : functions)
      if (failed(infer(function)))
        return signalPassFailure();
  }

  bool isMarked() {
    return getOperation()
        .walk([](Operation *op) {
          return findMark(op).empty() ? WalkResult::advance()
                                      : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  /// Repeats the inference after inlining calls whose callees need marks.
  LogicalResult infer(FunctionOpInterface function) {
    for (;;) {
      SymbolTable symbols(getOperation());
      SmallVector<Operation *> calls;
      if (failed(inferOnce(function, symbols, calls)))
        return failure();
      if (calls.empty())
        return success();
      if (failed(Inliner(symbols).inlineCalls(calls)))
        return failure();
    }
  }

  LogicalResult inferOnce(FunctionOpInterface function, SymbolTable &symbols,
                          SmallVectorImpl<Operation *> &calls) {
    StepGraph graph(function, symbols);
    OpDegrees degrees(function, symbols);
    Inference found = inferMarks(graph, degrees, listKnownPairs(function));
    if (found.kind == ProgramKind::noTraining) {
      emitRemark(locationOf(function))
          << "'" << function.getName()
          << "' is no training step and no gradient function: " << found.reason;
      return success();
    }
    if (found.ambiguity)
      return refuse(function, *found.ambiguity,
                    found.ambiguity->where
                        ? graph.locOf(*found.ambiguity->where)
                        : locationOf(function));
    MarkWriter writer(graph, found, symbols);
    writer.markGradients();
    if (writer.ambiguity)
      return refuse(function, *writer.ambiguity,
                    writer.doubtOp ? writer.doubtOp->getLoc()
                                   : locationOf(function));
    calls.assign(writer.calls.begin(), writer.calls.end());
    if (!calls.empty())
      return success();
    std::string table = formatTable(graph, found, writer.gradientNumbers);
    Location where = writer.seeds.front().getLoc();
    eraseRoles(function);
    writer.markRest();
    if (writer.ambiguity)
      return refuse(function, *writer.ambiguity,
                    writer.doubtOp ? writer.doubtOp->getLoc() : where);
    writeAsComposites(function, symbols);
    emitRemark(where) << table;
    return success();
  }

  static SmallVector<StatePair> listKnownPairs(FunctionOpInterface function) {
    SmallVector<StatePair> pairs = listStatePairs(function);
    return pairs.empty() ? pairByName(function) : pairs;
  }

  static LogicalResult refuse(FunctionOpInterface function,
                              const Ambiguity &ambiguity, Location where) {
    return emitError(where) << "cannot infer the marks of '"
                            << function.getName() << "': " << ambiguity.reason
                            << "; decide by " << ambiguity.attribute;
  }
};
} // namespace
