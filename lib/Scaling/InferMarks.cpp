// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries each constant 1 as the seed: it is one if all that grows with it, once
// factors that do not matter are left out, are gradients of what is updated.
#include "amp/ScalingPasses.h"
#include "lib/OpModel/Calls.h"
#include "lib/Scaling/Degree.h"
#include "lib/Scaling/InferStates.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_INFERMARKS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool isNamed(Operation *op, StringRef name) {
  return op && op->getName().getStringRef() == name;
}

static bool isOne(Operation *op) {
  auto value = op->getAttrOfType<SplatElementsAttr>("value");
  return isNamed(op, "stablehlo.constant") && value &&
         value.getType().getRank() == 0 && value.getElementType().isF32() &&
         value.getSplatValue<APFloat>().isExactlyValue(1.0);
}

/// The gradients of this seed, if it is one: each has the type of a state.
static SmallVector<Value> findGradients(const Step &step,
                                        ArrayRef<StatePair> pairs) {
  DegreeAnalysis degrees(step);
  FunctionOpInterface function = step.function;
  llvm::SetVector<Value> found;
  for (const Leak &leak : degrees.leaks) {
    Value gradient = withoutFactors(leak.op->getOperand(leak.operand));
    bool isOfState = llvm::any_of(pairs, [&](const StatePair &pair) {
      return function.getArgumentTypes()[pair.argument] == gradient.getType();
    });
    bool isInside =
        gradient.getParentBlock() == &function.getFunctionBody().front();
    if (!isOfState || !isInside || !degrees.of(gradient).degree.isScaled())
      return {};
    found.insert(gradient);
  }
  if (!degrees.calls.empty())
    return {};
  // What is a gradient times something is part of an update.
  SmallVector<Value> first;
  for (Value value : found) {
    Operation *op = value.getDefiningOp();
    bool isUpdate = (isNamed(op, "stablehlo.multiply") ||
                     isNamed(op, "stablehlo.divide")) &&
                    llvm::any_of(op->getOperands(), [&](Value operand) {
                      return found.contains(withoutFactors(operand));
                    });
    if (!isUpdate)
      first.push_back(value);
  }
  return first;
}

static void mark(FunctionOpInterface function, StringAttr group,
                 ArrayRef<Value> gradients, ArrayRef<StatePair> pairs) {
  OpBuilder builder(function.getContext());
  Operation *last = nullptr;
  for (Value gradient : gradients)
    if (Operation *op = gradient.getDefiningOp();
        op && (!last || last->isBeforeInBlock(op)))
      last = op;
  builder.setInsertionPointAfter(last);
  auto made = GradientsOp::create(builder, last->getLoc(),
                                  ValueRange(gradients).getTypes(), group,
                                  gradients, nullptr);
  for (auto [gradient, to] : llvm::zip_equal(gradients, made.getOutputs())) {
    Value from = gradient;
    from.replaceUsesWithIf(to, [&](OpOperand &use) {
      Operation *user =
          function.getFunctionBody().front().findAncestorOpInBlock(
              *use.getOwner());
      return made->isBeforeInBlock(user);
    });
  }
  markStates(function, pairs, group);
}

/// amp.seed "main" %0   ==>   composite "amp.seed" %0 {decomposition = …}
static void writeAsComposite(Operation *mark, SymbolTable &symbols) {
  OpBuilder builder(mark->getContext());
  StringRef name = mark->getName().getStringRef();
  Location loc = mark->getLoc();
  auto function = func::FuncOp::create(
      loc, name,
      builder.getFunctionType(mark->getOperandTypes(), mark->getResultTypes()));
  function.setPrivate();
  symbols.insert(function);
  builder.setInsertionPointToStart(function.addEntryBlock());
  func::ReturnOp::create(
      builder, loc,
      ValueRange(function.getArguments()).take_front(mark->getNumResults()));
  NamedAttrList said;
  for (StringRef attribute : {"group", "names"})
    if (Attribute value = mark->getAttr(attribute))
      said.set(attribute, value);
  builder.setInsertionPoint(mark);
  OperationState state(loc, "stablehlo.composite", mark->getOperands(),
                       mark->getResultTypes());
  state.addAttribute("name", builder.getStringAttr(name));
  state.addAttribute("composite_attributes",
                     said.getDictionary(mark->getContext()));
  state.addAttribute("decomposition", FlatSymbolRefAttr::get(function));
  state.addAttribute("version", builder.getI32IntegerAttr(1));
  mark->replaceAllUsesWith(builder.create(state));
  mark->erase();
}

namespace {
struct InferMarks : amp::impl::InferMarksBase<InferMarks> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(AmpDialect::appliedAttrName))
      return;
    SmallVector<FunctionOpInterface> functions;
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        functions.push_back(function);
    for (FunctionOpInterface function : functions)
      if (failed(infer(function)))
        return signalPassFailure();
  }

  LogicalResult infer(FunctionOpInterface function) {
    SymbolTable symbols(getOperation());
    bool isMarked = findStep(function, symbols).isMarked();
    getOperation().walk(
        [&](Operation *op) { isMarked |= !findMark(op).empty(); });
    if (isMarked)
      return success();
    OpOperand *unclear = nullptr;
    SmallVector<StatePair> pairs = inferPairs(function, unclear);
    if (pairs.empty())
      return refusePairs(function, unclear);
    auto group = StringAttr::get(&getContext(), "main");
    SmallVector<Operation *> ones;
    function.walk([&](Operation *op) {
      if (isOne(op) && op->getParentOp() == function)
        ones.push_back(op);
    });
    SmallVector<Value> gradients;
    chosen = nullptr;
    for (Operation *one : ones) {
      SmallVector<Value> found = tryAsSeed(one, function, symbols, pairs);
      if (found.empty())
        continue;
      if (chosen)
        return refuseSeeds(function, one);
      chosen = one;
      gradients = found;
    }
    if (!chosen)
      return refuse(function) << "where the backward pass starts";
    return finish(function, group, gradients, pairs);
  }

  /// Its gradients; none if it is no seed. Leaves the function as it was.
  static SmallVector<Value> tryAsSeed(Operation *one,
                                      FunctionOpInterface function,
                                      const SymbolTable &symbols,
                                      ArrayRef<StatePair> pairs) {
    SeedOp seed = addSeed(one);
    SmallVector<Value> found =
        findGradients(findStep(function, symbols), pairs);
    seed.getOutput().replaceAllUsesWith(one->getResult(0));
    seed.erase();
    return found;
  }

  static SeedOp addSeed(Operation *one) {
    OpBuilder builder(one->getContext());
    builder.setInsertionPointAfter(one);
    Value value = one->getResult(0);
    auto seed = SeedOp::create(builder, one->getLoc(), value.getType(),
                               builder.getStringAttr("main"), value);
    value.replaceAllUsesExcept(seed.getOutput(), seed);
    return seed;
  }

  LogicalResult finish(FunctionOpInterface function, StringAttr group,
                       ArrayRef<Value> gradients, ArrayRef<StatePair> pairs) {
    addSeed(chosen);
    mark(function, group, gradients, pairs);
    SmallVector<Operation *> marks;
    function.walk([&](Operation *op) {
      if (isa<SeedOp, GradientsOp, StateOp>(op))
        marks.push_back(op);
    });
    SymbolTable symbols(getOperation());
    for (Operation *op : marks)
      writeAsComposite(op, symbols);
    InFlightDiagnostic remark = function.emitRemark();
    remark << "inferred marks: " << gradients.size() << " gradients, "
           << pairs.size() << " states";
    remark.attachNote(chosen->getLoc()) << "the seed";
    return success();
  }

  LogicalResult refusePairs(FunctionOpInterface function, OpOperand *unclear) {
    InFlightDiagnostic error = refuse(function);
    error << "which result replaces which argument";
    if (unclear)
      error.attachNote(unclear->get().getLoc())
          << "result " << unclear->getOperandNumber()
          << " is no sum of one argument and something";
    return error;
  }

  LogicalResult refuseSeeds(FunctionOpInterface function, Operation *other) {
    InFlightDiagnostic error = refuse(function);
    error << "which of several ones is the seed";
    for (Operation *one : {chosen, other})
      error.attachNote(one->getLoc()) << "it may be this one";
    return error;
  }

  InFlightDiagnostic refuse(FunctionOpInterface function) {
    return function.emitError() << "cannot infer marks, so they have to be "
                                   "written: it is not clear ";
  }

  Operation *chosen = nullptr;
};
} // namespace
