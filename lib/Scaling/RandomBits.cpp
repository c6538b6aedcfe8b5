// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows values forward through the whole module: into regions and called
// functions, and out of them again.
#include "lib/Scaling/RandomBits.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static bool isInteger(Value value) {
  return elementOf(value.getType()).isIntOrIndex();
}

/// Returns the op that computes `value`, seen through copies of its elements.
static Operation *makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (isHlo(op, OpKind::broadcast_in_dim) || isHlo(op, OpKind::reshape))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

static Attribute splatOf(Value value) {
  Operation *op = makerOf(value);
  auto elements = op ? op->getAttrOfType<SplatElementsAttr>("value") : nullptr;
  return elements ? elements.getSplatValue<Attribute>() : nullptr;
}

/// Returns n if each element of `value` is the constant 2^n.
static std::optional<int> exponentOf(Value value) {
  auto number = dyn_cast_if_present<FloatAttr>(splatOf(value));
  if (!number || !number.getValue().isFiniteNonZero() ||
      number.getValue().isNegative())
    return std::nullopt;
  int exponent = number.getValue().getExactLog2();
  return exponent == INT_MIN ? std::nullopt : std::optional<int>(exponent);
}

/// bitcast_convert(or(bits, <bits of a power of two>)): mantissas are drawn.
static bool fillsMantissa(Operation *op) {
  if (!isHlo(op, OpKind::bitcast_convert))
    return false;
  auto type = dyn_cast<FloatType>(elementOf(op->getResult(0).getType()));
  Operation *filled = makerOf(op->getOperand(0));
  if (!type || !isHlo(filled, OpKind::or_))
    return false;
  return llvm::any_of(filled->getOperands(), [&](Value operand) {
    auto bits = dyn_cast_if_present<IntegerAttr>(splatOf(operand));
    if (!bits || bits.getValue().getBitWidth() != type.getWidth())
      return false;
    APFloat number(type.getFloatSemantics(), bits.getValue());
    return number.isFiniteNonZero() && !number.isNegative() &&
           number.getExactLog2() != INT_MIN;
  });
}

/// convert(bits) * 2^-n or convert(bits) / 2^n: integers become fractions.
static bool isFraction(Operation *op) {
  static constexpr int least = 16;
  if (!isHlo(op, OpKind::convert) || isInteger(op->getResult(0)) ||
      !isInteger(op->getOperand(0)))
    return false;
  return llvm::any_of(op->getResult(0).getUsers(), [&](Operation *user) {
    bool divides = isHlo(user, OpKind::divide);
    if (!divides && !isHlo(user, OpKind::multiply))
      return false;
    return llvm::any_of(user->getOperands(), [&](Value factor) {
      std::optional<int> exponent = exponentOf(factor);
      return exponent && (divides ? *exponent >= least : *exponent <= -least);
    });
  });
}

static bool drawsFrom(Operation *op) {
  return isHlo(op, OpKind::rng_bit_generator) || fillsMantissa(op) ||
         isFraction(op);
}

namespace {
/// The values that are computed from some, up to the uses where `stops`; with
/// `onlyIntegers`, through integers alone.
class Forward {
public:
  Forward(const SymbolTable &symbols, const CallMap &calls, bool onlyIntegers,
          function_ref<bool(OpOperand &)> stops)
      : symbols(symbols), calls(calls), onlyIntegers(onlyIntegers),
        stops(stops) {}

  void run(ValueRange from);

private:
  void add(ValueRange values) {
    for (Value value : values)
      if (!onlyIntegers || isInteger(value))
        reached.insert(value);
  }
  void follow(OpOperand &use);
  void followEnd(OpOperand &use);

  const SymbolTable &symbols;
  const CallMap &calls;
  bool onlyIntegers;
  function_ref<bool(OpOperand &)> stops;
  llvm::SetVector<Value> reached;
};
} // namespace

/// From the end of a function to its calls, from the end of a region to the
/// values that it hands on.
void Forward::followEnd(OpOperand &use) {
  Operation *end = use.getOwner(), *around = end->getParentOp();
  if (isa<FunctionOpInterface>(around)) {
    for (Operation *call : calls.lookup(around))
      if (use.getOperandNumber() < call->getNumResults())
        add(call->getResult(use.getOperandNumber()));
    return;
  }
  for (const Joint &joint : findHandovers(around))
    if (llvm::is_contained(joint.inputs, &use))
      return add(joint.values);
  add(around->getResults());
}

void Forward::follow(OpOperand &use) {
  Operation *user = use.getOwner();
  if (stops(use))
    return;
  if (user->hasTrait<OpTrait::IsTerminator>())
    return followEnd(use);
  StringAttr name = findCallee(user);
  auto callee = name ? symbols.lookup<FunctionOpInterface>(name) : nullptr;
  if (callee && use.getOperandNumber() < callee.getNumArguments() &&
      !callee.isExternal())
    return add(callee.getArgument(use.getOperandNumber()));
  for (const Joint &joint : findHandovers(user))
    if (llvm::is_contained(joint.inputs, &use))
      return add(joint.values);
  if (auto state = dyn_cast<StateOp>(user)) {
    if (use.getOperandNumber() < state->getNumResults())
      add(state->getResult(use.getOperandNumber()));
    return;
  }
  add(user->getResults());
}

void Forward::run(ValueRange from) {
  add(from);
  for (unsigned i = 0; i < reached.size(); ++i) {
    Value value = reached[i]; // `reached` may move
    for (OpOperand &use : value.getUses())
      follow(use);
  }
}

/// The values that `value` is another name of, in callers and outside of
/// regions.
static SmallVector<Value> originsOf(Value value, const CallMap &calls) {
  llvm::SetVector<Value> origins;
  origins.insert(value);
  for (unsigned i = 0; i < origins.size(); ++i) {
    auto argument = dyn_cast<BlockArgument>(origins[i]);
    if (!argument)
      continue;
    Operation *around = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(around)) {
      for (Operation *call : calls.lookup(around))
        if (argument.getArgNumber() < call->getNumOperands())
          origins.insert(call->getOperand(argument.getArgNumber()));
      continue;
    }
    for (const Joint &joint : findHandovers(around))
      if (llvm::is_contained(joint.values, origins[i]))
        for (OpOperand *input : joint.inputs)
          if (input->getOwner() == around)
            origins.insert(input->get());
  }
  return origins.takeVector();
}

bool amp::scaling::drawsRandomNumbers(StateOp mark, unsigned number,
                                      ModuleOp module) {
  SymbolTable symbols(module);
  CallMap calls = findCalls(module);
  llvm::SetVector<Value> drawn;
  auto collect = [&](OpOperand &use) {
    Operation *user = use.getOwner();
    bool draws = drawsFrom(user);
    if (draws)
      drawn.insert(user->result_begin(), user->result_end());
    return draws || user == mark;
  };
  Forward(symbols, calls, /*onlyIntegers=*/true, collect)
      .run(originsOf(mark.getOld()[number], calls));
  bool leaves = false;
  auto findEnd = [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user == mark && use.getOperandNumber() == number)
      return true;
    leaves |= isa<StateOp, GradientsOp>(user) ||
              (user->hasTrait<OpTrait::IsTerminator>() &&
               isa<FunctionOpInterface>(user->getParentOp()) &&
               cast<FunctionOpInterface>(user->getParentOp()).isPublic());
    return leaves;
  };
  Forward(symbols, calls, /*onlyIntegers=*/false, findEnd)
      .run(drawn.getArrayRef());
  return leaves;
}
