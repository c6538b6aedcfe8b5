// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries each constant 1 as the seed: it is one if all that grows with it, once
// factors that do not matter are left out, are gradients of what is updated.
#include "amp/ScalingPasses.h"
#include "lib/OpModel/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/Degree.h"
#include "lib/Scaling/StatePairs.h"
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

/// One number everywhere, broadcast or not.
static bool isFactor(Value value) {
  Operation *op = value.getDefiningOp();
  while (isNamed(op, "stablehlo.broadcast_in_dim"))
    op = op->getOperand(0).getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

/// `x` of `c * x`, of `x * x` and of `(c * x) * x`.
static Value withoutFactors(Value value) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    if (!isNamed(op, "stablehlo.multiply"))
      return value;
    Value a = op->getOperand(0), b = op->getOperand(1);
    if (isFactor(a))
      value = b;
    else if (isFactor(b) || a == b)
      value = a;
    else
      return value;
  }
}

/// The arguments that `value` is the sum of, or the difference, up to factors.
static void findUpdated(Value value, Type type,
                        SmallVectorImpl<BlockArgument> &found) {
  Operation *op = value.getDefiningOp();
  if (!isNamed(op, "stablehlo.add") && !isNamed(op, "stablehlo.subtract"))
    return;
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(withoutFactors(operand));
        argument && argument.getType() == type)
      found.push_back(argument);
}

/// Counters: the arguments of this type that `value` is made from.
static void findCounted(Value value, Type type,
                        SmallVectorImpl<BlockArgument> &found) {
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (unsigned i = 0; i < reached.size() && i < 64; ++i) {
    auto argument = dyn_cast<BlockArgument>(reached[i]);
    if (argument && argument.getType() == type)
      found.push_back(argument);
    else if (Operation *op = reached[i].getDefiningOp())
      reached.insert(op->operand_begin(), op->operand_end());
  }
}

/// A loss, or another figure, is no state.
static bool isFigure(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && isFloat(type);
}

/// By names, else by updates; none if one may be of several, or of no argument.
static SmallVector<StatePair> findPairs(FunctionOpInterface function) {
  SmallVector<StatePair> pairs = listStatePairs(function);
  if (pairs.empty())
    pairs = pairByName(function);
  if (!pairs.empty())
    return pairs;
  llvm::SmallDenseSet<unsigned> taken;
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    SmallVector<BlockArgument> updated;
    Type type = operand.get().getType();
    (isFloat(type) ? findUpdated : findCounted)(operand.get(), type, updated);
    if (updated.empty() && isFigure(type))
      continue;
    if (updated.empty())
      return {};
    unsigned argument = updated.front().getArgNumber();
    if (updated.size() > 1 || !taken.insert(argument).second)
      return {};
    pairs.push_back({argument, operand.getOperandNumber(),
                     "argument " + std::to_string(argument)});
  }
  return pairs;
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
    if (!isOfState || !isInside || !degrees.of(gradient).degree.isOne())
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
    SmallVector<StatePair> pairs = findPairs(function);
    if (pairs.empty())
      return refuse(function) << "which result replaces which argument";
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
        return refuse(function) << "which of several ones is the seed";
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

  InFlightDiagnostic refuse(FunctionOpInterface function) {
    return function.emitError() << "cannot infer marks, so they have to be "
                                   "written: it is not clear ";
  }

  Operation *chosen = nullptr;
};
} // namespace
