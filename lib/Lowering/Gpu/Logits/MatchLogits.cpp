// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Logits/MatchLogits.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Common/NestReduction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

static constexpr size_t maxChain = 3;

Value Logits::value() const {
  GenericOp last = chain.back();
  return last->getResult(0);
}

RankedTensorType Logits::type() const {
  return cast<RankedTensorType>(value().getType());
}

static bool isElementwise(GenericOp op) {
  return hasOnlyParallelLoops(op) && op->getNumResults() == 1 &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

static Value yieldOf(GenericOp op) {
  return op.getBody()->getTerminator()->getOperand(0);
}

/// Returns the argument of the body for `value`, which it reads element by
/// element; null if it does not.
static Value argumentOf(Value value, GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == value && op.getMatchingIndexingMap(input).isIdentity())
      return op.getMatchingBlockArgument(input);
  return nullptr;
}

/// Returns the operand of which the body has `argument`, if it has one element
/// for each row.
static Value rowOperand(Value argument, GenericOp op) {
  auto block = dyn_cast<BlockArgument>(argument);
  if (!block || block.getOwner() != op.getBody())
    return nullptr;
  OpOperand *input = op.getMatchingOpOperand(block);
  unsigned loops = op.getNumLoops();
  AffineMap rows = AffineMap::getMultiDimIdentityMap(loops, op.getContext())
                       .dropResult(loops - 1);
  return op.getMatchingIndexingMap(input) == rows ? input->get() : Value();
}

/// Returns true if `op` reduces the last of its loops, and has one element for
/// each row.
static bool reducesRows(GenericOp op) {
  unsigned loops = op.getNumLoops();
  if (op->getNumResults() != 1 || op.getNumReductionLoops() != 1 || loops < 2 ||
      op.hasDynamicShape() ||
      op.getIteratorTypesArray().back() != utils::IteratorType::reduction)
    return false;
  AffineMap all = AffineMap::getMultiDimIdentityMap(loops, op.getContext());
  return op.getMatchingIndexingMap(op.getDpsInitOperand(0)) ==
         all.dropResult(loops - 1);
}

/// Returns what a reduction by `Combiner` takes in of each element; null if it
/// is another one.
template <typename Combiner> static Value takenIn(GenericOp op) {
  auto combiner = yieldOf(op).getDefiningOp<Combiner>();
  Value out = op.getRegionOutputArgs().front();
  if (!combiner || !out.hasOneUse() ||
      (combiner.getLhs() != out && combiner.getRhs() != out))
    return nullptr;
  return combiner.getLhs() == out ? combiner.getRhs() : combiner.getLhs();
}

static bool isLowest(APFloat value) {
  return value.isInfinity() && value.isNegative();
}

namespace {
/// select(predicate, value, other), or the value alone.
struct Masked {
  Value value;
  Operation *predicate = nullptr;
};
} // namespace

static std::optional<Masked> maskedBy(Value value,
                                      llvm::function_ref<bool(APFloat)> other) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select)
    return Masked{value};
  FloatAttr constant;
  Operation *predicate = select.getCondition().getDefiningOp();
  if (!predicate ||
      !matchPattern(select.getFalseValue(), m_Constant(&constant)) ||
      !other(constant.getValue()))
    return std::nullopt;
  return Masked{select.getTrueValue(), predicate};
}

/// Returns the op that computes `place`, if it does more than to hand on one of
/// its operands.
static Operation *placingOp(Value place) {
  while (auto apply = place.getDefiningOp<affine::AffineApplyOp>()) {
    auto dim = dyn_cast<AffineDimExpr>(apply.getAffineMap().getResult(0));
    if (!dim)
      return apply;
    place = apply.getMapOperands()[dim.getPosition()];
  }
  return place.getDefiningOp();
}

/// Returns true if two bodies compute the same of the place of an element, and
/// of nothing else.
static bool areSamePlaces(Operation *a, Operation *b) {
  if (!a || !b || a->getName() != b->getName() ||
      a->getAttrDictionary() != b->getAttrDictionary() ||
      a->getResultTypes() != b->getResultTypes() || !isPure(a) ||
      a->getNumRegions() || a->getNumOperands() != b->getNumOperands())
    return false;
  return llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                      [](auto both) {
                        auto [left, right] = both;
                        return areSamePlaces(placingOp(left), placingOp(right));
                      });
}

/// Returns true if `value` is `maximum`, or the larger of it and -inf.
static bool isMaximum(Value value, GenericOp op, Value maximum) {
  if (auto both = value.getDefiningOp<arith::MaximumFOp>()) {
    auto isNone = [](Value side) {
      FloatAttr constant;
      return matchPattern(side, m_Constant(&constant)) &&
             isLowest(constant.getValue());
    };
    if (isNone(both.getLhs()))
      return isMaximum(both.getRhs(), op, maximum);
    return isNone(both.getRhs()) && isMaximum(both.getLhs(), op, maximum);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == op.getBody() &&
         op.getMatchingOpOperand(argument)->get() == maximum;
}

/// Returns true if `value` is |m| < inf ? m : 0, or m is finite.
static bool isFiniteMaximum(Value value, Value maximum) {
  auto op = value.getDefiningOp<GenericOp>();
  if (!op || !isElementwise(op))
    return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (!op.getMatchingIndexingMap(input).isIdentity())
      return false;
  auto masked =
      maskedBy(yieldOf(op), [](APFloat other) { return other.isZero(); });
  if (!masked || !masked->predicate || !isMaximum(masked->value, op, maximum))
    return false;
  auto isBelow = dyn_cast<arith::CmpFOp>(masked->predicate);
  FloatAttr bound;
  if (!isBelow || isBelow.getPredicate() != arith::CmpFPredicate::OLT ||
      !matchPattern(isBelow.getRhs(), m_Constant(&bound)) ||
      !bound.getValue().isInfinity() || bound.getValue().isNegative())
    return false;
  auto size = isBelow.getLhs().getDefiningOp<math::AbsFOp>();
  return size && isMaximum(size.getOperand(), op, maximum);
}

namespace {
/// exp(logits - shift), of the elements that count.
struct Exponential {
  Value shift;
  Operation *predicate;
};
} // namespace

/// None where `value`, of the body of `op`, is another one.
static std::optional<Exponential> exponentialOf(Value value, GenericOp op,
                                                Value logits) {
  auto exp = value.getDefiningOp<math::ExpOp>();
  auto difference =
      exp ? exp.getOperand().getDefiningOp<arith::SubFOp>() : nullptr;
  Value argument = argumentOf(logits, op);
  if (!difference || !argument)
    return std::nullopt;
  auto masked = maskedBy(difference.getLhs(), isLowest);
  Value shift = rowOperand(difference.getRhs(), op);
  if (!masked || masked->value != argument || !shift)
    return std::nullopt;
  return Exponential{shift, masked->predicate};
}

namespace {
class Matcher {
public:
  explicit Matcher(GenericOp maximum) : maximum(maximum) {}
  std::optional<Logits> match();

private:
  bool matchChain();
  bool matchMaximum();
  bool addPredicate(Operation *predicate);
  bool matchSum(GenericOp op);
  bool matchUsers();
  bool matchPick(tensor::ExtractOp extract);
  bool addReader(Operation *user);
  bool isShift(Value shift);

  GenericOp maximum;
  Logits result;
  Operation *counted = nullptr; // the predicate of the sum
};
} // namespace

/// The logits are a product, or ops on its elements that nothing else reads.
bool Matcher::matchChain() {
  Value value = maximum.getDpsInputs()[0];
  while (result.chain.size() < maxChain) {
    auto op = value.getDefiningOp<GenericOp>();
    if (!op || op->getBlock() != maximum->getBlock() ||
        op->getNumResults() != 1 || op.hasDynamicShape() ||
        (!result.chain.empty() && !value.hasOneUse()))
      return false;
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    if (!out.isProjectedPermutation() || !out.getNumResults() ||
        !canNestLoop(op, out.getDimPosition(out.getNumResults() - 1)))
      return false;
    result.chain.insert(result.chain.begin(), op);
    if (sumsProducts(op))
      return cast<RankedTensorType>(value.getType()).getElementType().isF32();
    if (!isElementwise(op))
      return false;
    Value inner;
    for (Value input : op.getDpsInputs())
      if (auto producer = input.getDefiningOp<GenericOp>();
          producer && argumentOf(input, op) && !inner &&
          (sumsProducts(producer) || isElementwise(producer)))
        inner = input;
    if (!inner)
      return false;
    value = inner;
  }
  return false;
}

/// Returns true if a maximum begins with no more than each number is.
static bool beginsLowest(GenericOp maximum) {
  auto fill = maximum.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  FloatAttr constant;
  if (!fill || !matchPattern(fill.value(), m_Constant(&constant)))
    return false;
  APFloat value = constant.getValue();
  return value.isNegative() && (value.isInfinity() || value.isLargest());
}

bool Matcher::matchMaximum() {
  if (!reducesRows(maximum) || !beginsLowest(maximum) ||
      maximum.getNumDpsInputs() != 1 || !matchChain() ||
      !result.type().getElementType().isF32())
    return false;
  Value taken = takenIn<arith::MaximumFOp>(maximum);
  Value argument = argumentOf(result.value(), maximum);
  if (!taken || !argument)
    return false;
  auto masked = maskedBy(taken, isLowest);
  if (!masked || masked->value != argument)
    return false;
  result.maximum = maximum;
  result.predicate = masked->predicate;
  return true;
}

bool Matcher::isShift(Value shift) {
  Value known = maximum->getResult(0);
  if (shift != known && !isFiniteMaximum(shift, known))
    return false;
  result.shift = shift;
  result.isFinite = shift != known;
  return true;
}

/// Takes one more predicate of the elements that the sum counts: the maximum is
/// that of the same ones, or of all.
bool Matcher::addPredicate(Operation *predicate) {
  if (!predicate)
    return true;
  Operation *known = result.predicate ? result.predicate : predicate;
  if (!areSamePlaces(known, predicate))
    return false;
  counted = predicate;
  return true;
}

bool Matcher::matchSum(GenericOp op) {
  if (result.sum || !reducesRows(op) || op->getBlock() != maximum->getBlock())
    return false;
  Value taken = takenIn<arith::AddFOp>(op);
  if (!taken)
    return false;
  auto masked = maskedBy(taken, [](APFloat other) { return other.isZero(); });
  if (!masked || !addPredicate(masked->predicate))
    return false;
  if (result.exponentials) {
    if (op.getNumDpsInputs() != 1 ||
        masked->value != argumentOf(result.exponentials->getResult(0), op))
      return false;
  } else if (auto own = exponentialOf(masked->value, op, result.value());
             !own || !isShift(own->shift) || !addPredicate(own->predicate)) {
    return false;
  }
  result.sum = op;
  return true;
}

/// Returns true if a body computes `value` of its inputs alone.
static bool readsInputs(Value value, GenericOp op) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !llvm::is_contained(op.getRegionOutputArgs(), argument);
  Operation *source = value.getDefiningOp();
  return source->getParentOp() != op ||
         (isPure(source) && !source->getNumRegions() &&
          llvm::all_of(source->getOperands(), [&](Value operand) {
            return readsInputs(operand, op);
          }));
}

/// The element at the op's own row, at a place that it computes.
bool Matcher::matchPick(tensor::ExtractOp extract) {
  auto op = dyn_cast<GenericOp>(extract->getParentOp());
  if (!op || op->getBlock() != maximum->getBlock() ||
      op.getNumLoops() != result.row() ||
      ArrayRef(op.getStaticLoopRanges()) !=
          result.type().getShape().drop_back() ||
      !readsInputs(extract.getIndices().back(), op))
    return false;
  for (auto [i, place] : llvm::enumerate(extract.getIndices().drop_back())) {
    auto own = dyn_cast_or_null<linalg::IndexOp>(placingOp(place));
    if (!own || own.getDim() != i || own->getParentOp() != op)
      return false;
  }
  result.picks.push_back({op, extract});
  return true;
}

bool Matcher::addReader(Operation *user) {
  auto op = dyn_cast<GenericOp>(user);
  if (!op || op->getBlock() != maximum->getBlock() || !isElementwise(op) ||
      (result.reader && result.reader != op) ||
      op.getNumLoops() != result.row() + 1)
    return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (bool isRead = input->get() == result.value() ||
                      (result.exponentials &&
                       input->get() == result.exponentials->getResult(0));
        isRead && !op.getMatchingIndexingMap(input).isIdentity())
      return false;
  result.reader = op;
  return true;
}

bool Matcher::matchUsers() {
  SmallVector<Operation *> others;
  for (Operation *user : result.value().getUsers()) {
    if (user == maximum)
      continue;
    auto op = dyn_cast<GenericOp>(user);
    auto own = op && op->getBlock() == maximum->getBlock() && isElementwise(op)
                   ? exponentialOf(yieldOf(op), op, result.value())
                   : std::nullopt;
    if (own && !result.exponentials && isShift(own->shift) &&
        addPredicate(own->predicate))
      result.exponentials = op;
    else
      others.push_back(user);
  }
  if (result.exponentials)
    llvm::append_range(others, result.exponentials->getUsers());
  for (Operation *user : others) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(user)) {
      if (extract.getTensor() != result.value() || !matchPick(extract))
        return false;
    } else if (auto op = dyn_cast<GenericOp>(user);
               !(op && op.getNumReductionLoops() && matchSum(op)) &&
               !addReader(user)) {
      return false;
    }
  }
  // a maximum of fewer elements bounds no other exponential
  if (result.predicate && !counted)
    return false;
  result.predicate = counted;
  return result.sum != nullptr;
}

std::optional<Logits> Matcher::match() {
  if (!matchMaximum() || !matchUsers())
    return std::nullopt;
  if (GenericOp reader = result.reader) {
    auto type = cast<RankedTensorType>(reader->getResult(0).getType());
    if (type.getElementTypeBitWidth() >= 32)
      return std::nullopt; // stored as many bytes
  }
  return result;
}

std::optional<Logits> amp::lowering::matchLogits(GenericOp maximum) {
  return Matcher(maximum).match();
}
