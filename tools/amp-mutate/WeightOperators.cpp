// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on threshold weights. Each violates one rule of the update, of the
// scales, of the initial states or of simulated devices.
#include "Operator.h"
#include "Values.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

/// Returns the amp.role of a function argument, or "" for other values.
static StringRef roleOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  if (!function)
    return {};
  auto role = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    "amp.role");
  return role ? role.getValue() : StringRef();
}

static bool isInFunction(Operation *op, StringRef suffix) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && function.getName().ends_with(suffix);
}

static Value createBefore(Operation *op, StringRef name, Type type,
                          ValueRange operands) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name);
  state.addOperands(operands);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

/// Returns the operands of `op` that are states of this role. Marks have none.
static SmallVector<unsigned> findOperands(Operation *op, StringRef role) {
  SmallVector<unsigned> found;
  for (unsigned i = 0; !isa<StateOp>(op) && i < op->getNumOperands(); ++i)
    if (roleOf(op->getOperand(i)) == role)
      found.push_back(i);
  return found;
}

/// Returns the states of the mark `op` whose old values have this role.
static SmallVector<unsigned> findStates(Operation *op, StringRef role) {
  SmallVector<unsigned> found;
  if (auto mark = dyn_cast<StateOp>(op))
    for (auto [i, old] : llvm::enumerate(mark.getOld()))
      if (roleOf(old) == role)
        found.push_back(i);
  return found;
}

//===----------------------------------------------------------------------===//
// double-epsilon, swap-channel: the scale of a weight
//===----------------------------------------------------------------------===//

static unsigned countScales(Operation *op, const Facts &) {
  return findOperands(op, "epsilon").size();
}

static LogicalResult doubleEpsilon(Operation *op, unsigned variant,
                                   const Facts &) {
  unsigned i = findOperands(op, "epsilon")[variant];
  Value scale = op->getOperand(i);
  Value two = splatBefore(op, scale.getType(), 2);
  op->setOperand(i, createBefore(op, hloName(OpKind::multiply), scale.getType(),
                                 {scale, two}));
  return success();
}

/// Returns the result dimensions with the size of the single operand dimension.
static SmallVector<int64_t> findOtherDims(Operation *op) {
  SmallVector<int64_t> found;
  auto dims = isHlo(op, OpKind::broadcast_in_dim)
                  ? op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions")
                  : nullptr;
  if (!dims || dims.size() != 1)
    return found;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dims[0] && type.getDimSize(i) == type.getDimSize(dims[0]))
      found.push_back(i);
  return found;
}

static unsigned countOtherDims(Operation *op, const Facts &) {
  return findOtherDims(op).size();
}

static LogicalResult swapChannel(Operation *op, unsigned variant,
                                 const Facts &) {
  op->setAttr(
      "broadcast_dimensions",
      DenseI64ArrayAttr::get(op->getContext(), {findOtherDims(op)[variant]}));
  return success();
}

//===----------------------------------------------------------------------===//
// round-quanta, drop-sign, drop-saturation, drop-finite: the weight update
//===----------------------------------------------------------------------===//

static bool isTruncation(Operation *op) {
  if (!isHlo(op, OpKind::convert) || isInFunction(op, "_init_weights"))
    return false;
  return isa<FloatType>(getElementTypeOrSelf(op->getOperand(0))) &&
         getElementTypeOrSelf(op->getResult(0)).isInteger(32);
}

static constexpr OpKind roundings[] = {OpKind::round_nearest_even,
                                       OpKind::floor, OpKind::ceil};

static unsigned countRoundings(Operation *op, const Facts &) {
  return isTruncation(op) ? std::size(roundings) : 0;
}

static LogicalResult roundQuanta(Operation *op, unsigned variant,
                                 const Facts &) {
  Value quanta = op->getOperand(0);
  op->setOperand(0, createBefore(op, hloName(roundings[variant]),
                                 quanta.getType(), quanta));
  return success();
}

static unsigned countSigns(Operation *op, const Facts &) {
  return isTruncation(op) ? 2 : 0;
}

static LogicalResult dropSign(Operation *op, unsigned variant, const Facts &) {
  Value quanta = op->getOperand(0);
  StringRef name = variant ? hloName(OpKind::negate) : hloName(OpKind::abs);
  op->setOperand(0, createBefore(op, name, quanta.getType(), quanta));
  return success();
}

static unsigned countClamps(Operation *op, const Facts &) {
  return isHlo(op, OpKind::clamp);
}

static LogicalResult dropSaturation(Operation *op, unsigned, const Facts &) {
  op->getResult(0).replaceAllUsesWith(op->getOperand(1));
  op->erase();
  return success();
}

static unsigned countFinite(Operation *op, const Facts &) {
  return isHlo(op, OpKind::is_finite);
}

static LogicalResult dropFinite(Operation *op, unsigned, const Facts &) {
  op->getResult(0).replaceAllUsesWith(
      splatBefore(op, op->getResult(0).getType(), 1));
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// lose-remainder, low-accumulator, swap-accumulators: the accumulator
//===----------------------------------------------------------------------===//

static unsigned countRemainders(Operation *op, const Facts &) {
  return 2 * findStates(op, "accumulator").size();
}

static LogicalResult loseRemainder(Operation *op, unsigned variant,
                                   const Facts &) {
  unsigned i = findStates(op, "accumulator")[variant / 2];
  Operation *rest = op->getOperand(i).getDefiningOp();
  if (variant % 2 == 0)
    op->setOperand(i, splatBefore(op, op->getOperand(i).getType(), 0));
  else if (rest && isHlo(rest, OpKind::subtract))
    op->setOperand(i, rest->getOperand(0)); // including the quanta
  else
    return failure();
  return success();
}

/// Variants: a 16-bit accumulator as an operand, or as a new state.
static unsigned countPrecisions(Operation *op, const Facts &) {
  return 2 * (findOperands(op, "accumulator").size() +
              findStates(op, "accumulator").size());
}

static LogicalResult lowerAccumulator(Operation *op, unsigned variant,
                                      const Facts &) {
  SmallVector<unsigned> sites = findOperands(op, "accumulator");
  llvm::append_range(sites, findStates(op, "accumulator"));
  Value chi = op->getOperand(sites[variant / 2]);
  auto wide = cast<RankedTensorType>(chi.getType());
  MLIRContext *context = op->getContext();
  Type element = variant % 2 ? Type(Float16Type::get(context))
                             : Type(BFloat16Type::get(context));
  Value low =
      createBefore(op, hloName(OpKind::convert), wide.clone(element), chi);
  op->setOperand(sites[variant / 2],
                 createBefore(op, hloName(OpKind::convert), wide, low));
  return success();
}

/// Returns operands with other states of their role and type.
static SmallVector<std::pair<unsigned, Value>> findSwaps(Operation *op) {
  SmallVector<std::pair<unsigned, Value>> found;
  auto function = op->getParentOfType<func::FuncOp>();
  for (StringRef role : {"accumulator", "epsilon", "device"})
    for (unsigned i : findOperands(op, role))
      for (BlockArgument other : function.getArguments())
        if (other != op->getOperand(i) && roleOf(other) == role &&
            other.getType() == op->getOperand(i).getType())
          found.push_back({i, other});
  return found;
}

static unsigned countSwaps(Operation *op, const Facts &) {
  return op->getParentOfType<func::FuncOp>() ? findSwaps(op).size() : 0;
}

static LogicalResult swapAccumulators(Operation *op, unsigned variant,
                                      const Facts &) {
  auto [i, other] = findSwaps(op)[variant];
  op->setOperand(i, other);
  return success();
}

//===----------------------------------------------------------------------===//
// swap-states, freeze-threshold: the states that a step or @NAME_init_weights
// returns
//===----------------------------------------------------------------------===//

/// Returns pairs of returned values of one type, of a mark or the initializer.
static SmallVector<std::pair<unsigned, unsigned>> findPairs(Operation *op) {
  SmallVector<std::pair<unsigned, unsigned>> found;
  unsigned size = 0;
  if (auto mark = dyn_cast<StateOp>(op))
    size = mark->getNumResults();
  else if (isa<func::ReturnOp>(op) && isInFunction(op, "_init_weights"))
    size = op->getNumOperands();
  for (unsigned i = 0; i < size; ++i)
    for (unsigned j = i + 1; j < size; ++j)
      if (op->getOperand(i).getType() == op->getOperand(j).getType())
        found.push_back({i, j});
  return found;
}

static unsigned countPairs(Operation *op, const Facts &) {
  return findPairs(op).size();
}

static LogicalResult swapStates(Operation *op, unsigned variant,
                                const Facts &) {
  auto [i, j] = findPairs(op)[variant];
  Value first = op->getOperand(i);
  op->setOperand(i, op->getOperand(j));
  op->setOperand(j, first);
  return success();
}

static SmallVector<unsigned> findFrozen(Operation *op) {
  SmallVector<unsigned> found;
  for (StringRef role : {"accumulator", "epsilon", "device"})
    llvm::append_range(found, findStates(op, role));
  return found;
}

static unsigned countFrozen(Operation *op, const Facts &) {
  return findFrozen(op).size();
}

static LogicalResult freezeThreshold(Operation *op, unsigned variant,
                                     const Facts &) {
  unsigned i = findFrozen(op)[variant];
  op->setOperand(i, cast<StateOp>(op).getOld()[i]);
  return success();
}

//===----------------------------------------------------------------------===//
// change-first, change-model: constants
//===----------------------------------------------------------------------===//

static SplatElementsAttr findNumber(Operation *op) {
  if (!isHlo(op, OpKind::constant) || op->use_empty())
    return {};
  auto value = op->getAttrOfType<SplatElementsAttr>("value");
  return value && value.getElementType().isF32() ? value : nullptr;
}

static LogicalResult scaleNumber(Operation *op, double factor) {
  SplatElementsAttr value = findNumber(op);
  float number = value.getSplatValue<float>();
  float changed = number == 0 ? 0.25f : float(number * factor);
  op->setAttr("value",
              DenseElementsAttr::get(value.getType(), ArrayRef(changed)));
  return success();
}

static unsigned countFirst(Operation *op, const Facts &) {
  return isInFunction(op, "_init_weights") && findNumber(op) ? 2 : 0;
}

static LogicalResult changeFirst(Operation *op, unsigned variant,
                                 const Facts &) {
  return scaleNumber(op, variant ? 0.5 : 2);
}

static unsigned countNumbers(Operation *op, const Facts &) {
  return op->getParentOfType<func::FuncOp>() && findNumber(op) ? 2 : 0;
}

static LogicalResult changeModel(Operation *op, unsigned variant,
                                 const Facts &) {
  return scaleNumber(op, variant ? 0.9 : 1.1);
}

//===----------------------------------------------------------------------===//
// reuse-draw: random numbers of another weight access
//===----------------------------------------------------------------------===//

static bool isDraw(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isHlo(op, OpKind::rng_bit_generator) &&
         value == op->getResult(1);
}

static SmallVector<std::pair<unsigned, Value>> findDraws(Operation *op) {
  SmallVector<std::pair<unsigned, Value>> found;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Value bits = op->getOperand(i);
    if (!isDraw(bits))
      continue;
    for (Operation *other = bits.getDefiningOp()->getPrevNode(); other;
         other = other->getPrevNode())
      if (isHlo(other, OpKind::rng_bit_generator) &&
          other->getResult(1).getType() == bits.getType())
        found.push_back({i, other->getResult(1)});
  }
  return found;
}

static unsigned countDraws(Operation *op, const Facts &) {
  return findDraws(op).size();
}

static LogicalResult reuseDraw(Operation *op, unsigned variant, const Facts &) {
  Value bits = op->getOperand(findDraws(op)[variant].first);
  bits.replaceAllUsesWith(findDraws(op)[variant].second);
  return success();
}

static constexpr unsigned W = weightsChecker, D = devicesChecker;

static const Operator table[] = {
    {"double-epsilon", W | D, false, countScales, doubleEpsilon,
     "a reader of a weight's scale reads twice the scale"},
    {"swap-channel", W | D, false, countOtherDims, swapChannel,
     "a scale per output is the scale per input"},
    {"round-quanta", W | D, false, countRoundings, roundQuanta,
     "quanta are rounded to nearest, down or up, not towards zero"},
    {"drop-sign", W | D, false, countSigns, dropSign,
     "quanta lose or change their sign"},
    {"drop-saturation", W, false, countClamps, dropSaturation,
     "a clamp is dropped"},
    {"drop-finite", W, false, countFinite, dropFinite,
     "infinite and NaN accumulators are not found"},
    {"lose-remainder", W | D, false, countRemainders, loseRemainder,
     "an accumulator returns zero, or keeps the quanta that it gave"},
    {"low-accumulator", W | D, false, countPrecisions, lowerAccumulator,
     "an accumulator is rounded to 16 bits"},
    {"swap-accumulators", W | D, false, countSwaps, swapAccumulators,
     "a state of another weight is read"},
    {"swap-states", W | D, false, countPairs, swapStates,
     "two states are returned in the place of each other"},
    {"freeze-threshold", W | D, false, countFrozen, freezeThreshold,
     "an accumulator, a scale or a device keeps its old value"},
    {"change-first", W | D, false, countFirst, changeFirst,
     "a number of the first states is twice or half as large"},
    {"change-model", D, false, countNumbers, changeModel,
     "a number of the device model is a tenth off"},
    {"reuse-draw", D, false, countDraws, reuseDraw,
     "random numbers are drawn once and used twice"},
};

ArrayRef<Operator> amp::mutate::weightOperators() { return table; }
