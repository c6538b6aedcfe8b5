// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (%w) { …; return subtract %w, (%c * %g) }, %w : f16
//   ==>   breaks "… stay f32"
// while (%m) { …; return add %m, f32((%x - %m) / %n : bf16) }
//   ==>   breaks "… stay f32"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isOf(const ProgramNode &node, OpKind kind) {
  return !node.isCarried && kindOf(node.op) == kind;
}

static bool isSum(const ProgramNode &node) {
  return isOf(node, OpKind::add) || isOf(node, OpKind::subtract);
}

namespace {
/// Loop-carried value, and the sums that compute its next value.
class CarriedSum {
public:
  CarriedSum(const InputGraph &graph, unsigned carried, bool isLong,
             double largest)
      : graph(graph), carried(carried), isLong(isLong), largest(largest),
        origins(moveFrom(carried, /*forward=*/false)) {}

  LogicalResult check() const;
  LogicalResult checkProducts(bool isUnbounded) const;
  LogicalResult checkLong() const;

private:
  llvm::BitVector moveFrom(unsigned node, bool forward) const;
  LogicalResult checkOffsets(unsigned product) const;
  bool counts(unsigned sum) const;
  bool updates(unsigned sum) const;
  bool isScalar(unsigned node) const;
  bool isRate(unsigned node) const;
  bool hands(unsigned node) const;
  bool isConstantFactor(unsigned product, bool orScalar = false) const;
  unsigned findOrigin(unsigned node) const;
  bool isCarried(Value operand, bool &isScaled, bool byScalar = false) const;
  bool isChanged(unsigned carriedValue) const;
  llvm::BitVector statistic(unsigned sum) const;
  bool isPower(unsigned node) const;
  bool isClamped(unsigned node) const;
  llvm::SmallDenseSet<unsigned> factorsFrom(unsigned node, bool forward,
                                            bool stopsAtClamps = false) const;

  const InputGraph &graph;
  const unsigned carried;
  const bool isLong;    ///< trip count exceeds the exact integers of the format
  const double largest; ///< largest number of the format
  /// Sources of the next value, through data movement.
  const llvm::BitVector origins;
};
} // namespace

/// Returns true if the next value may be one that a node reads: moved, chosen,
/// with another sign, or rounded.
bool CarriedSum::hands(unsigned number) const {
  const ProgramNode &node = graph.nodes[number];
  bool hasSign = isOf(node, OpKind::multiply) &&
                 llvm::any_of(node.op->getOperands(), [&](Value factor) {
                   Operation *maker = graph.originOf(factor).getDefiningOp();
                   return isHlo(maker, OpKind::sign);
                 });
  if (hasSign)
    return true;
  constexpr KindSet kinds = {
      OpKind::abs,    OpKind::clamp,  OpKind::maximum,
      OpKind::maxnum, OpKind::minnum, OpKind::minimum,
      OpKind::negate, OpKind::select, OpKind::reduce_precision};
  return node.moves() || (!node.isCarried && (kinds.contains(kindOf(node.op)) ||
                                              isPlacement(node.op)));
}

/// Returns the nodes that a value is handed from (`forward`: to), perhaps times
/// constants and scalars or plus others, including the ends. The search stops
/// at `carried`.
llvm::BitVector CarriedSum::moveFrom(unsigned node, bool forward) const {
  llvm::BitVector seen(graph.size());
  SmallVector<unsigned> work = {node};
  while (!work.empty()) {
    unsigned at = work.pop_back_val();
    for (unsigned next :
         forward ? graph.usersOf(at) : graph.definitionsOf(at)) {
      if (seen.test(next))
        continue;
      seen.set(next);
      if (next != carried &&
          (hands(next) || isConstantFactor(next) || isSum(graph.nodes[next])))
        work.push_back(next);
    }
  }
  return seen;
}

/// Returns true if `sum` adds constants (in long loops: any values) to the
/// value.
bool CarriedSum::counts(unsigned sum) const {
  if (!isOf(graph.nodes[sum], OpKind::add))
    return false;
  llvm::BitVector parts = moveFrom(sum, /*forward=*/false);
  if (!parts.test(carried) || isLong)
    return parts.test(carried);
  parts.reset(carried);
  return llvm::all_of(graph.nodes[sum].op->getOperands(),
                      [&](Value v) { return graph.nodeOf(v).has_value(); }) &&
         llvm::all_of(parts.set_bits(), [&](unsigned n) {
           return graph.nodes[n].isConstant() || hands(n);
         });
}

/// Returns true if a node has one scalar result, or moves a scalar argument.
bool CarriedSum::isScalar(unsigned number) const {
  const ProgramNode &node = graph.nodes[number];
  if (node.isCarried || node.isProduct)
    return false;
  if (node.op->getNumResults() == 1 &&
      countElements(node.op->getResult(0).getType()) == 1.0)
    return true;
  return node.moves() && graph.definitionsOf(number).empty() &&
         !node.readsArguments && node.op->getNumOperands() == 1;
}

/// Returns true for values that elementwise ops compute from scalars alone,
/// such as a learning rate. The factor of one layer, a slice of an array, is
/// none.
bool CarriedSum::isRate(unsigned number) const {
  SmallVector<unsigned> work = {number};
  llvm::SmallDenseSet<unsigned> seen = {number};
  while (!work.empty()) {
    unsigned at = work.pop_back_val();
    const ProgramNode &node = graph.nodes[at];
    if (node.isConstant())
      continue;
    SmallVector<Value> values = graph.valuesOf(at);
    bool isOne =
        values.size() > 0 && countElements(values.front().getType()) == 1.0;
    if (node.isProduct || node.readsArguments ||
        isa<FunctionOpInterface>(node.op) || (node.isCarried && !isOne) ||
        (!isOne && !node.moves() && !isPerElement(node.row)))
      return false;
    for (unsigned maker : graph.definitionsOf(at))
      if (seen.insert(maker).second)
        work.push_back(maker);
  }
  return true;
}

/// Returns the node whose value `node` forwards through data movement.
unsigned CarriedSum::findOrigin(unsigned node) const {
  // A loop may forward a value only to itself, which is a cycle.
  llvm::SmallDenseSet<unsigned> seen;
  while (graph.nodes[node].moves() && graph.definitionsOf(node).size() == 1 &&
         seen.insert(node).second)
    node = graph.definitionsOf(node).front();
  return node;
}

/// Returns true if a node clamps its operand to constants that the format
/// represents.
bool CarriedSum::isClamped(unsigned node) const {
  if (!isOf(graph.nodes[node], OpKind::clamp))
    return false;
  Operation *op = graph.nodes[node].op;
  std::optional<double> least = readSplat(graph.originOf(op->getOperand(0))),
                        most = readSplat(graph.originOf(op->getOperand(2)));
  return least && most && *least >= -largest && *least <= *most &&
         *most <= largest; // neither is NaN
}

bool CarriedSum::isConstantFactor(unsigned product, bool orScalar) const {
  const ProgramNode &node = graph.nodes[product];
  std::optional<unsigned> divisor;
  if (isOf(node, OpKind::divide) && node.op->getNumOperands() == 2)
    divisor = graph.nodeOf(node.op->getOperand(1));
  if (!isOf(node, OpKind::multiply) && !divisor)
    return false;
  return llvm::any_of(graph.definitionsOf(product), [&](unsigned maker) {
    if (divisor && maker != *divisor)
      return false;
    if (isRate(maker))
      return true;
    maker = findOrigin(maker);
    return graph.nodes[maker].isConstant() || (orScalar && isScalar(maker));
  });
}

/// Returns true if an operand is the carried value times constants or rates, or
/// with `byScalar`, times scalars, perhaps plus others. Sets `isScaled` if
/// there is such a factor; for other operands, if one is before the first sum.
bool CarriedSum::isCarried(Value operand, bool &isScaled, bool byScalar) const {
  std::optional<unsigned> first = graph.nodeOf(operand);
  if (!first)
    return false;
  // By node: 1 if a factor leads to it, 2 if a sum does.
  using Visit = std::pair<unsigned, unsigned>;
  SmallVector<Visit> work = {{*first, 0}};
  llvm::SmallDenseSet<Visit> seen = {work.front()};
  bool isFound = false, hasFactor = false;
  while (!work.empty()) {
    auto [node, how] = work.pop_back_val();
    if (node == carried) {
      isFound = true;
      isScaled |= how & 1;
      continue;
    }
    bool isFactor = isConstantFactor(node, byScalar);
    bool adds = isSum(graph.nodes[node]);
    hasFactor |= isFactor && !(how & 2);
    if (!isFactor && !adds && !hands(node))
      continue;
    for (unsigned maker : graph.definitionsOf(node)) {
      Visit next = {maker, how | (isFactor ? 1 : 0) | (adds ? 2 : 0)};
      if (seen.insert(next).second)
        work.push_back(next);
    }
  }
  isScaled |= !isFound && hasFactor;
  return isFound;
}

/// Returns true for updates of the carried w: w - x; a * w + x; w + a * x.
bool CarriedSum::updates(unsigned sum) const {
  const ProgramNode &node = graph.nodes[sum];
  bool isDifference = isOf(node, OpKind::subtract);
  if (!isSum(node) || node.op->getNumOperands() != 2)
    return false;
  for (unsigned side : {0u, 1u}) {
    bool isScaled = false, isOtherScaled = false;
    if (!isCarried(node.op->getOperand(side), isScaled, /*byScalar=*/true))
      continue;
    isCarried(node.op->getOperand(1 - side), isOtherScaled);
    return isScaled || (isDifference ? side == 0 : isOtherScaled);
  }
  return false;
}

/// Returns true if an iteration may change this value of the loop.
bool CarriedSum::isChanged(unsigned carriedValue) const {
  SmallVector<Value> values = graph.valuesOf(carriedValue);
  return llvm::any_of(graph.inputsOf(carriedValue), [&](OpOperand *input) {
    return input->getOwner() != graph.nodes[carriedValue].op &&
           !llvm::is_contained(values, graph.sourceOf(input->get()));
  });
}

/// Returns the ops that compute a running statistic: a sum of increments that
/// do not depend on the statistic, or that elementwise ops compute from
/// differences to carried values.
llvm::BitVector CarriedSum::statistic(unsigned sum) const {
  llvm::BitVector ops(graph.size());
  Operation *op = graph.nodes[sum].op;
  if (!isOf(graph.nodes[sum], OpKind::add) || op->getNumOperands() != 2)
    return ops;
  std::optional<unsigned> increment;
  for (unsigned side : {1u, 0u})
    if (bool isScaled = false;
        isCarried(op->getOperand(side), isScaled) && !isScaled)
      increment = graph.nodeOf(op->getOperand(1 - side));
  if (!increment)
    return ops;
  llvm::BitVector origins = graph.reach({*increment}, /*forward=*/false,
                                        [](unsigned) { return true; });
  if (*increment != carried && !origins.test(carried))
    ops.set(sum);
  // All paths of one iteration, from the loop-carried values.
  Operation *loop = graph.nodes[carried].op;
  SmallVector<unsigned> starts;
  for (unsigned n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].op == loop && isChanged(n))
      starts.push_back(n);
  auto isInBody = [&](unsigned n) { return graph.nodes[n].op != loop; };
  llvm::BitVector paths = graph.reach(starts, /*forward=*/true, isInBody);
  origins = graph.reach({*increment}, /*forward=*/false, isInBody);
  origins.set(*increment);
  paths &= origins;
  bool isDifference = false;
  auto isByElement = [&](unsigned n) {
    return isInBody(n) &&
           (graph.nodes[n].moves() || isPerElement(graph.nodes[n].row));
  };
  for (unsigned n : paths.set_bits())
    if (graph.nodes[n].isProduct)
      return ops;
  llvm::BitVector parts = graph.reach(starts, /*forward=*/true, isByElement);
  llvm::BitVector back =
      graph.reach({*increment}, /*forward=*/false, isByElement);
  back.set(*increment);
  parts &= back;
  for (unsigned n : parts.set_bits())
    isDifference |= isOf(graph.nodes[n], OpKind::subtract);
  if (!isDifference)
    return ops;
  ops |= parts;
  ops.set(sum);
  return ops;
}

/// Returns the products, quotients and doubled values that compute `node`
/// (`forward`: that use it), with selections among them and data movement.
/// Stops at the carried value.
llvm::SmallDenseSet<unsigned>
CarriedSum::factorsFrom(unsigned node, bool forward, bool stopsAtClamps) const {
  llvm::SmallDenseSet<unsigned> seen;
  SmallVector<unsigned> work = {node};
  while (!work.empty()) {
    unsigned from = work.pop_back_val();
    for (unsigned at :
         forward ? graph.usersOf(from) : graph.definitionsOf(from)) {
      const ProgramNode &next = graph.nodes[at];
      bool doubles = isOf(next, OpKind::add) &&
                     next.op->getNumOperands() == 2 &&
                     next.op->getOperand(0) == next.op->getOperand(1);
      bool scales = isPerElement(next.row) &&
                    (isOf(next, OpKind::multiply) ||
                     isOf(next, OpKind::divide) || isOf(next, OpKind::square));
      bool chooses = isOf(next, OpKind::maximum) ||
                     isOf(next, OpKind::minimum) ||
                     isOf(next, OpKind::select) || isOf(next, OpKind::clamp);
      if (at != carried && !(stopsAtClamps && isClamped(at)) &&
          (doubles || scales || chooses || next.moves()) &&
          seen.insert(at).second)
        work.push_back(at);
    }
  }
  return seen;
}

/// Returns true if a node multiplies a value by itself or by a constant.
bool CarriedSum::isPower(unsigned node) const {
  Operation *op = graph.nodes[node].op;
  return op->getNumOperands() == 1 || op->getOperand(0) == op->getOperand(1) ||
         isConstantFactor(node);
}

/// Checks products: n iterations accumulate n rounding errors. If n is unknown,
/// powers may exceed a format with a smaller exponent range than f32.
LogicalResult CarriedSum::checkProducts(bool isUnbounded) const {
  llvm::SmallDenseSet<unsigned> before = factorsFrom(carried, false);
  llvm::SmallDenseSet<unsigned> after = factorsFrom(carried, true);
  auto isFactor = [&](unsigned node) {
    const ProgramNode &made = graph.nodes[node];
    return before.contains(node) &&
           (isOf(made, OpKind::add) || isOf(made, OpKind::multiply) ||
            isOf(made, OpKind::divide) || isOf(made, OpKind::square));
  };
  auto isLow = [&](unsigned node) {
    return graph.nodes[node].isLow && !graph.nodes[node].isAsked;
  };
  auto isByElement = [&](unsigned n) {
    return n != carried &&
           (graph.nodes[n].moves() || isPerElement(graph.nodes[n].row));
  };
  bool hasFactor = llvm::any_of(after, isFactor);
  llvm::BitVector steps = graph.reach({carried}, /*forward=*/true, isByElement);
  steps &= graph.reach({carried}, /*forward=*/false, isByElement);
  for (unsigned node : steps.set_bits())
    if (hasFactor && isLow(node) && !graph.nodes[node].moves())
      return breaks(graph.nodes[node].op, Guarantee::structure)
             << "expects f32 where a loop multiplies a value";
  for (unsigned node : after) {
    isUnbounded &= !isFactor(node) || isPower(node);
    if (isFactor(node) && failed(checkOffsets(node)))
      return failure();
  }
  // A clamp bounds the magnitude, but not the rounding error of the product.
  for (unsigned node : factorsFrom(carried, true, /*stopsAtClamps=*/true))
    if (hasFactor && isUnbounded && isLow(node) && !graph.nodes[node].moves())
      return breaks(graph.nodes[node].op, Guarantee::ranges)
             << "expects f32 for a multiple of a power of unknown size";
  return success();
}

/// Checks the ops through which a long loop computes a value from itself, if
/// none is a contraction or a sum of elements.
LogicalResult CarriedSum::checkLong() const {
  auto reorders = [&](unsigned n) {
    const ProgramNode &node = graph.nodes[n];
    return hands(n) || isOf(node, OpKind::sort) ||
           (!node.isCarried && choosesAmongMany(node.op, node.row)) ||
           (node.row && node.row->opClass == OpClass::gather_scatter);
  };
  auto passes = [&](unsigned n) {
    return n != carried && (isPerElement(graph.nodes[n].row) || reorders(n));
  };
  llvm::BitVector steps = graph.reach({carried}, /*forward=*/true, passes);
  steps &= graph.reach({carried}, /*forward=*/false, passes);
  for (unsigned n : steps.set_bits()) {
    const ProgramNode &node = graph.nodes[n];
    if (node.isLow && !node.isAsked && !node.isForced && !reorders(n))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 for what a long loop computes from itself";
  }
  return success();
}

/// Checks factors of the value that add a constant, 1 + x.
LogicalResult CarriedSum::checkOffsets(unsigned product) const {
  for (Value factor : graph.nodes[product].op->getOperands()) {
    Operation *sum = graph.originOf(factor).getDefiningOp();
    if (isHlo(sum, {OpKind::add, OpKind::subtract}) &&
        sum->getNumOperands() == 2 && graph.isRounded(factor) &&
        llvm::any_of(sum->getOperands(), [&](Value term) {
          return readSplat(graph.originOf(term)).has_value();
        }))
      return breaks(sum, Guarantee::structure)
             << "expects f32 for a factor of what a loop multiplies";
  }
  return success();
}

LogicalResult CarriedSum::check() const {
  for (unsigned sum : origins.set_bits()) {
    bool isCount = counts(sum), isUpdate = updates(sum);
    llvm::BitVector increments(graph.size());
    if (!isCount && !isUpdate)
      increments = statistic(sum);
    if (!isCount && !isUpdate && increments.none())
      continue;
    llvm::BitVector chain = moveFrom(carried, /*forward=*/true);
    chain &= moveFrom(sum, /*forward=*/false);
    llvm::BitVector back = moveFrom(sum, /*forward=*/true);
    back &= origins;
    chain |= back;
    chain |= increments;
    chain.set(sum);
    chain.set(carried);
    for (unsigned node : chain.set_bits())
      if (graph.nodes[node].isLow && !graph.nodes[node].isAsked)
        return breaks(graph.nodes[node].op, Guarantee::structure)
               << "expects f32 where a loop "
               << (isCount ? "counts up" : "updates") << " a value";
  }
  return success();
}

LogicalResult amp::verify::checkCounters(const InputGraph &graph,
                                         FloatType low) {
  double most =
      std::ldexp(1, llvm::APFloat::semanticsPrecision(low.getFloatSemantics()));
  double largest =
      llvm::APFloat::getLargest(low.getFloatSemantics()).convertToDouble();
  bool isNarrow =
      llvm::APFloat::semanticsMaxExponent(low.getFloatSemantics()) <
      llvm::APFloat::semanticsMaxExponent(llvm::APFloat::IEEEsingle());
  for (unsigned n = 0; n < graph.size(); ++n) {
    const ProgramNode &node = graph.nodes[n];
    if (!node.isCarried || !isLoop(node.op))
      continue;
    std::optional<double> tripCount = findTripCount(node.op);
    CarriedSum value(graph, n, tripCount && *tripCount >= most, largest);
    constexpr double longest = 128;
    bool isLong = tripCount && *tripCount >= longest;
    if (failed(value.check()) || (isLong && failed(value.checkLong())) ||
        failed(value.checkProducts(isNarrow && !tripCount)))
      return failure();
  }
  return success();
}
