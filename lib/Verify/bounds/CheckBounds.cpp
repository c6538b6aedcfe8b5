// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply %count, %count : f16, %count up to 512
//   ==>   breaks "a low format holds what is known to occur"
#include "lib/Verify/bounds/CheckBounds.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/bounds/BoundsAnalysis.h"
#include "lib/Verify/bounds/Conditioning.h"
#include "lib/Verify/bounds/Exponentials.h"
#include "lib/Verify/bounds/Powers.h"
#include "lib/Verify/match/Record.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
class BoundsChecker {
public:
  BoundsChecker(ModuleOp output, const InputGraph &graph, const Roles &roles,
                const StatedRanges &statedRanges, FloatType low);

  LogicalResult run();

  const OpenValues &getOpen() const { return open; }

private:
  using Flow = Dataflow<BoundsAnalysis>;
  /// Low operand or result: the op, and the index among operands, then results.
  using Place = std::pair<Operation *, unsigned>;
  using Visitor = function_ref<void(Operation *, unsigned, Value, bool,
                                    const ValueBounds &)>;

  ValueBounds enter(BlockArgument argument, std::optional<double> probe) const;
  void analyse(std::optional<double> probe, Visitor visit);
  void visitOp(Operation *op, const Flow::Solution &solution,
               Visitor visit) const;
  bool overflows(const ValueBounds &bounds) const {
    return bounds.top >= overflow || bounds.bottom <= -overflow;
  }
  void addOpen(Operation *op, const Flow::Solution &solution);
  void refuse(Operation *op, const ValueBounds &bounds, StringRef when);
  void checkConditioning(Operation *op, const Flow::Solution &solution);
  void checkFactor(Operation *op, Value product,
                   const Flow::Solution &solution);
  Operation *makerOf(Value value) const;
  bool isWhole(Value value, bool &isCounted, unsigned depth = 0) const;
  void checkCount(Operation *op, Value count, const ValueBounds &bounds);

  ModuleOp output;
  const Roles &roles;
  const StatedRanges &statedRanges;
  FloatType low;
  double overflow, vanishing;
  llvm::DenseSet<Value> byClaim; ///< low only because ranges override a denial
  llvm::DenseSet<Operation *> asked;
  BoundsAnalysis analysis;
  Flow flow;
  const Conditioning conditioning;
  OpenValues open;
  bool knowsLoops = false; ///< bounds of loop-carried values are known
  bool asksLoops = false; ///< bounds of loop-carried values may remove an error
  bool isBroken = false;
};
} // namespace

BoundsChecker::BoundsChecker(ModuleOp output, const InputGraph &graph,
                             const Roles &roles,
                             const StatedRanges &statedRanges, FloatType low)
    : output(output), roles(roles), statedRanges(statedRanges), low(low),
      analysis(output, roles), flow(output, analysis), conditioning(graph) {
  const llvm::fltSemantics &format = low.getFloatSemantics();
  int precision = APFloat::semanticsPrecision(format);
  overflow = APFloat::getLargest(format).convertToDouble() +
             std::ldexp(1, APFloat::semanticsMaxExponent(format) - precision);
  vanishing = std::ldexp(1, APFloat::semanticsMinExponent(format) - precision);
  for (const ProgramNode &node : graph.nodes)
    if (node.isAsked)
      asked.insert(node.op);
  if (statedRanges.hasRecorded())
    return;
  llvm::BitVector denied = findDeniedByPath(graph);
  for (unsigned n : denied.set_bits())
    for (Value value : graph.valuesOf(n))
      byClaim.insert(value);
}

/// Returns the bounds of an argument: any f32, the declared range or the probe.
ValueBounds BoundsChecker::enter(BlockArgument argument,
                                 std::optional<double> probe) const {
  ValueBounds bounds = ValueBounds::ofType(argument.getType());
  if (!isFloat(argument.getType()))
    return bounds;
  if (RangeAttr range = statedRanges.findDeclared(argument))
    bounds = ValueBounds::between(range.getLo().convertToDouble(),
                                  range.getHi().convertToDouble());
  bounds.isDeclared = bounds.isFinite();
  if (!probe)
    return bounds;
  double value = std::clamp(*probe, bounds.lo, bounds.hi);
  return ValueBounds::attained(value, value);
}

void BoundsChecker::visitOp(Operation *op, const Flow::Solution &solution,
                            Visitor visit) const {
  if (asked.contains(op) || roles.isAddedCast(op))
    return;
  // Values that the program itself computes in the low type are not checked.
  auto isLowered = [&](Value value) {
    Operation *maker = value.getDefiningOp();
    return roles.lowValues.contains(value) ||
           (maker && roles.isAddedCast(maker));
  };
  auto limited = [&](Value value) {
    return analysis.limited(flow.factOf(solution, value), value);
  };
  if (roles.lowReaders.contains(op))
    for (OpOperand &operand : op->getOpOperands())
      if (elementOf(operand.get().getType()) == low &&
          !StatedRanges::saturates(op) && isLowered(operand.get()))
        visit(op, operand.getOperandNumber(), operand.get(), /*isRead=*/true,
              limited(operand.get()));
  for (OpResult result : op->getResults())
    if (roles.lowValues.contains(result))
      visit(op, op->getNumOperands() + result.getResultNumber(), result,
            /*isRead=*/false, limited(result));
}

/// Returns true if `op` returns from a public function, with the types of `io`.
static bool isInterface(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op->getParentOp());
  return function && function.isPublic() && op->hasTrait<OpTrait::ReturnLike>();
}

void BoundsChecker::analyse(std::optional<double> probe, Visitor visit) {
  flow.clear();
  if (!probe)
    open.clear();
  for (auto function : output.getOps<FunctionOpInterface>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    SmallVector<ValueBounds> entry;
    for (BlockArgument argument : function.getArguments())
      entry.push_back(enter(argument, probe));
    flow.forEach(flow.solve(function, entry),
                 [&](Operation *op, const Flow::Solution &solution) {
                   visitOp(op, solution, visit);
                   if (probe)
                     return;
                   addOpen(op, solution);
                   checkConditioning(op, solution);
                   visitOp(op, solution,
                           [&](Operation *, unsigned, Value value, bool,
                               const ValueBounds &bounds) {
                             if (bounds.isGuarded)
                               return;
                             if (bounds.isFinite())
                               checkCount(op, value, bounds);
                             else
                               checkFactor(op, value, solution);
                           });
                 });
  }
}

void BoundsChecker::addOpen(Operation *op, const Flow::Solution &solution) {
  auto add = [&](Value value) {
    if (!isFloat(value.getType()))
      return;
    ValueBounds bounds = analysis.limited(flow.factOf(solution, value), value);
    if (!bounds.isFinite() && !bounds.isGuarded)
      open.insert(value);
  };
  llvm::for_each(op->getOperands(), add);
  llvm::for_each(op->getResults(), add);
}

void BoundsChecker::refuse(Operation *op, const ValueBounds &bounds,
                           StringRef when) {
  if (std::exchange(isBroken, true))
    return;
  double reach = bounds.top >= -bounds.bottom ? bounds.top : bounds.bottom;
  if (!overflows(bounds) && bounds.magnitude() >= overflow)
    reach = bounds.hi >= -bounds.lo ? bounds.hi : bounds.lo;
  breaks(op, Guarantee::ranges)
      << "expects a format that holds " << llvm::formatv("{0:e1}", reach).str()
      << when << ", but got " << low;
}

/// Returns the op that computes `value`, before inserted casts and layout ops.
Operation *BoundsChecker::makerOf(Value value) const {
  Operation *maker = value.getDefiningOp();
  while (maker && maker->getNumOperands() == 1) {
    const OpRow *row = lookupRow(maker);
    if (!roles.isAddedCast(maker) && (!row || row->opClass != OpClass::layout))
      break;
    maker = maker->getOperand(0).getDefiningOp();
  }
  return maker;
}

/// Returns true if all elements of a float value are small integers: converted
/// from an integer type (sets `isCounted`), or selected among constants that
/// are integral in the input.
bool BoundsChecker::isWhole(Value value, bool &isCounted,
                            unsigned depth) const {
  constexpr unsigned most = 4;
  Operation *maker = makerOf(value);
  if (!maker || depth == most)
    return false;
  // Matmul units represent integers of eight bits exactly.
  if (isHlo(maker, OpKind::convert)) {
    auto from =
        dyn_cast<IntegerType>(elementOf(maker->getOperand(0).getType()));
    isCounted |= from != nullptr;
    return from && from.getWidth() <= 8;
  }
  if (isHlo(maker, OpKind::select))
    return isWhole(maker->getOperand(1), isCounted, depth + 1) &&
           isWhole(maker->getOperand(2), isCounted, depth + 1);
  if (maker->getNumResults() != 1 || roles.inexact.contains(maker))
    return false;
  std::optional<double> number = readSplat(maker->getResult(0));
  return number && std::trunc(*number) == *number && std::abs(*number) <= 0x1p8;
}

/// Checks sums of integers: a format of precision p represents counts exactly
/// only up to 2^p. The bounds of a sum include the f32 rounding error, less
/// than one.
void BoundsChecker::checkCount(Operation *op, Value count,
                               const ValueBounds &bounds) {
  Operation *maker = makerOf(count);
  const OpRow *row = maker ? lookupRow(maker) : nullptr;
  double most =
      std::ldexp(1, APFloat::semanticsPrecision(low.getFloatSemantics()));
  if (isBroken || statedRanges.hasRecorded() || !row || bounds.isDeclared ||
      bounds.magnitude() < most + 1 || isInterface(op) ||
      (row->opClass != OpClass::contraction && !isHlo(maker, OpKind::reduce)) ||
      maker->getNumOperands() != 2)
    return;
  // A contraction with K = 1 does not count elements.
  bool isCounted = !isOuterProduct(maker);
  if (!isWhole(maker->getOperand(0), isCounted) ||
      !isWhole(maker->getOperand(1), isCounted) || !isCounted)
    return;
  isBroken = true;
  breaks(op, Guarantee::ranges)
      << "expects a format that holds each count up to "
      << llvm::formatv("{0:e1}", bounds.magnitude()).str() << ", but got "
      << low;
}

/// Checks multiplications of data by a constant that the format cannot
/// represent: the product would be infinite or zero. `product` is unbounded,
/// and a low operand or result of `op`.
void BoundsChecker::checkFactor(Operation *op, Value product,
                                const Flow::Solution &solution) {
  Operation *maker = makerOf(product);
  const OpRow *row = maker ? lookupRow(maker) : nullptr;
  bool divides = maker && namedKindOf(maker) == OpKind::divide;
  if (isBroken || statedRanges.hasRecorded() || !row ||
      maker->getNumOperands() != 2 ||
      (!divides && namedKindOf(maker) != OpKind::multiply))
    return;
  auto boundsAt = [&](unsigned number) {
    Value value = maker->getOperand(number);
    return analysis.limited(flow.factOf(solution, value), value);
  };
  // In f32, 1 / (1 - c) may be as large as the inverse of the unit roundoff.
  constexpr double unit = 0x1p-20;
  ValueBounds divisor = boundsAt(1);
  Operation *difference = makerOf(maker->getOperand(1));
  bool isDifference = divides && difference &&
                      (namedKindOf(difference) == OpKind::subtract ||
                       namedKindOf(difference) == OpKind::add);
  double least = std::min(std::abs(divisor.lo), std::abs(divisor.hi));
  if (isDifference && divisor.isSet && divisor.isFinite() &&
      !divisor.isSummed && !divisor.isDeclared && !divisor.isGuarded &&
      divisor.lo != divisor.hi && least <= unit * divisor.magnitude() &&
      1 / (divisor.magnitude() * std::ldexp(1, -23)) >= overflow) {
    isBroken = true;
    breaks(op, Guarantee::ranges) << "expects a format that holds the quotient "
                                     "of a difference near zero, but got "
                                  << low;
    return;
  }
  for (unsigned i : {0u, 1u}) {
    ValueBounds factor = boundsAt(i), data = boundsAt(1 - i);
    if ((divides && i == 0) || factor.lo != factor.hi || factor.lo == 0 ||
        !std::isfinite(factor.lo) || data.isFinite() || data.isGuarded)
      continue;
    double scale = std::abs(divides ? 1 / factor.lo : factor.lo);
    if (scale < overflow && (scale > vanishing || isInterface(op)))
      continue;
    isBroken = true;
    breaks(op, Guarantee::ranges)
        << "expects a format that holds data times "
        << llvm::formatv("{0:e1}", scale).str() << ", but got " << low;
    return;
  }
}

void BoundsChecker::checkConditioning(Operation *op,
                                      const Flow::Solution &solution) {
  if (isBroken || statedRanges.hasRecorded() || op->getNumOperands() == 0 ||
      op->getNumResults() == 0)
    return;
  auto boundsOf = [&](Value value) {
    return analysis.limited(flow.factOf(solution, value), value);
  };
  if (conditioning.isRoundedDeviation(op)) {
    isBroken = true;
    breaks(op, Guarantee::structure) << "expects f32 for a value less its mean";
    return;
  }
  ValueBounds first = boundsOf(op->getOperand(0));
  bool isAngle = conditioning.isRoundedAngle(op, first);
  bool isEnd = conditioning.isRoundedEnd(op, first);
  if (!isAngle && !isEnd &&
      (op->getNumOperands() < 2 ||
       !conditioning.isRoundedDifference(op, first, boundsOf(op->getOperand(1)),
                                         boundsOf(op->getResult(0)))))
    return;
  asksLoops = true;
  if (!knowsLoops)
    return;
  isBroken = true;
  breaks(op, Guarantee::structure)
      << (isAngle ? "expects f32 for an angle of unknown size"
          : isEnd ? "expects f32 for an operand near the end of the domain"
                  : "expects f32 for a difference of near values that a root, "
                    "logarithm or division reads");
}

namespace {
/// Trial input: the value of all elements of all arguments.
struct Probe {
  double input;
  StringLiteral text;
};
} // namespace

static constexpr Probe probes[] = {{1, "1"},       {-1, "-1"},
                                   {0, "0"},       {300, "300"},
                                   {-300, "-300"}, {1e38, "1e38"}};

LogicalResult BoundsChecker::run() {
  llvm::DenseSet<Place> open;
  auto judge = [&](Operation *op, unsigned place, Value value, bool isRead,
                   const ValueBounds &bounds) {
    // A value that is infinite in every run is infinite in f32, too.
    bool isInfinite = bounds.lo == bounds.hi && std::isinf(bounds.lo);
    if (bounds.isGuarded || !bounds.isSet || isInfinite)
      return;
    if (overflows(bounds) && bounds.isFinite())
      return refuse(op, bounds, ", which occurs in every run");
    // The user chose the types of the interface. The only error there is a
    // value that becomes infinite in every run.
    if (isInterface(op))
      return;
    // Hardware may flush subnormal numbers of f32 to zero.
    constexpr double leastNormal = 0x1p-126;
    bool vanishes =
        bounds.magnitude() <= vanishing &&
        (bounds.top >= leastNormal || bounds.bottom <= -leastNormal);
    if (vanishes)
      return refuse(op, bounds, ", which occurs in every run");
    bool isBounded = bounds.isFinite() && !bounds.isDeclared &&
                     bounds.magnitude() >= overflow;
    if (isBounded && !bounds.isSummed && !knowsLoops) {
      asksLoops = true;
      return;
    }
    if (isBounded && !bounds.isSummed)
      return refuse(op, bounds, ", which the program bounds");
    bool isClaimed =
        !isRead && byClaim.contains(value) && bounds.magnitude() >= overflow;
    if (isBounded || isClaimed)
      open.insert({op, place});
  };
  // The results of loops with a known trip count are bounded as well.
  output.walk([&](Operation *op) {
    asksLoops |= isHlo(op, OpKind::while_) && findTripCount(op);
  });
  analyse(std::nullopt, judge);
  if (asksLoops && !isBroken) {
    analysis.boundLoops(output, flow);
    knowsLoops = true;
    open.clear();
    analyse(std::nullopt, judge);
  }
  for (const Probe &probe : probes) {
    if (isBroken || open.empty())
      break;
    analyse(probe.input, [&](Operation *op, unsigned place, Value, bool,
                             const ValueBounds &bounds) {
      if (open.contains({op, place}) && !bounds.isGuarded && overflows(bounds))
        refuse(op, bounds,
               (", which occurs where inputs are " + probe.text).str());
    });
  }
  return failure(isBroken);
}

LogicalResult amp::verify::checkBounds(ModuleOp output, const InputGraph &graph,
                                       const Roles &roles,
                                       const StatedRanges &statedRanges,
                                       FloatType low) {
  BoundsChecker checker(output, graph, roles, statedRanges, low);
  if (failed(checker.run()))
    return failure();
  if (statedRanges.hasRecorded())
    return success();
  return failure(failed(checkPowers(graph, checker.getOpen(), low)) ||
                 failed(checkExponentials(graph, checker.getOpen(), low)));
}
