// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp(x)   ==>   exp(tanh(x))   // until each float has a finite range
#include "Generate/MakeBounded.h"
#include "amp/Ranges.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Maximum number of repairs; programs that need more stay unbounded.
static constexpr int mostRepairs = 120;
/// First line in the locations of added ops, above the generator's lines.
static constexpr unsigned firstLine = 1000000;

static bool isFloatTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType());
}

namespace {
class Bounder {
public:
  Bounder(ModuleOp module, Random &random)
      : module(module), random(random), builder(module.getContext()) {}
  void run();

private:
  Location nextLocation() {
    return FileLineColLoc::get(module.getContext(), "program",
                               firstLine + line++, 1);
  }
  Value create(StringRef name, ValueRange operands, Type type,
               ArrayRef<NamedAttribute> attributes = {});
  Value splat(Type type, double number);
  Value squash(Value value);
  void squashUse(OpOperand &use);
  void repairArgument(BlockArgument argument);
  void repairOp(Operation *op);
  void repairLoop(stablehlo::WhileOp op, unsigned number);
  void replace(Operation *op);
  bool repairFirst();

  ModuleOp module;
  Random &random;
  OpBuilder builder;
  unsigned line = 0;
  llvm::DenseMap<Operation *, int> attempts;
  llvm::DenseSet<Value> squashed; ///< arguments whose users are bounded
};
} // namespace

Value Bounder::create(StringRef name, ValueRange operands, Type type,
                      ArrayRef<NamedAttribute> attributes) {
  OperationState state(nextLocation(), name, operands, type, attributes);
  return builder.create(state)->getResult(0);
}

Value Bounder::splat(Type type, double number) {
  auto tensor = cast<RankedTensorType>(type);
  Attribute value = DenseElementsAttr::get(
      tensor, builder.getFloatAttr(tensor.getElementType(), number));
  return create("stablehlo.constant", {}, type,
                builder.getNamedAttr("value", value));
}

Value Bounder::squash(Value value) {
  Type type = value.getType();
  static const StringLiteral functions[] = {
      "stablehlo.tanh", "stablehlo.logistic", "stablehlo.sine"};
  if (random.chance(45))
    return create(functions[random.below(3)], value, type);
  static const double bounds[] = {1, 2, 4, 16};
  double bound = bounds[random.below(4)];
  Type scalar =
      RankedTensorType::get({}, cast<RankedTensorType>(type).getElementType());
  return create("stablehlo.clamp",
                {splat(scalar, random.chance(40) ? 0 : -bound), value,
                 splat(scalar, bound)},
                type);
}

void Bounder::squashUse(OpOperand &use) {
  if (!isFloatTensor(use.get().getType()))
    return;
  builder.setInsertionPoint(use.getOwner());
  use.set(squash(use.get()));
}

/// Squashes the argument for its users, or declares its range.
void Bounder::repairArgument(BlockArgument argument) {
  squashed.insert(argument);
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (function.isPublic() && random.chance(30)) {
    auto range = parseAttribute(random.chance(50) ? "#amp.range<-2.0, 2.0>"
                                                  : "#amp.range<0.5, 8.0>",
                                module.getContext());
    function.setArgAttr(argument.getArgNumber(), "amp.range", range);
    return;
  }
  builder.setInsertionPointToStart(argument.getOwner());
  Value made = squash(argument);
  argument.replaceUsesWithIf(made, [&](OpOperand &use) {
    return use.getOwner() != made.getDefiningOp();
  });
}

/// Bounds a loop-carried value at its initial value and its update, or removes
/// the update.
void Bounder::repairLoop(stablehlo::WhileOp op, unsigned number) {
  if (!op->getRegion(0).getArgument(number).use_empty())
    return replace(op); // a loop with a modified counter may not terminate
  Operation *end = op->getRegion(1).front().getTerminator();
  if (attempts[op]++ < 4) {
    squashUse(op->getOpOperand(number));
    squashUse(end->getOpOperand(number));
  } else
    end->setOperand(number, op->getRegion(1).getArgument(number));
}

/// op(...) ==> iota, or a constant
void Bounder::replace(Operation *op) {
  builder.setInsertionPoint(op);
  SmallVector<Value> values;
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || isa<ComplexType>(type.getElementType())) {
      if (!result.use_empty())
        return;
      values.push_back({});
      continue;
    }
    if (type.getRank() > 0 && !type.getElementType().isInteger(1))
      values.push_back(
          create("stablehlo.iota", {}, type,
                 builder.getNamedAttr("iota_dimension",
                                      builder.getI64IntegerAttr(0))));
    else if (isa<FloatType>(type.getElementType()))
      values.push_back(splat(type, 0.5));
    else
      values.push_back(create(
          "stablehlo.constant", {}, type,
          builder.getNamedAttr(
              "value",
              DenseElementsAttr::get(
                  type, builder.getIntegerAttr(type.getElementType(), 1)))));
  }
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    if (value)
      result.replaceAllUsesWith(value);
  attempts.erase(op);
  op->erase();
}

void Bounder::repairOp(Operation *op) {
  // Bodies are part of their enclosing op.
  while (!isa<func::FuncOp, stablehlo::WhileOp, stablehlo::IfOp,
              stablehlo::CaseOp>(op->getParentOp()))
    op = op->getParentOp();
  if (attempts[op]++ > 0 || op->getNumOperands() == 0)
    return replace(op);
  if (isa<stablehlo::IfOp, stablehlo::CaseOp>(op)) {
    for (Region &region : op->getRegions())
      for (OpOperand &use : region.front().getTerminator()->getOpOperands())
        squashUse(use);
    return;
  }
  for (OpOperand &use : op->getOpOperands())
    squashUse(use);
}

/// Repairs the first value without a finite range. Returns false if there is
/// none.
bool Bounder::repairFirst() {
  RangeAnalysis analysis(module);
  auto isOpen = [&](Value value) {
    return isFloatTensor(value.getType()) && !analysis.of(value).isBounded();
  };
  WalkResult found =
      module.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
        for (Region &region : op->getRegions())
          for (BlockArgument argument : region.getArguments()) {
            if (!isOpen(argument) || squashed.contains(argument))
              continue;
            if (isa<func::FuncOp>(op))
              repairArgument(argument);
            else if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
              repairLoop(loop, argument.getArgNumber());
            else
              repairOp(op);
            return WalkResult::interrupt();
          }
        for (OpResult result : op->getResults())
          if (isOpen(result)) {
            if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
              repairLoop(loop, result.getResultNumber());
            else
              repairOp(op);
            return WalkResult::interrupt();
          }
        return WalkResult::advance();
      });
  return found.wasInterrupted();
}

void Bounder::run() {
  for (int i = 0; i < mostRepairs && repairFirst(); ++i)
    ;
}

void fuzz::boundProgram(ModuleOp module, Random &random) {
  Bounder(module, random).run();
}
