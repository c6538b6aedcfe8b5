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

/// Returns the block argument of `op` for `value`, if `op` reads `value` by an
/// identity map; else null.
static Value argumentOf(Value value, GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == value && op.getMatchingIndexingMap(input).isIdentity())
      return op.getMatchingBlockArgument(input);
  return nullptr;
}

/// Returns the operand of the block argument `argument`, if the operand has one
/// element per row; else null.
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

/// Returns true if `op` reduces its last loop, to one element per row.
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

/// Returns the value that a reduction by `Combiner` accumulates for each
/// element; null for other reductions.
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
/// select(predicate, value, other), or `value` alone.
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

/// Returns the op that computes the position `place`, looking through ops that
/// only forward an operand.
static Operation *placingOp(Value place) {
  while (auto apply = place.getDefiningOp<affine::AffineApplyOp>()) {
    auto dim = dyn_cast<AffineDimExpr>(apply.getAffineMap().getResult(0));
    if (!dim)
      return apply;
    place = apply.getMapOperands()[dim.getPosition()];
  }
  return place.getDefiningOp();
}

/// Returns true if `a` and `b` compute the same function of the position of an
/// element, and of nothing else.
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

/// Returns true if `value` is |m| < inf ? m : 0, with m = `maximum`.
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
/// exp(logits - shift), of the elements for which `predicate` is true.
struct Exponential {
  Value shift;
  Operation *predicate;
};
} // namespace

/// Returns the exponential that `value`, in the body of `op`, is; else none.
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

/// Matches a matmul, then elementwise ops that have no other users in between.
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
    if (isContraction(op))
      return cast<RankedTensorType>(value.getType()).getElementType().isF32();
    if (!isElementwise(op))
      return false;
    Value inner;
    for (Value input : op.getDpsInputs())
      if (auto producer = input.getDefiningOp<GenericOp>();
          producer && argumentOf(input, op) && !inner &&
          (isContraction(producer) || isElementwise(producer)))
        inner = input;
    if (!inner)
      return false;
    value = inner;
  }
  return false;
}

/// Returns true if the initial value of `maximum` is -inf or the lowest number.
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

/// Records another predicate of the elements of the sum. The maximum must be
/// over the same elements, or over all.
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

/// Returns true if the body of `op` computes `value` from its inputs alone.
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

/// Matches an extract from the op's own row, at a column that the op computes.
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
  // a maximum over fewer elements is no bound of the other exponentials
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
      return std::nullopt; // its result has no fewer bytes
  }
  return result;
}

std::optional<Logits> amp::lowering::matchLogits(GenericOp maximum) {
  return Matcher(maximum).match();
}
