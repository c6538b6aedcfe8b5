// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/RandomBits.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static bool isInteger(Value value) {
  return elementOf(value.getType()).isIntOrIndex();
}

/// Returns the defining op of `value`, looking through broadcasts and reshapes.
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

/// Matches bitcast_convert(or(bits, <bits of a power of two>)): random
/// mantissas.
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

/// Matches convert(bits) * 2^-n and convert(bits) / 2^n: random fractions.
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

/// Returns the values that `use` flows to, across region and call boundaries.
static ValueRange follow(const ProgramGraph &graph, OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (const CarriedValue *carried = graph.carriedValueOf(use))
    return carried->values;
  if (user->hasTrait<OpTrait::IsTerminator>())
    user = user->getParentOp();
  else if (isa<StateOp>(user))
    return number < user->getNumResults() ? user->getResults().slice(number, 1)
                                          : ValueRange();
  return user->getResults();
}

/// Returns `value` and, if it is an argument of a region or function, the
/// values that are passed for it.
static SmallVector<Value> originsOf(Value value, const ProgramGraph &graph) {
  llvm::SetVector<Value> origins;
  origins.insert(value);
  for (unsigned i = 0; i < origins.size(); ++i)
    if (const CarriedValue *carried = isa<BlockArgument>(origins[i])
                                          ? graph.carriedValueOf(origins[i])
                                          : nullptr)
      for (OpOperand *input : carried->inputs)
        if (input->getOwner() == carried->owner ||
            isa<FunctionOpInterface>(carried->owner))
          origins.insert(input->get());
  return origins.takeVector();
}

static bool isShift(Operation *op) {
  return isHlo(op, OpKind::shift_left) ||
         isHlo(op, OpKind::shift_right_logical);
}

/// Matches a rotation or(shift_left(x), shift_right(x)) that an xor uses.
static bool isMixedRotation(Operation *op) {
  if (!isHlo(op, {OpKind::or_, OpKind::add, OpKind::xor_}) ||
      op->getNumOperands() != 2)
    return false;
  Operation *a = makerOf(op->getOperand(0)), *b = makerOf(op->getOperand(1));
  return isShift(a) && isShift(b) && a->getName() != b->getName() &&
         a->getOperand(0) == b->getOperand(0) &&
         llvm::any_of(op->getUsers(), [](Operation *user) {
           return isHlo(user, OpKind::xor_);
         });
}

/// Matches xor(x, shift(x)).
static bool isXorShift(Operation *op) {
  if (!isHlo(op, OpKind::xor_))
    return false;
  Value a = op->getOperand(0), b = op->getOperand(1);
  auto isShiftOf = [](Value shifted, Value value) {
    Operation *shift = makerOf(shifted);
    return isShift(shift) && shift->getOperand(0) == value;
  };
  return isShiftOf(a, b) || isShiftOf(b, a);
}

/// Returns true if `ops` contain a random number generator. A flag or a clock
/// has only one shift.
static bool isGenerator(const llvm::SetVector<Operation *> &ops) {
  constexpr unsigned leastXorShifts = 2;
  return llvm::count_if(ops, isXorShift) >= leastXorShifts ||
         llvm::any_of(ops, [](Operation *op) {
           return isHlo(op, OpKind::rng_bit_generator) || isMixedRotation(op);
         });
}

Drawing amp::scaling::findDrawing(StateOp mark, unsigned number,
                                  const ProgramGraph &graph) {
  llvm::SetVector<Value> drawn;
  llvm::SetVector<Operation *> readers;
  reachForward(originsOf(mark.getOld()[number], graph),
               [&](OpOperand &use) -> ValueRange {
                 Operation *user = use.getOwner();
                 if (!isInteger(use.get()))
                   return {};
                 readers.insert(user);
                 bool draws = drawsFrom(user);
                 if (draws)
                   drawn.insert(user->result_begin(), user->result_end());
                 return draws || user == mark ? ValueRange()
                                              : follow(graph, use);
               });
  bool leaves = false;
  reachForward(drawn.getArrayRef(), [&](OpOperand &use) -> ValueRange {
    Operation *user = use.getOwner();
    if (user == mark && use.getOperandNumber() == number)
      return {};
    leaves |= isa<StateOp, GradientsOp>(user) ||
              (user->hasTrait<OpTrait::IsTerminator>() &&
               isa<FunctionOpInterface>(user->getParentOp()) &&
               cast<FunctionOpInterface>(user->getParentOp()).isPublic());
    return leaves ? ValueRange() : follow(graph, use);
  });
  if (!leaves)
    return Drawing::no;
  return isGenerator(readers) ? Drawing::yes : Drawing::unclear;
}
