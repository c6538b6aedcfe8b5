// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// map(%x) { exponential }   ==>   f32, <body, "holds 'stablehlo.exponential',
//                                 denied by 'transcendental'">
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Colours.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/PolicyMatcher.h"
#include "lib/Precision/Structure.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
/// Reason why a body must stay f32.
struct Obstacle {
  std::string why;
  bool isDenied = false;      ///< the parent op counts as denied
  bool outlastsForce = false; ///< fixed types, or a denial of the user
};

class BodyChecker {
public:
  BodyChecker(PolicyAttr policy, const RangeAnalysis &ranges,
              const Magnitudes &magnitudes, FloatType compute)
      : matcher(policy), ranges(ranges), magnitudes(magnitudes),
        compute(compute), limits(compute) {}

  /// Returns the first obstacle in the body of `node`; for a forced node, the
  /// first that outlasts force.
  std::optional<Obstacle> find(const SlotNode &node) const;

private:
  std::optional<Obstacle> findIn(const SlotNode &inner, const SlotNode &around,
                                 bool sharesType) const;
  std::optional<Obstacle> findDenial(const SlotNode &inner,
                                     const SlotNode &around) const;
  std::string findLoss(Operation *op) const;
  std::string findConstantLoss(Operation *constant) const;
  std::string findYieldLoss(Operation *op) const;

  PolicyMatcher matcher;
  const RangeAnalysis &ranges;
  const Magnitudes &magnitudes;
  FloatType compute;
  Limits limits;
};
} // namespace

static std::string holds(Operation *op, const Twine &why) {
  return ("holds '" + op->getName().getStringRef() + "'" + why).str();
}

//===----------------------------------------------------------------------===//
// Policy
//===----------------------------------------------------------------------===//

/// Returns true if the policy of the op covers its body: the user names the op,
/// or the body is a step of a reduction, contraction, scan or collective.
static bool policyCoversBody(const SlotNode &node) {
  OpClass opClass = classOf(node.op, node.row);
  bool isNamed = node.reason &&
                 node.reason.getEntry() == node.op->getName().getIdentifier();
  return node.isForced || isUsers(node.reason) || isNamed ||
         opClass == OpClass::reduction || opClass == OpClass::contraction ||
         opClass == OpClass::scan || opClass == OpClass::collective;
}

static std::string denialOf(ReasonAttr reason) {
  StringRef entry = reason.getEntry() ? reason.getEntry().getValue() : "";
  if (reason.getKind() == ReasonKind::require)
    return (", denied by '" + AmpDialect::requireAttrName + "'").str();
  if (reason.getKind() == ReasonKind::rule)
    return (", denied by the rule '" + entry + "'").str();
  return (", denied by '" + entry + "'").str();
}

std::optional<Obstacle> BodyChecker::findDenial(const SlotNode &inner,
                                                const SlotNode &around) const {
  PolicyMatcher::Verdict verdict = matcher.find(inner);
  bool isOff = verdict.reason.getEntry() &&
               verdict.reason.getEntry().getValue() == offName;
  bool isUsersOwn = isOff || verdict.reason.getKind() == ReasonKind::require;
  // The list entry of a contraction covers the multiply and add in its body.
  if (around.row->opClass == OpClass::contraction && !isUsers(verdict.reason) &&
      !isOff)
    return std::nullopt;
  if (verdict.colour == Colour::deny)
    return Obstacle{holds(inner.op, denialOf(verdict.reason)),
                    /*isDenied=*/true, isUsersOwn};
  // Unlisted ops in bodies that compute in f32 keep their types anyway.
  bool isUnlisted = verdict.colour == Colour::none &&
                    verdict.reason.getKind() == ReasonKind::unlisted;
  if (isUnlisted && bodySharesType(around.op) && !policyCoversBody(around))
    return Obstacle{holds(inner.op, ", which no list names")};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns the loss of rounding the elements of a constant; empty without loss,
/// or if the value is not available (`findIn` then checks the range).
std::string BodyChecker::findConstantLoss(Operation *constant) const {
  Attribute value = findConstantValue(constant);
  auto lossOf = [&](APFloat number) -> StringRef {
    bool wasZero = number.isZero(), wasFinite = number.isFinite(), loses;
    number.convert(compute.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &loses);
    return wasFinite && !number.isFinite() ? "overflows"
           : !wasZero && number.isZero()   ? "becomes zero"
                                           : "";
  };
  if (auto scalar = dyn_cast_if_present<FloatAttr>(value))
    return lossOf(scalar.getValue()).str();
  auto elements = dyn_cast_if_present<DenseFPElementsAttr>(value);
  if (elements && elements.isSplat())
    return lossOf(elements.getSplatValue<APFloat>()).str();
  if (elements)
    for (APFloat number : elements)
      if (StringRef loss = lossOf(number); !loss.empty())
        return loss.str();
  return "";
}

/// Returns the first operand or result of `op` that does not fit in the format,
/// as text; empty if all fit.
std::string BodyChecker::findLoss(Operation *op) const {
  auto look = [&](Value value, Sensitivity read) -> std::string {
    if (!isF32(value.getType()))
      return "";
    return limits.findLoss(ranges.of(value), read, magnitudes.of(value));
  };
  if (isConstantLike(op))
    if (std::string loss = findConstantLoss(op); !loss.empty())
      return loss;
  for (OpOperand &operand : op->getOpOperands())
    if (std::string loss = look(operand.get(), findSensitivity(operand));
        !loss.empty())
      return loss;
  for (Value result : op->getResults())
    if (std::string loss = look(result, Sensitivity::none); !loss.empty())
      return loss;
  return "";
}

/// Checks the yielded values: the only ones that round if a body computes in
/// f32.
std::string BodyChecker::findYieldLoss(Operation *op) const {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value value : block.getTerminator()->getOperands())
        if (isF32(value.getType()))
          if (std::string loss = limits.findLoss(
                  ranges.of(value), Sensitivity::none, magnitudes.of(value));
              !loss.empty())
            return loss;
  return "";
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Returns true if some f32 value of `op` is in no slot, and so cannot change
/// its type.
static bool hasFixedValue(Operation *op, const OpRow *row) {
  if (!row)
    return true;
  for (OpOperand &operand : op->getOpOperands())
    if (isF32(operand.get().getType()) && !slotOf(operand, *row))
      return true;
  for (OpResult result : op->getResults())
    if (isF32(result.getType()) && !slotOf(result, *row))
      return true;
  return false;
}

std::optional<Obstacle> BodyChecker::findIn(const SlotNode &inner,
                                            const SlotNode &around,
                                            bool sharesType) const {
  Operation *op = inner.op;
  if (findCallee(op))
    return Obstacle{holds(op, ", whose function keeps its types"), false, true};
  if (isTerminator(op) || !handlesF32(op))
    return std::nullopt;
  bool isConstant = isConstantLike(op);
  if (sharesType && !isConstant) {
    if (!inner.row)
      return Obstacle{holds(op, ", which the op model does not know"), false,
                      true};
    if (hasFixedValue(op, inner.row) || !findGiven(inner).empty())
      return Obstacle{holds(op, ", whose types are fixed"), false, true};
  }
  if (!isConstant)
    if (std::optional<Obstacle> denial = findDenial(inner, around))
      return denial;
  if (!sharesType)
    return std::nullopt;
  if (isConstant && !findConstantValue(op) &&
      !ranges.of(op->getResult(0)).isBounded())
    return Obstacle{holds(op, ", whose value is unknown"), false, true};
  if (std::string loss = findLoss(op); !loss.empty())
    return Obstacle{holds(op, ": " + loss)};
  return std::nullopt;
}

std::optional<Obstacle> BodyChecker::find(const SlotNode &node) const {
  bool sharesType = bodySharesType(node.op);
  std::optional<Obstacle> found;
  auto accept = [&](std::optional<Obstacle> obstacle) {
    if (obstacle && (obstacle->outlastsForce || !node.isForced))
      found = std::move(obstacle);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  };
  walkBody(node.op, [&](Operation *op) {
    SlotNode inner{op, lookupRow(op), 0};
    inner.isContraction =
        inner.row && inner.row->opClass == OpClass::contraction;
    return accept(findIn(inner, node, sharesType));
  });
  if (!found && !sharesType)
    if (std::string loss = findYieldLoss(node.op); !loss.empty())
      accept(Obstacle{"yields a value that " + loss});
  return found;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static bool hasBody(const SlotNode &node) {
  return node.row && node.row->regions == RegionRule::body &&
         node.op->getNumRegions() > 0;
}

void amp::precision::pinBodies(PinState &state) {
  BodyChecker checker(state.policy, state.ranges, state.magnitudes,
                      state.compute);
  for (SlotNode &node : state.graph.nodes) {
    if (!hasBody(node) || node.colour == Colour::none ||
        node.colour == Colour::deny)
      continue;
    std::optional<Obstacle> obstacle = checker.find(node);
    if (!obstacle)
      continue;
    pin(node, ReasonKind::body, obstacle->why);
    if (obstacle->isDenied)
      node.colour = Colour::deny;
  }
}

/// Returns the first comparison in the body of `op`; null if there is none.
static Operation *findComparison(Operation *op) {
  Operation *found = nullptr;
  walkBody(op, [&](Operation *inner) {
    if (!isTerminator(inner) && llvm::any_of(inner->getOperandTypes(), isF32) &&
        llvm::none_of(inner->getResultTypes(), isF32))
      found = inner;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

void amp::precision::pinRandomBodies(PinState &state) {
  SlotGraph &graph = state.graph;
  auto isRandom = [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    return isRandomSource(node) ||
           (node.reason && node.reason.getKind() == ReasonKind::random);
  };
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (!hasBody(node) || node.colour == Colour::none ||
        llvm::none_of(graph.definitionsOf(number), isRandom))
      continue;
    if (Operation *comparison = findComparison(node.op))
      pin(node, ReasonKind::body,
          holds(comparison, ", which compares random values"));
  }
}
