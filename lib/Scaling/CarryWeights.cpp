// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w: f32) -> f32 { convert %w : f32 to bf16 … return %new }
//   ==>   func @main(%w: f32, %low: bf16) -> (f32, bf16) {
//           … return %new, convert %new }   // the step casts no weights
#include "amp/ScalingPasses.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/RegionArguments.h"
#include "lib/Scaling/RegionThreading.h"
#include "lib/Scaling/states/Signature.h"
#include "lib/Scaling/states/StatePairs.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CARRYWEIGHTS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral keepAttrName = "amp.keep";

namespace {
/// Parameter that the step casts to a low-precision type.
struct Weight {
  StatePair pair;
  Type type;
  SmallVector<Operation *> casts;
};
} // namespace

static bool isLow(Type type) {
  return elementOf(type).isF16() || elementOf(type).isBF16();
}

static Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
  return GraphBuilder(builder, loc)
      .create("convert", type, value)
      ->getResult(0);
}

/// Collects the casts of parameters to 16-bit types, by argument and type.
static SmallVector<Weight> findWeights(FunctionOpInterface function,
                                       ArrayRef<StatePair> pairs) {
  llvm::MapVector<std::pair<unsigned, Type>, Weight> weights;
  function.walk([&](Operation *op) {
    if (!isHlo(op, OpKind::convert) ||
        !elementOf(op->getOperand(0).getType()).isF32() ||
        !isLow(op->getResult(0).getType()))
      return;
    BlockArgument argument =
        findArgument(op->getOperand(0), function, /*always=*/true);
    const StatePair *pair = llvm::find_if(pairs, [&](const StatePair &p) {
      return argument && p.argument == argument.getArgNumber();
    });
    if (pair == pairs.end())
      return;
    Type element = elementOf(op->getResult(0).getType());
    Type type = isa<ShapedType>(argument.getType())
                    ? cast<ShapedType>(argument.getType()).clone(element)
                    : element;
    Weight &weight = weights[{pair->argument, type}];
    weight.pair = *pair;
    weight.type = type;
    weight.casts.push_back(op);
  });
  return llvm::map_to_vector(weights.takeVector(),
                             [](auto &entry) { return entry.second; });
}

/// Replaces the casts by `low`, threaded into the block of each cast.
static void replaceCasts(Weight &weight, Value low, Value wide, Block *entry) {
  RegionThreading threads;
  llvm::DenseMap<Block *, Value> seen;
  for (Operation *cast : weight.casts) {
    Block *block = cast->getBlock();
    Value &value = seen[block];
    if (!value)
      value = threads.into(low, entry, block, wide);
    cast->getResult(0).replaceAllUsesWith(value);
    cast->erase();
  }
}

/// Copies the attributes that place a value on devices to its low-precision
/// copy.
static void copySharding(DictionaryAttr from, NamedAttrList &to) {
  for (StringRef name : shardingNames)
    if (Attribute sharding = from ? from.get(name) : nullptr)
      to.set(name, sharding);
}

static std::string shadowName(const Weight &weight) {
  std::string name = weight.pair.name + ".";
  llvm::raw_string_ostream(name) << elementOf(weight.type);
  return name;
}

static DictionaryAttr describe(const Weight &weight, DictionaryAttr like,
                               bool isResult) {
  MLIRContext *context = weight.type.getContext();
  Builder builder(context);
  NamedAttrList attributes;
  StringAttr name = builder.getStringAttr(shadowName(weight));
  attributes.set(AmpDialect::roleAttrName, builder.getStringAttr("shadow"));
  attributes.set(stateAttrName, name);
  if (isResult)
    attributes.set(infoAttrName, name);
  copySharding(like, attributes);
  return attributes.getDictionary(context);
}

/// Keeps the f32 parameter and adds its low-precision copy as a carried state.
static LogicalResult addShadow(FunctionOpInterface function, Weight &weight) {
  unsigned number = function.getNumArguments();
  auto [argument, result, name] = weight.pair;
  if (failed(function.insertArgument(
          number, weight.type,
          describe(weight, function.getArgAttrDict(argument), false),
          function.getArgument(argument).getLoc())))
    return failure();
  Block *entry = &function.getFunctionBody().front();
  replaceCasts(weight, function.getArgument(number),
               function.getArgument(argument), entry);
  Operation *end = entry->getTerminator();
  OpBuilder builder(end);
  Value updated = end->getOperand(result);
  return appendResult(
      function, convert(builder, updated.getLoc(), updated, weight.type),
      describe(weight, function.getResultAttrDict(result), true));
}

/// Stores the parameter itself in low precision; f32 users get a widening cast.
static void makeLow(FunctionOpInterface function, Weight &weight) {
  Block *entry = &function.getFunctionBody().front();
  BlockArgument argument = entry->getArgument(weight.pair.argument);
  Type wide = argument.getType();
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  Value widened = convert(builder, argument.getLoc(), argument, wide);
  argument.replaceAllUsesExcept(widened, widened.getDefiningOp());
  argument.setType(weight.type);
  replaceCasts(weight, argument, widened, entry);
  Operation *end = entry->getTerminator();
  builder.setInsertionPoint(end);
  Value updated = end->getOperand(weight.pair.result);
  end->setOperand(weight.pair.result,
                  convert(builder, updated.getLoc(), updated, weight.type));
  if (widened.use_empty())
    widened.getDefiningOp()->erase();
  SmallVector<Type> inputs(function.getArgumentTypes());
  SmallVector<Type> results(function.getResultTypes());
  inputs[weight.pair.argument] = weight.type;
  results[weight.pair.result] = weight.type;
  function.setType(function.cloneTypeWith(inputs, results));
}

/// Adds `func @main_init_shadows(params) -> shadows`.
static void addInitializer(FunctionOpInterface function,
                           ArrayRef<Weight> weights) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  SmallVector<Type> inputs, results;
  for (const Weight &weight : weights) {
    inputs.push_back(function.getArgumentTypes()[weight.pair.argument]);
    results.push_back(weight.type);
  }
  auto made = func::FuncOp::create(builder, function.getLoc(),
                                   (function.getName() + "_init_shadows").str(),
                                   builder.getFunctionType(inputs, results));
  SymbolTable(function->getParentOp()).insert(made);
  builder.setInsertionPointToStart(made.addEntryBlock());
  SmallVector<Value> values;
  for (auto [number, weight] : llvm::enumerate(weights)) {
    made.setArgAttr(number, stateAttrName,
                    builder.getStringAttr(weight.pair.name));
    made.setResultAttrs(
        number,
        describe(weight, function.getArgAttrDict(weight.pair.argument), true));
    values.push_back(convert(builder, function.getLoc(),
                             made.getArgument(number), weight.type));
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
}

namespace {
struct CarryWeights : amp::impl::CarryWeightsBase<CarryWeights> {
  using Base::Base;

  void runOnOperation() override {
    if (weights != "master" && weights != "pure") {
      emitOptionError(getOperation())
          << "expects weights to be master, pure or threshold:BITS, but got '"
          << weights << "'";
      return signalPassFailure();
    }
    FailureOr<bool> wasDone = wasCarried();
    if (failed(wasDone) || (!*wasDone && failed(carryAll())))
      signalPassFailure();
  }

  FailureOr<bool> wasCarried() {
    auto applied = getOperation()->getAttrOfType<DictionaryAttr>(
        AmpDialect::appliedAttrName);
    auto before = applied ? applied.getAs<StringAttr>("weights") : nullptr;
    if (auto threshold =
            getOperation()->getAttrOfType<StringAttr>("amp.threshold"))
      before = threshold;
    if (!before || before.getValue() == weights)
      return before != nullptr;
    return getOperation().emitError()
           << "expects weights that are not carried yet, but they are '"
           << before.getValue() << "'";
  }

  /// Removes the `amp.keep` attributes. With weights=pure, first drops
  /// parameters of norms and all but one type per argument.
  void endKeeping(FunctionOpInterface function, SmallVector<Weight> &found) {
    llvm::DenseSet<unsigned> seen;
    if (weights == "pure")
      llvm::erase_if(found, [&](const Weight &weight) {
        unsigned argument = weight.pair.argument;
        return function.getArgAttr(argument, keepAttrName) ||
               !seen.insert(argument).second;
      });
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, keepAttrName);
  }

  LogicalResult carryAll() {
    ModuleOp module = getOperation();
    bool hasStates = false;
    SmallVector<FunctionOpInterface> functions; // private ones may be erased
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        functions.push_back(function);
    for (FunctionOpInterface function : functions) {
      if (failed(inlineMarkedCalls(function)))
        return failure();
      SmallVector<StatePair> pairs = listStatePairs(function);
      if (pairs.empty())
        pairs = pairByName(function);
      if (failed(checkPairs(function, pairs)))
        return failure();
      hasStates |= !pairs.empty();
      SmallVector<Weight> found = findWeights(function, pairs);
      endKeeping(function, found);
      if (found.empty())
        continue;
      nameStates(function, pairs);
      for (Weight &weight : found)
        if (weights == "pure")
          makeLow(function, weight);
        else if (failed(addShadow(function, weight)))
          return failure();
      if (weights == "master")
        addInitializer(function, found);
      numWeights += found.size();
    }
    if (!hasStates)
      return module.emitError()
             << "expects weights that a step takes and returns, but found no "
                "state; mark it with amp.state, or write the same amp.state on "
                "each argument and its result";
    NamedAttrList applied(
        module->getAttrOfType<DictionaryAttr>(AmpDialect::appliedAttrName));
    applied.set("weights", StringAttr::get(&getContext(), weights));
    module->setDiscardableAttr(AmpDialect::appliedAttrName,
                               applied.getDictionary(&getContext()));
    return success();
  }
};
} // namespace
