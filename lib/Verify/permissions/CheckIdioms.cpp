// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// subtract %x, f32(bf16(%x)) : f16     ==>   breaks "… stay f32"
// subtract %c, (subtract %c, %x) : bf16   ==>   breaks "… stay f32"
// ((%x * a + b) * %x + c) * %x + d : bf16   ==>   breaks "… stay f32"
// multiply %x, 1.128 : bf16   ==>   breaks "… stay f32"
// exponential(transpose(%x : bf16) : f32)   ==>   breaks "… stay f32"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/StatedRanges.h"
#include "lib/Verify/match/Record.h"
#include "lib/Verify/permissions/Pins.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
class IdiomChecker {
public:
  IdiomChecker(const InputGraph &graph) : graph(graph) {}

  LogicalResult checkCancellation(Operation *sum) const;
  LogicalResult checkResidue(const ProgramNode &node) const;
  LogicalResult checkSquares(unsigned product) const;
  LogicalResult checkPolynomial(Operation *sum);
  LogicalResult checkTies(const ProgramNode &node) const;
  LogicalResult checkConstants(const ProgramNode &node,
                               const StatedRanges &statedRanges,
                               FloatType low) const;

private:
  struct Summand {
    Value value;
    int sign;
    unsigned side; ///< operand of the whole sum that contains the value
    SmallVector<Operation *, 4> sums; ///< from the whole sum to the value
  };
  SmallVector<Summand> summandsOf(Operation *sum) const;
  Value unrounded(Value value) const;
  bool isOneNumber(Value value) const;
  LogicalResult checkStep(Operation *sum, Operation *product) const;

  /// Step of Horner's scheme: x * p + constant; p is a step in x, or a
  /// constant.
  struct Step {
    Operation *product = nullptr;
    Operation *previous = nullptr; ///< the sum p; null if p is a constant
    Value variable;
    unsigned length = 0; ///< number of steps up to this one
  };
  Step findStep(Operation *sum) const;

  const InputGraph &graph;
  llvm::DenseMap<Operation *, Step> steps;
};
} // namespace

/// Returns the f32 value that the program itself rounds to a narrower type, and
/// converts back, to compute `value`; null if none.
Value IdiomChecker::unrounded(Value value) const {
  Operation *wider = value.getDefiningOp();
  if (isHlo(wider, OpKind::reduce_precision))
    return graph.originOf(wider->getOperand(0));
  if (!wider || !isFloatConvert(wider) || !isF32(value.getType()))
    return {};
  Operation *narrower = graph.originOf(wider->getOperand(0)).getDefiningOp();
  auto narrow =
      narrower && isFloatConvert(narrower)
          ? dyn_cast<FloatType>(elementOf(narrower->getResult(0).getType()))
          : FloatType();
  return narrow && narrow.getWidth() < 32 &&
                 isF32(narrower->getOperand(0).getType())
             ? graph.originOf(narrower->getOperand(0))
             : Value();
}

/// Returns the values whose sum is `sum`, and the sums that they are part of;
/// the sign of a value is that of its coefficient.
SmallVector<IdiomChecker::Summand>
IdiomChecker::summandsOf(Operation *sum) const {
  constexpr unsigned most = 16;
  SmallVector<Summand> all = {{sum->getResult(0), 1, 0, {}}};
  for (unsigned next = 0; next < all.size() && all.size() < most; ++next) {
    Operation *op = all[next].value.getDefiningOp();
    OpKind kind = namedKindOf(op);
    bool isSum = kind == OpKind::add || kind == OpKind::subtract;
    if (!isSum && kind != OpKind::negate)
      continue;
    for (auto [i, operand] :
         llvm::enumerate(op->getOperands().take_front(isSum ? 2 : 1))) {
      Summand part = all[next];
      part.value = graph.originOf(operand);
      part.sign *= kind == OpKind::add || (isSum && i == 0) ? 1 : -1;
      part.side = next == 0 ? i : part.side;
      part.sums.push_back(op);
      all.push_back(part);
    }
  }
  return all;
}

/// Checks that no op between a sum and summands of its two operands that cancel
/// is low.
LogicalResult IdiomChecker::checkCancellation(Operation *sum) const {
  auto withoutSign = [&](Value value) {
    value = graph.originOf(value);
    while (namedKindOf(value.getDefiningOp()) == OpKind::negate)
      value = graph.originOf(value.getDefiningOp()->getOperand(0));
    return value;
  };
  if (withoutSign(sum->getOperand(0)) == withoutSign(sum->getOperand(1)))
    return success(); // x - x is exact, and x + x too
  SmallVector<Summand> summands = summandsOf(sum);
  auto isRounded = [&](Operation *op) {
    std::optional<unsigned> number = graph.nodeOf(op->getResult(0));
    return number && graph.nodes[*number].isLow &&
           !graph.nodes[*number].isForced;
  };
  for (auto [i, one] : llvm::enumerate(summands))
    for (const Summand &other : ArrayRef(summands).take_front(i)) {
      // Rounded constants may be equal although those of the input are not.
      std::optional<double> number =
          isF32(one.value.getType()) ? readSplat(one.value) : std::nullopt;
      bool areSame =
          one.value == other.value || (number && isF32(other.value.getType()) &&
                                       number == readSplat(other.value));
      if (!areSame || one.sign == other.sign || one.side == other.side)
        continue;
      for (const Summand &summand : {one, other})
        if (auto rounded = llvm::find_if(summand.sums, isRounded);
            rounded != summand.sums.end())
          return breaks(*rounded, Guarantee::structure)
                 << "expects f32 where terms of a sum cancel";
    }
  return success();
}

LogicalResult IdiomChecker::checkResidue(const ProgramNode &node) const {
  if (node.isForced || node.op->getNumOperands() != 2 ||
      namedKindOf(node.op) != OpKind::subtract)
    return success();
  Value left = graph.originOf(node.op->getOperand(0)),
        right = graph.originOf(node.op->getOperand(1));
  if (unrounded(left) != right && unrounded(right) != left)
    return success();
  return breaks(node.op, Guarantee::structure)
         << "expects f32 where the program computes its own rounding error";
}

bool IdiomChecker::isOneNumber(Value value) const {
  DenseElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat();
}

/// Checks sums of squares: dot(x * x, 1/n) is a mean, and dot(x, x) without
/// free dimensions is a sum.
LogicalResult IdiomChecker::checkSquares(unsigned product) const {
  const ProgramNode &node = graph.nodes[product];
  if (!node.isProduct || node.op->getNumOperands() < 2 || node.isForced)
    return success();
  Value left = graph.originOf(node.op->getOperand(0)),
        right = graph.originOf(node.op->getOperand(1));
  bool isMean = (graph.isSquare(left) && isOneNumber(right)) ||
                (graph.isSquare(right) && isOneNumber(left));
  auto rankOf = [](Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    return type && type.hasRank() ? type.getRank() : int64_t(-1);
  };
  bool isSum = left == right && node.op->getNumResults() == 1 &&
               rankOf(node.op->getResult(0)) < rankOf(node.op->getOperand(0));
  auto refuseIfLow = [&](unsigned n) -> LogicalResult {
    if (!graph.nodes[n].isLow || graph.nodes[n].isForced)
      return success();
    return breaks(graph.nodes[n].op, Guarantee::structure)
           << "expects f32 where squares are summed";
  };
  if (isMean && failed(refuseIfLow(product)))
    return failure();
  std::optional<unsigned> result = graph.nodeOf(node.op->getResult(0));
  return (isMean || isSum) && result && *result != product
             ? refuseIfLow(*result)
             : success();
}

IdiomChecker::Step IdiomChecker::findStep(Operation *sum) const {
  for (unsigned i : {0, 1}) {
    Operation *product = graph.originOf(sum->getOperand(i)).getDefiningOp();
    if (!isOneNumber(graph.originOf(sum->getOperand(1 - i))) || !product ||
        namedKindOf(product) != OpKind::multiply)
      continue;
    Value left = graph.originOf(product->getOperand(0)),
          right = graph.originOf(product->getOperand(1));
    if (isOneNumber(left))
      return {product, nullptr, right, 1};
    if (isOneNumber(right))
      return {product, nullptr, left, 1};
    for (auto [inner, variable] : {std::pair(left, right), {right, left}})
      if (auto known = steps.find(inner.getDefiningOp());
          known != steps.end() && known->second.variable == variable)
        return {product, known->first, variable, known->second.length + 1};
  }
  return {};
}

LogicalResult IdiomChecker::checkStep(Operation *sum,
                                      Operation *product) const {
  for (Operation *op : {sum, product}) {
    std::optional<unsigned> n = graph.nodeOf(op->getResult(0));
    if (n && graph.nodes[*n].isLow && !graph.nodes[*n].isForced)
      return breaks(op, Guarantee::structure)
             << "expects f32 for the steps of a polynomial";
  }
  return success();
}

/// Checks that three or more steps of Horner's scheme (a polynomial) are f32.
LogicalResult IdiomChecker::checkPolynomial(Operation *sum) {
  OpKind kind = namedKindOf(sum);
  if ((kind != OpKind::add && kind != OpKind::subtract) ||
      sum->getNumOperands() < 2 || sum->getNumResults() != 1)
    return success();
  Step step = findStep(sum);
  if (!step.length)
    return success();
  steps[sum] = step;
  if (step.length == 3)
    for (Operation *inner = step.previous; inner;
         inner = steps.lookup(inner).previous)
      if (failed(checkStep(inner, steps.lookup(inner).product)))
        return failure();
  return step.length >= 3 ? checkStep(sum, step.product) : success();
}

/// Returns true if a reduction sums the mask `maker`, directly or through
/// conversions and data movement: the sum counts ties.
static bool sumsTies(Operation *maker) {
  return llvm::any_of(maker->getUsers(), [](Operation *user) {
    const OpRow *row = lookupRow(user);
    return row && (classOf(user, row) == OpClass::reduction ||
                   ((row->opClass == OpClass::convert ||
                     row->opClass == OpClass::layout) &&
                    sumsTies(user)));
  });
}

/// Checks that a value that is compared with its own maximum is f32, and so are
/// the elementwise ops that compute the value, and the result of a contraction
/// before them.
LogicalResult IdiomChecker::checkTies(const ProgramNode &tested) const {
  Operation *comparison = tested.op;
  if (hloKindOf(comparison) != OpKind::compare || tested.isForced ||
      tested.isAsked || sumsTies(comparison))
    return success();
  for (unsigned i : {0u, 1u}) {
    Operation *extremum =
        graph.originOf(comparison->getOperand(i)).getDefiningOp();
    Value data = graph.originOf(comparison->getOperand(1 - i));
    if (!extremum || !choosesAmongMany(extremum, lookupRow(extremum)) ||
        graph.originOf(extremum->getOperand(0)) != data)
      continue;
    // Follows first operands only: one chain of producers is enough to find an
    // error.
    for (unsigned step = 0; step < 16; ++step) {
      std::optional<unsigned> maker = graph.nodeOf(data);
      if (!maker || graph.nodes[*maker].isCarried ||
          graph.nodes[*maker].isForced)
        break;
      const ProgramNode &node = graph.nodes[*maker];
      bool isResult = !node.isProduct && node.row &&
                      node.row->opClass == OpClass::contraction;
      if (!isResult && !isPerElement(node.row))
        break;
      if (node.isLow && !node.isAsked)
        return breaks(node.op, Guarantee::structure)
               << "expects f32 for a value that is compared with its maximum";
      if (isResult || node.op->getNumOperands() == 0)
        break;
      data = graph.originOf(node.op->getOperand(0));
    }
  }
  return success();
}

/// Checks that f32 arithmetic stays f32 if the low format changes a constant
/// operand by more than 1/512: all results would have the same relative error.
LogicalResult IdiomChecker::checkConstants(const ProgramNode &node,
                                           const StatedRanges &statedRanges,
                                           FloatType low) const {
  static constexpr KindSet arithmetic = {OpKind::add, OpKind::divide,
                                         OpKind::multiply, OpKind::subtract};
  if (node.isForced || !arithmetic.contains(namedKindOf(node.op)))
    return success();
  for (Value operand : node.op->getOperands()) {
    Value origin = graph.originOf(operand);
    DenseElementsAttr constant;
    if (!isFloat(origin.getType()) ||
        !matchPattern(origin, m_Constant(&constant)))
      continue;
    if (Attribute was = statedRanges.findUnrounded(origin))
      constant = dyn_cast<DenseElementsAttr>(was);
    if (!constant || !constant.isSplat())
      continue;
    APFloat exact = constant.getSplatValue<APFloat>(), rounded = exact;
    bool loses;
    rounded.convert(low.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &loses);
    double number = exact.convertToDouble();
    if (std::abs(rounded.convertToDouble() - number) * 512 > std::abs(number))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 beside the constant " << number
             << ", which 16 bits change";
  }
  return success();
}

/// Checks that no value is rounded only for data movement between f32 ops.
static LogicalResult checkMoves(const InputGraph &graph) {
  auto isMove = [&](unsigned n) {
    const ProgramNode &node = graph.nodes[n];
    return node.isLow && node.moves() && !node.isAsked && !node.isShared &&
           node.list == ListKind::clear;
  };
  // Ops with 16-bit values that the pipeline did not lower count, too: calls of
  // shared functions, and 16-bit ops of the input program.
  auto isHalf = [](Type type) {
    auto element = dyn_cast<FloatType>(elementOf(type));
    return element && element.getWidth() < 32;
  };
  // Arguments and results of shared functions have no node. A shared function
  // passes them to its callees and returns their results.
  auto readsUnknownHalf = [&](unsigned n) {
    return llvm::any_of(graph.inputsOf(n), [&](OpOperand *input) {
      Value value = graph.sourceOf(input->get());
      return isHalf(value.getType()) && !graph.nodeOf(value);
    });
  };
  auto returnsToUnknown = [&](unsigned n) {
    return llvm::any_of(graph.valuesOf(n), [&](Value value) {
      return isHalf(value.getType()) &&
             llvm::any_of(value.getUsers(), [&](Operation *user) {
               return isTerminator(user) && graph.isShared(user->getParentOp());
             });
    });
  };
  SmallVector<unsigned> low;
  llvm::BitVector used(graph.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    bool isUsed =
        isMove(number)
            ? node.isCarried &&
                  (readsUnknownHalf(number) || returnsToUnknown(number))
            : node.isLow || llvm::any_of(node.op->getOperandTypes(), isHalf) ||
                  llvm::any_of(node.op->getResultTypes(), isHalf);
    if (!isUsed)
      continue;
    low.push_back(number);
    used.set(number);
  }
  while (!low.empty()) {
    unsigned number = low.pop_back_val();
    for (ArrayRef<unsigned> side :
         {graph.usersOf(number), graph.definitionsOf(number)})
      for (unsigned beside : side)
        if (isMove(beside) && !used.test(beside)) {
          used.set(beside);
          low.push_back(beside);
        }
  }
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isMove(number) && !used.test(number))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 for what is only moved between f32 ops";
  return success();
}

LogicalResult amp::verify::checkIdioms(const InputGraph &graph,
                                       const StatedRanges &statedRanges,
                                       FloatType low) {
  if (failed(checkMoves(graph)))
    return failure();
  IdiomChecker checker(graph);
  bool isShort = low.isF16();
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isCarried || node.op->getNumRegions())
      continue;
    if (node.isLow && (failed(checker.checkResidue(node)) ||
                       failed(checker.checkConstants(node, statedRanges, low))))
      return failure();
    if (isShort && failed(checker.checkSquares(number)))
      return failure();
    OpKind kind = namedKindOf(node.op);
    if ((kind == OpKind::add || kind == OpKind::subtract) &&
        failed(checker.checkCancellation(node.op)))
      return failure();
    if (isPerElement(node.row) && (failed(checker.checkPolynomial(node.op)) ||
                                   failed(checker.checkTies(node))))
      return failure();
  }
  return success();
}
