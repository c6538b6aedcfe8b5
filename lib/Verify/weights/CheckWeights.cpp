// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares a marked f32 step with a rewrite to threshold weights. Emits an
// error if they differ in more than the integers that replace the weights.
//
// The arithmetic is evaluated at sample points, so that its form does not
// matter. The rest of both programs is compared backwards from the results and
// from ops with side effects.
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/Verify/AlikeOps.h"
#include "lib/Verify/RecordedModule.h"
#include "lib/Verify/weights/EffectSearch.h"
#include "lib/Verify/weights/WeightRules.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKWEIGHTS
#define GEN_PASS_DEF_RECORDWEIGHTS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
/// Comparison of one public function in both programs, backwards.
class Comparison {
public:
  Comparison(FunctionOpInterface in, FunctionOpInterface out,
             MutableArrayRef<Weight> weights, const WeightRules &rules,
             bool isDevice)
      : in(in), out(out), weights(weights), rules(rules), isDevice(isDevice),
        symbols(in->getParentOfType<ModuleOp>()) {}

  LogicalResult run();

private:
  /// Value of the marked program and its counterpart. In the operands of a
  /// weight's sum, the accumulator corresponds to the old weight.
  struct Pair {
    Value in, out;
    const Weight *sum;
  };

  void push(Value a, Value b, const Weight *sum) {
    if (done.insert({{a, b}, sum}).second)
      work.push_back({a, b, sum});
  }
  bool enterCall(Pair pair);
  const Weight *findWeight(Value argument);
  bool isRead(Weight &weight, Value value);
  bool isWeightRead(Pair pair);
  LogicalResult compareStates(StateOp a, StateOp b);
  LogicalResult compareEffects();
  SmallVector<Operation *> listInlined(Operation *call);
  LogicalResult compareOps(Pair pair);
  LogicalResult compareOne(Pair pair);
  LogicalResult differ(Pair pair);

  FunctionOpInterface in, out;
  MutableArrayRef<Weight> weights;
  const WeightRules &rules;
  bool isDevice;
  SymbolTable symbols;
  EffectSearch effects;
  SmallVector<Pair> work;
  llvm::DenseSet<std::pair<std::pair<Value, Value>, const Weight *>> done;
  llvm::DenseSet<std::pair<Operation *, Operation *>> states;
};
} // namespace

LogicalResult Comparison::differ(Pair pair) {
  InFlightDiagnostic error = emitError(pair.out.getLoc());
  error << "breaks \"only weights become integers\": a value has another "
           "counterpart";
  error.attachNote(pair.in.getLoc()) << "this one";
  return error;
}

const Weight *Comparison::findWeight(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &in.getFunctionBody().front())
    return nullptr;
  const Weight *found = llvm::find_if(weights, [&](const Weight &weight) {
    return weight.arguments[Weight::stored].getArgNumber() ==
           argument.getArgNumber();
  });
  return found == weights.end() ? nullptr : found;
}

/// Returns true if `value` is a read of the old weight.
bool Comparison::isRead(Weight &weight, Value value) {
  if (llvm::is_contained(weight.reads, value))
    return true;
  SmallVector<Value, 3> states = {weight.arguments[Weight::stored],
                                  weight.arguments[Weight::scale]};
  if (isDevice)
    states.push_back(weight.arguments[Weight::age]);
  if (!rules.isWeight(weight, value, states, /*isNoisy=*/true,
                      /*byChannel=*/false))
    return false;
  weight.reads.push_back(value);
  return true;
}

/// Returns true if the pair is an f32 weight that states represent.
bool Comparison::isWeightRead(Pair pair) {
  auto isNext = [&](Weight &weight, auto get) {
    SmallVector<Value, 3> states = {get(Weight::stored), get(Weight::scale)};
    if (isDevice)
      states.push_back(get(Weight::age));
    if (!rules.isWeight(weight, pair.out, states, /*isNoisy=*/false,
                        /*byChannel=*/false))
      return false;
    weight.nextReads.push_back({pair.out, states});
    return true;
  };
  for (Weight &weight : weights) {
    Value old = in.getArgument(weight.arguments[Weight::stored].getArgNumber());
    if (pair.in == old)
      return isRead(weight, pair.out) ||
             (pair.sum == &weight && pair.out == weight.arguments[Weight::chi]);
    auto result = dyn_cast<OpResult>(pair.in);
    auto mark = result ? dyn_cast<StateOp>(result.getOwner()) : StateOp();
    if (mark && mark.getOld()[result.getResultNumber()] == old)
      return isNext(weight, [&](auto s) { return weight.returned(s); });
    for (Operation *user : pair.in.getUsers())
      if (auto state = dyn_cast<StateOp>(user))
        for (auto [value, before] :
             llvm::zip_equal(state.getValues(), state.getOld()))
          if (value == pair.in && before == old &&
              isNext(weight, [&](auto s) { return weight.next(s); }))
            return true;
  }
  return false;
}

/// Compares the states that both marks have. Integers correspond to weights.
LogicalResult Comparison::compareStates(StateOp a, StateOp b) {
  if (!states.insert({a, b}).second)
    return success();
  if (a.getGroup() != b.getGroup() || a->getNumResults() > b->getNumResults())
    return differ({a->getResult(0), b->getResult(0), nullptr});
  for (unsigned i = 0; i < a->getNumResults(); ++i) {
    const Weight *weight = findWeight(a.getOld()[i]);
    if (!weight) {
      push(a.getValues()[i], b.getValues()[i], nullptr);
      push(a.getOld()[i], b.getOld()[i], nullptr);
      continue;
    }
    if (weight->mark != b || weight->numbers[Weight::stored] != i)
      return differ({a->getResult(i), b->getResult(i), nullptr});
    push(a.getValues()[i], weight->sum, weight);
  }
  return success();
}

/// Inlines a call in the copy of the marked program, as the rewrite did.
bool Comparison::enterCall(Pair pair) {
  Operation *call = pair.in.getDefiningOp();
  FunctionOpInterface callee =
      call ? findCallee(call, symbols) : FunctionOpInterface();
  Operation *other = pair.out.getDefiningOp();
  if (!callee || (other && findCallee(other) == callee.getNameAttr()) ||
      !callee.getFunctionBody().hasOneBlock())
    return false;
  OpBuilder builder(call);
  unsigned number = cast<OpResult>(pair.in).getResultNumber();
  push(cloneBody(callee, call->getOperands(), builder)[number], pair.out,
       pair.sum);
  return true;
}

/// Inlines a call in the copy of the marked program. Returns the clones with
/// effects; none if the callee cannot be inlined.
SmallVector<Operation *> Comparison::listInlined(Operation *call) {
  FunctionOpInterface callee = findCallee(call, symbols);
  if (!callee || !callee.getFunctionBody().hasOneBlock())
    return {};
  OpBuilder builder(call);
  Operation *first = call->getPrevNode();
  cloneBody(callee, call->getOperands(), builder);
  Block::iterator begin =
      first ? std::next(first->getIterator()) : call->getBlock()->begin();
  return effects.list(begin, call->getIterator());
}

LogicalResult Comparison::compareOps(Pair pair) {
  auto a = dyn_cast<OpResult>(pair.in), b = dyn_cast<OpResult>(pair.out);
  if (!a || !b || a.getResultNumber() != b.getResultNumber() ||
      a.getType() != b.getType())
    return differ(pair);
  auto pushUse = [&](Value x, Value y) { push(x, y, pair.sum); };
  return areAlike(a.getOwner(), b.getOwner(), pushUse) ? success()
                                                       : differ(pair);
}

LogicalResult Comparison::compareOne(Pair pair) {
  if (isWeightRead(pair))
    return success();
  if (auto argument = dyn_cast<BlockArgument>(pair.in)) {
    auto other = dyn_cast<BlockArgument>(pair.out);
    bool isSame = other && !findWeight(argument) &&
                  argument.getArgNumber() == other.getArgNumber() &&
                  argument.getType() == other.getType();
    return isSame ? success() : differ(pair);
  }
  if (enterCall(pair))
    return success();
  auto a = pair.in.getDefiningOp<StateOp>();
  auto b = pair.out.getDefiningOp<StateOp>();
  if (!a || !b)
    return compareOps(pair);
  if (cast<OpResult>(pair.in).getResultNumber() !=
      cast<OpResult>(pair.out).getResultNumber())
    return differ(pair);
  return compareStates(a, b);
}

/// Pairs ops with side effects, which have the same order in both programs.
/// Inlines calls that the rewrite inlined.
LogicalResult Comparison::compareEffects() {
  Block &before = in.getFunctionBody().front();
  Block &after = out.getFunctionBody().front();
  SmallVector<Operation *> a = effects.list(before.begin(), before.end());
  SmallVector<Operation *> b = effects.list(after.begin(), after.end());
  auto refuse =
      [&](Operation *at) {
        return at->emitError()
               << "breaks \"only weights become integers\": expects "
                  "the ops with side effects of the f32 step";
      };
  std::reverse(a.begin(), a.end());
  for (Operation *other : b) {
    while (!a.empty() && findCallee(a.back()) != findCallee(other) &&
           findCallee(a.back())) {
      Operation *call = a.pop_back_val();
      SmallVector<Operation *> inlined = listInlined(call);
      a.append(inlined.rbegin(), inlined.rend());
    }
    auto pushUse = [&](Value x, Value y) { push(x, y, nullptr); };
    if (a.empty() || !areAlike(a.pop_back_val(), other, pushUse))
      return refuse(other);
  }
  return a.empty() ? success() : refuse(after.getTerminator());
}

LogicalResult Comparison::run() {
  Operation *a = in.getFunctionBody().front().getTerminator();
  Operation *b = out.getFunctionBody().front().getTerminator();
  if (b->getNumOperands() < a->getNumOperands() ||
      out.getNumArguments() < in.getNumArguments())
    return out.emitError() << "breaks \"arguments and results are only "
                              "appended\": expects those of "
                           << in.getFunctionType() << " first, but got "
                           << out.getFunctionType();
  for (unsigned i = 0; i < a->getNumOperands(); ++i) {
    Value x = a->getOperand(i), y = b->getOperand(i);
    // The integer is returned in the place of the weight.
    auto mark = x.getDefiningOp<StateOp>();
    auto other = y.getDefiningOp<StateOp>();
    if (mark && other &&
        cast<OpResult>(x).getResultNumber() ==
            cast<OpResult>(y).getResultNumber() &&
        findWeight(mark.getOld()[cast<OpResult>(x).getResultNumber()])) {
      if (failed(compareStates(mark, other)))
        return failure();
      continue;
    }
    push(x, y, nullptr);
  }
  if (failed(compareEffects()))
    return failure();
  while (!work.empty())
    if (failed(compareOne(work.pop_back_val())))
      return failure();
  return success();
}

static LogicalResult checkFunction(FunctionOpInterface in,
                                   FunctionOpInterface out,
                                   const WeightOption &option) {
  FailureOr<SmallVector<Weight, 0>> weights =
      findWeights(out, option.device.has_value());
  if (failed(weights))
    return failure();
  WeightRules rules(out, option);
  if (failed(Comparison(in, out, *weights, rules, option.device.has_value())
                 .run()))
    return failure();
  if (weights->empty())
    return success();
  for (Weight &weight : *weights)
    if (failed(rules.checkChannels(weight)) || failed(rules.checkMove(weight)))
      return failure();
  if (failed(rules.checkShared(*weights)))
    return failure();
  for (const Weight &weight : *weights)
    if (failed(rules.checkMoved(weight)) || failed(rules.checkFirst(weight)) ||
        failed(rules.checkReader(weight)))
      return failure();
  return success();
}

/// Returns the functions of `module` that contain marks, directly or in
/// callees.
static llvm::SmallPtrSet<Operation *, 8> findMarked(ModuleOp module) {
  return findHolders(listMarkOps(module), findCalls(module));
}

/// Checks that functions without marks are equal to those of the f32 step.
static LogicalResult
checkCallees(ModuleOp before, ModuleOp after,
             const llvm::SmallPtrSetImpl<Operation *> &marked) {
  SymbolTable symbols(after);
  for (auto in : before.getOps<FunctionOpInterface>()) {
    auto out = symbols.lookup<FunctionOpInterface>(in.getNameAttr());
    if (!out || marked.contains(in))
      continue;
    if (!OperationEquivalence::isEquivalentTo(
            in, out, OperationEquivalence::IgnoreLocations))
      return out.emitError() << "breaks \"only weights become integers\": "
                                "expects the function '"
                             << in.getName() << "' of the f32 step";
  }
  return success();
}

/// Inlines functions with marks, as the rewrite must, so that regions with such
/// calls can be compared.
static void inlineMarked(ModuleOp module,
                         const llvm::SmallPtrSetImpl<Operation *> &marked) {
  SymbolTable symbols(module);
  for (unsigned depth = 0; depth < marked.size(); ++depth) {
    SmallVector<std::pair<Operation *, FunctionOpInterface>> calls;
    module.walk([&](Operation *op) {
      FunctionOpInterface callee = findCallee(op, symbols);
      if (callee && marked.contains(callee) &&
          callee.getFunctionBody().hasOneBlock() &&
          !callee->isProperAncestor(op))
        calls.push_back({op, callee});
    });
    for (auto [call, callee] : calls) {
      OpBuilder builder(call);
      call->replaceAllUsesWith(cloneBody(callee, call->getOperands(), builder));
      call->erase();
    }
  }
}

/// `before` is a copy, so that its calls can be inlined as the rewrite did.
static LogicalResult checkWeights(ModuleOp before, ModuleOp after) {
  auto text = after->getAttrOfType<StringAttr>("amp.threshold");
  if (!text || before->hasAttr("amp.threshold"))
    return success();
  FailureOr<WeightOption> option = readOption(text.getValue(), after);
  if (failed(option))
    return failure();
  llvm::SmallPtrSet<Operation *, 8> marked = findMarked(before);
  if (failed(checkCallees(before, after, marked)))
    return failure();
  inlineMarked(before, marked);
  SymbolTable symbols(after);
  for (auto in : before.getOps<FunctionOpInterface>()) {
    auto out = symbols.lookup<FunctionOpInterface>(in.getNameAttr());
    if (!in.isPublic())
      continue;
    if (!out)
      return after.emitError() << "breaks \"only weights become integers\": "
                                  "expects the function '"
                               << in.getName() << "' of the f32 step";
    if (in.getFunctionBody().hasOneBlock() &&
        failed(checkFunction(in, out, *option)))
      return failure();
  }
  return success();
}

namespace {
struct RecordWeights : amp::impl::RecordWeightsBase<RecordWeights> {
  using Base::Base;

  void runOnOperation() override {
    getAnalysis<RecordedModule<RecordWeights>>();
    markAllAnalysesPreserved();
  }
};

struct CheckWeights : amp::impl::CheckWeightsBase<CheckWeights> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(checkRecorded(
            input, getCachedAnalysis<RecordedModule<RecordWeights>>(),
            getOperation(),
            "expects a record of the f32 step; run amp-record-weights first, "
            "or name the step's file",
            checkWeights)))
      signalPassFailure();
  }
};
} // namespace
