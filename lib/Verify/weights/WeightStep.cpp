// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/WeightStep.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static constexpr StringLiteral stateName = "amp.state";

static StringRef textOf(DictionaryAttr attributes, StringRef name) {
  auto text = attributes ? attributes.getAs<StringAttr>(name) : nullptr;
  return text ? text.getValue() : StringRef();
}

BlockArgument verify::findStateArgument(FunctionOpInterface function,
                                        StringRef state) {
  for (BlockArgument argument : function.getArguments())
    if (textOf(function.getArgAttrDict(argument.getArgNumber()), stateName) ==
        state)
      return argument;
  return {};
}

static Value findResult(FunctionOpInterface function, StringRef attribute,
                        StringRef text) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (textOf(function.getResultAttrDict(i), attribute) == text)
      return end->getOperand(i);
  return {};
}

Value verify::findStateResult(FunctionOpInterface function, StringRef state) {
  return findResult(function, stateName, state);
}

Value verify::findNamedResult(FunctionOpInterface function, StringRef name) {
  return findResult(function, "jax.result_info", name);
}

/// Reads the states of a weight. They belong to one mark, each with its own old
/// value, so that one guard selects all of them.
static LogicalResult readStates(FunctionOpInterface function, bool isDevice,
                                Weight &weight) {
  const StringRef suffixes[] = {"", ".chi", ".epsilon", ".history", ".age"};
  for (StringRef suffix : ArrayRef(suffixes).take_front(isDevice ? 5 : 3)) {
    std::string name = weight.name + suffix.str();
    BlockArgument argument = findStateArgument(function, name);
    auto result =
        dyn_cast_if_present<OpResult>(findResult(function, stateName, name));
    auto mark =
        result ? dyn_cast<StateOp>(result.getOwner()) : StateOp(nullptr);
    bool isHeld =
        mark && argument && mark.getOld()[result.getResultNumber()] == argument;
    if (!isHeld || (weight.mark && weight.mark != mark))
      return function.emitError()
             << "breaks \"a weight's states are returned together\": expects '"
             << name << "' as an argument and as a state of one amp.state";
    weight.mark = mark;
    weight.arguments.push_back(argument);
    weight.numbers.push_back(result.getResultNumber());
  }
  return success();
}

namespace {
/// Degree of values in an accumulator; none if the relation is not linear.
class Degrees {
public:
  explicit Degrees(Value chi) { known[chi] = 1; }

  std::optional<int> of(Value value);

private:
  std::optional<int> compute(Operation *op);

  llvm::DenseMap<Value, std::optional<int>> known;
};
} // namespace

std::optional<int> Degrees::compute(Operation *op) {
  SmallVector<std::optional<int>> operands;
  for (Value operand : op->getOperands())
    operands.push_back(of(operand));
  op->walk([&](Operation *inner) {
    if (inner != op)
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
          operands.push_back(of(operand));
  });
  if (llvm::all_of(operands, [](std::optional<int> d) { return d == 0; }))
    return 0;
  StringRef name = op->getName().getStringRef();
  name = name.substr(name.find('.') + 1);
  if (llvm::any_of(operands, [](std::optional<int> d) { return !d; }))
    return std::nullopt;
  if (name == "add" || name == "broadcast_add")
    return *operands[0] + *operands[1];
  if (name == "subtract" || name == "broadcast_subtract")
    return *operands[0] - *operands[1];
  if (name == "select" && operands[0] == 0 && operands[1] == operands[2])
    return operands[1];
  if (name == "reshape" || name == "transpose" || name == "sharding_constraint")
    return operands[0];
  return std::nullopt;
}

std::optional<int> Degrees::of(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  std::optional<int> degree = op ? compute(op) : std::optional<int>(0);
  known[value] = degree;
  return degree;
}

/// Finds the sum: the last value of degree 1 before the next states.
static LogicalResult findSum(Weight &weight) {
  Degrees degrees(weight.arguments[Weight::chi]);
  llvm::DenseSet<Value> seen, sums;
  SmallVector<Value> work = {weight.next(Weight::stored),
                             weight.next(Weight::chi)};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    std::optional<int> degree = degrees.of(value);
    if (!seen.insert(value).second || degree == 0)
      continue;
    if (degree)
      sums.insert(value);
    else if (Operation *op = value.getDefiningOp())
      llvm::append_range(work, op->getOperands());
  }
  if (sums.size() != 1 || degrees.of(*sums.begin()) != 1)
    return StateOp(weight.mark).emitError()
           << "breaks \"the update adds to the accumulator\": expects one sum "
              "of '"
           << weight.name << ".chi' and an update in front of its next state";
  weight.sum = *sums.begin();
  return success();
}

FailureOr<SmallVector<Weight, 0>>
verify::findWeights(FunctionOpInterface function, bool isDevice) {
  SmallVector<Weight, 0> weights;
  for (BlockArgument argument : function.getArguments()) {
    StringRef name =
        textOf(function.getArgAttrDict(argument.getArgNumber()), stateName);
    if (name.empty() || !findStateArgument(function, (name + ".chi").str()))
      continue;
    Weight weight;
    weight.name = name.str();
    if (failed(readStates(function, isDevice, weight)) ||
        failed(findSum(weight)))
      return failure();
    weights.push_back(weight);
  }
  return weights;
}
