// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/WeightStep.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static constexpr StringLiteral stateName = "amp.state";

static StringRef textOf(DictionaryAttr attributes, StringRef name) {
  auto text = attributes ? attributes.getAs<StringAttr>(name) : nullptr;
  return text ? text.getValue() : StringRef();
}

static BlockArgument findArgument(FunctionOpInterface function,
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

/// The states are one mark's, each with its own old value, so that one guard
/// holds all of them.
static LogicalResult readStates(FunctionOpInterface function, Weight &weight) {
  StringRef suffixes[] = {"", ".chi", ".epsilon"};
  for (auto [i, suffix] : llvm::enumerate(suffixes)) {
    std::string name = weight.name + suffix.str();
    weight.arguments[i] = findArgument(function, name);
    auto result =
        dyn_cast_if_present<OpResult>(findResult(function, stateName, name));
    auto mark =
        result ? dyn_cast<StateOp>(result.getOwner()) : StateOp(nullptr);
    bool isHeld =
        mark && weight.arguments[i] &&
        mark.getOld()[result.getResultNumber()] == weight.arguments[i];
    if (!isHeld || (weight.mark && weight.mark != mark))
      return function.emitError()
             << "breaks \"a weight's states are returned together\": expects '"
             << name << "' as an argument and as a state of one amp.state";
    weight.mark = mark;
    weight.numbers[i] = result.getResultNumber();
  }
  return success();
}

namespace {
/// Degree of values in an accumulator: none where the relation is not linear.
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

/// The sum is the last value of degree 1 in front of the next states.
static LogicalResult findSum(Weight &weight) {
  Degrees degrees(weight.arguments[Weight::chi]);
  llvm::DenseSet<Value> seen, sums;
  SmallVector<Value> work = {weight.next(Weight::count),
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

FailureOr<SmallVector<Weight>>
verify::findWeights(FunctionOpInterface function) {
  SmallVector<Weight> weights;
  for (BlockArgument argument : function.getArguments()) {
    StringRef name =
        textOf(function.getArgAttrDict(argument.getArgNumber()), stateName);
    if (name.empty() || !findArgument(function, (name + ".chi").str()))
      continue;
    Weight weight;
    weight.name = name.str();
    if (failed(readStates(function, weight)) || failed(findSum(weight)))
      return failure();
    weights.push_back(weight);
  }
  return weights;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static LogicalResult breaksMove(const Weight &weight, float sum, int64_t count,
                                float scale) {
  return StateOp(weight.mark).emitError()
         << "breaks \"whole quanta move the weight, and the accumulator keeps "
            "the rest\": expects so of '"
         << weight.name << "' at chi + update = " << sum
         << ", integer = " << count << ", epsilon = " << scale;
}

static LogicalResult checkPoint(const Weight &weight, int64_t largest,
                                float sum, int64_t count, float scale) {
  SampleMap known = {{weight.sum, Sample::of(sum)},
                     {weight.arguments[Weight::count], Sample::of(count)},
                     {weight.arguments[Weight::scale], Sample::of(scale)}};
  auto next = evaluate(weight.next(Weight::count), known);
  auto rest = evaluate(weight.next(Weight::chi), known);
  auto after = evaluate(weight.next(Weight::scale), known);
  if (!next || !rest || !after || !rest->isFloat || !after->isFloat)
    return breaksMove(weight, sum, count, scale);
  bool isRight;
  if (std::isfinite(sum)) {
    double quanta = std::trunc(double(sum) / scale);
    double moved = std::fmin(std::fmax(count + quanta, -largest), largest);
    double left = double(sum) - (moved - count) * scale;
    isRight = next->integer == int64_t(moved) && rest->real == left &&
              after->real == scale;
  } else {
    isRight = !std::isfinite(rest->real) && std::isnan(after->real);
  }
  return isRight ? success() : breaksMove(weight, sum, count, scale);
}

LogicalResult verify::checkMove(const Weight &weight, int64_t largest) {
  const int64_t counts[] = {-largest, -1, 0, 1, largest};
  for (float scale : {0.5f, 0.0078125f, 1.0f})
    for (int64_t count : counts)
      for (float quanta : {0.0f, 0.25f, -0.25f, 0.99999994f, 1.0f, -1.0f,
                           -1.0000001f, 1.75f, -2.5f, 3.0f, float(largest),
                           -3.0f * largest, 1000.5f, INFINITY, -INFINITY, NAN})
        if (failed(checkPoint(weight, largest, quanta * scale, count, scale)))
          return failure();
  return success();
}

bool verify::isDequantized(Value value, Value count, Value scale) {
  for (int64_t number : {-3, 0, 1, 2})
    for (float unit : {0.25f, 1.0f, 8.0f}) {
      SampleMap known = {{count, Sample::of(number)},
                         {scale, Sample::of(unit)}};
      auto found = evaluate(value, known);
      if (!found || !found->isFloat || found->real != float(number) * unit)
        return false;
    }
  return true;
}

LogicalResult verify::checkMoved(FunctionOpInterface function,
                                 ArrayRef<Weight> weights) {
  for (const Weight &weight : weights) {
    Value moved =
        findResult(function, "jax.result_info", weight.name + ".moved");
    for (int64_t next : {2, 3}) {
      SampleMap known = {
          {weight.arguments[Weight::count], Sample::of(int64_t(2))},
          {weight.returned(Weight::count), Sample::of(next)}};
      auto found = moved ? evaluate(moved, known) : std::nullopt;
      if (!found || found->integer != next - 2)
        return function.emitError()
               << "breaks \"moved counts the integers that changed\": expects "
                  "so of '"
               << weight.name << ".moved'";
    }
  }
  return success();
}

/// n * epsilon + chi is the weight, epsilon is a positive power of two.
static LogicalResult checkFirst(FunctionOpInterface init, const Weight &weight,
                                int64_t largest) {
  BlockArgument argument = findArgument(init, weight.name);
  Value results[] = {findResult(init, stateName, weight.name),
                     findResult(init, stateName, weight.name + ".chi"),
                     findResult(init, stateName, weight.name + ".epsilon")};
  for (float number : {0.0f, 1.0f, -1.0f, 0.3f, -0.7123f, 5e-5f, 1234.5f}) {
    SampleMap known;
    bool isRight = argument && llvm::all_of(results, [](Value v) { return v; });
    std::optional<Sample> first[3];
    if (isRight)
      known[argument] = Sample::of(number);
    for (unsigned i = 0; isRight && i < 3; ++i) {
      first[i] = evaluate(results[i], known);
      isRight = first[i].has_value();
    }
    if (isRight) {
      float scale = first[2]->real, exponent = std::log2(scale);
      int64_t count = first[0]->integer;
      bool isEnd = std::abs(count) == largest;
      isRight = scale > 0 && exponent == std::floor(exponent) &&
                std::abs(count) <= largest &&
                double(count) * scale + first[1]->real == number &&
                (isEnd || std::fabs(first[1]->real) <= scale / 2);
    }
    if (!isRight)
      return init.emitError()
             << "breaks \"the first states are the weight\": expects so of '"
             << weight.name << "' at " << number;
  }
  return success();
}

LogicalResult verify::checkFunctions(FunctionOpInterface function,
                                     ArrayRef<Weight> weights,
                                     int64_t largest) {
  auto find = [&](StringRef suffix) {
    return SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
        function,
        StringAttr::get(function.getContext(), function.getName() + suffix));
  };
  FunctionOpInterface init = find("_init_weights"),
                      read = find("_read_weights");
  if (!init || !read)
    return function.emitError() << "breaks \"a step has its functions\": "
                                   "expects '"
                                << function.getName() << "_init_weights' and '"
                                << function.getName() << "_read_weights'";
  for (const Weight &weight : weights) {
    if (failed(checkFirst(init, weight, largest)))
      return failure();
    BlockArgument count = findArgument(read, weight.name);
    BlockArgument scale = findArgument(read, weight.name + ".epsilon");
    Value value = findResult(read, "jax.result_info", weight.name);
    if (!count || !scale || !value || !isDequantized(value, count, scale))
      return read.emitError() << "breaks \"a weight is its integer times "
                                 "epsilon\": expects so of '"
                              << weight.name << "'";
  }
  return success();
}
