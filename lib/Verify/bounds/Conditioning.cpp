// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %0 = multiply %c, %c : bf16
// sqrt(subtract 1, f32(%0))   ==>   breaks "… stay f32"
#include "lib/Verify/bounds/Conditioning.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isDifference(OpKind kind) {
  return kind == OpKind::subtract || kind == OpKind::add;
}

/// Returns the index of the operand whose relative error `op` keeps or
/// magnifies near zero; none if there is none.
static std::optional<unsigned> findMagnified(Operation *op) {
  switch (namedKindOf(op)) {
  case OpKind::divide:
    return 1;
  case OpKind::power: {
    std::optional<double> exponent =
        op->getNumOperands() > 1 ? readSplat(op->getOperand(1)) : std::nullopt;
    return exponent && *exponent < 1 ? std::optional<unsigned>(0)
                                     : std::nullopt;
  }
  case OpKind::cbrt:
  case OpKind::log:
  case OpKind::reciprocal:
  case OpKind::rsqrt:
  case OpKind::sqrt:
    return 0;
  default:
    return std::nullopt;
  }
}

static bool isPeriodic(OpKind kind) {
  return kind == OpKind::sine || kind == OpKind::cosine || kind == OpKind::tan;
}

static bool isSteepAtOne(OpKind kind) {
  return kind == OpKind::acos || kind == OpKind::asin ||
         kind == OpKind::atanh || kind == OpKind::erf_inv ||
         kind == OpKind::log_plus_one;
}

/// Returns true if `op` adds a small constant, so that a value near zero stays
/// near zero.
static bool addsEpsilon(Operation *op) {
  constexpr double most = 0x1.1p-10; // 1e-3, as f32 rounds it, and below
  if (namedKindOf(op) != OpKind::add || op->getNumOperands() < 2)
    return false;
  return llvm::any_of(op->getOperands(), [](Value operand) {
    std::optional<double> number = readSplat(operand);
    return number && std::abs(*number) <= most;
  });
}

/// Returns true if an op of this kind keeps the relative error of its operands.
static bool keepsRelativeError(OpKind kind) {
  switch (kind) {
  case OpKind::abs:
  case OpKind::clamp:
  case OpKind::divide:
  case OpKind::maximum:
  case OpKind::maxnum:
  case OpKind::multiply:
  case OpKind::negate:
  case OpKind::select:
  case OpKind::sqrt:
  case OpKind::square:
    return true;
  default:
    return false;
  }
}

static bool isLayout(const ProgramNode &node) {
  return !node.isCarried && movesElements(node.op, node.row);
}

/// Returns true if a node, an elementwise op that computes its operands, or a
/// sum used by these ops is low.
bool Conditioning::isRounded(unsigned number) const {
  auto isElementwise = [&](unsigned n) {
    const ProgramNode &node = graph.nodes[n];
    return !node.isForced && !node.isCarried && !node.isConstant() &&
           (isLayout(node) || isPerElement(node.row));
  };
  auto isLow = [&](unsigned n) {
    return isElementwise(n) && graph.nodes[n].isLow && !graph.nodes[n].isAsked;
  };
  auto readsRoundedSum = [&](unsigned n) {
    return llvm::any_of(graph.definitionsOf(n), [&](unsigned maker) {
      return isSum(maker) && isRoundedSum(maker);
    });
  };
  if (isLow(number) || readsRoundedSum(number))
    return true;
  llvm::BitVector makers =
      graph.reach(number, /*forward=*/false, isElementwise);
  return llvm::any_of(makers.set_bits(), [&](unsigned n) {
    return isLow(n) || readsRoundedSum(n);
  });
}

//===----------------------------------------------------------------------===//
// Means
//===----------------------------------------------------------------------===//

static bool adds(const ProgramNode &node) {
  return !node.isCarried && node.row && node.op->getNumOperands() > 1 &&
         classOf(node.op, node.row) == OpClass::reduction;
}

/// Returns true if a node is a sum: a reduction, or a contraction with a splat
/// constant.
bool Conditioning::isSum(unsigned number) const {
  const ProgramNode &node = graph.nodes[number];
  if (adds(node))
    return true;
  return !node.isCarried && node.row &&
         node.row->opClass == OpClass::contraction &&
         // excludes accumulators and zero points
         llvm::any_of(node.op->getOperands().take_front(2), [&](Value factor) {
           return readSplat(graph.sourceOf(factor)).has_value();
         });
}

/// Returns true if a sum, a product that it sums, or a constant that is added
/// to a factor of one, is low.
bool Conditioning::isRoundedSum(unsigned number) const {
  auto isLow = [&](unsigned n) {
    return graph.nodes[n].isLow && !graph.nodes[n].isAsked;
  };
  Operation *op = graph.nodes[number].op;
  if (isLow(number))
    return true;
  // Slots of one op are adjacent. The operands of a contraction share a slot.
  for (unsigned n = number; n-- > 0 && graph.nodes[n].op == op;)
    if (isLow(n))
      return true;
  for (unsigned n = number; ++n < graph.size() && graph.nodes[n].op == op;)
    if (isLow(n))
      return true;
  for (Value operand : op->getOperands())
    for (std::optional<unsigned> at = graph.nodeOf(operand); at;) {
      const ProgramNode &node = graph.nodes[*at];
      OpKind kind = node.isCarried ? OpKind::other : namedKindOf(node.op);
      bool isProduct = kind == OpKind::multiply || kind == OpKind::square;
      if (isProduct && (isLow(*at) ||
                        llvm::any_of(offsetsOf(node.op->getOperand(0)), isLow)))
        return true;
      at = isLayout(node) && node.op->getNumOperands() == 1
               ? graph.nodeOf(node.op->getOperand(0))
               : std::nullopt;
    }
  return false;
}

/// Returns true if `mean` is a sum over elements of `data`, times a constant.
bool Conditioning::isMeanOf(Value mean, Value data) const {
  bool isScaled = false;
  for (unsigned step = 0; step < 8; ++step) {
    mean = graph.originOf(mean);
    Operation *op = mean.getDefiningOp();
    std::optional<unsigned> number = op ? graph.nodeOf(mean) : std::nullopt;
    if (!number)
      return false;
    if (isSum(*number))
      return (isScaled || !adds(graph.nodes[*number])) &&
             llvm::any_of(op->getOperands(), [&](Value summand) {
               return graph.originOf(summand) == graph.originOf(data);
             });
    OpKind kind = namedKindOf(op);
    if (kind == OpKind::negate) {
      mean = op->getOperand(0);
      continue;
    }
    if (kind != OpKind::multiply && kind != OpKind::divide)
      return false;
    auto isNumber = [&](Value value) {
      return readSplat(graph.originOf(value)).has_value();
    };
    isScaled = true;
    if (isNumber(op->getOperand(1)))
      mean = op->getOperand(0);
    else if (kind == OpKind::multiply && isNumber(op->getOperand(0)))
      mean = op->getOperand(1);
    else
      return false;
  }
  return false;
}

/// Returns the ops that add constants to compute `data`, with the ops that move
/// the sums; none if no constant is added.
SmallVector<unsigned> Conditioning::offsetsOf(Value data) const {
  SmallVector<unsigned> path;
  bool isOffset = false;
  for (unsigned step = 0; step < 8; ++step) {
    data = graph.sourceOf(data);
    std::optional<unsigned> number = graph.nodeOf(data);
    Operation *op = data.getDefiningOp();
    if (!number || !op || op->getNumOperands() == 0)
      break;
    const ProgramNode &node = graph.nodes[*number];
    auto isNumber = [&](unsigned i) {
      return readSplat(graph.originOf(op->getOperand(i))).has_value();
    };
    bool adds = isDifference(namedKindOf(op)) && op->getNumOperands() == 2 &&
                (isNumber(0) || isNumber(1));
    bool gathers = node.row && node.row->opClass == OpClass::gather_scatter &&
                   node.row->regions == RegionRule::none;
    bool moves = gathers || (isLayout(node) && op->getNumOperands() == 1);
    if (!adds && !moves)
      break;
    path.push_back(*number);
    isOffset |= adds;
    data = op->getOperand(adds && isNumber(0) ? 1 : 0);
  }
  return isOffset ? path : SmallVector<unsigned>();
}

/// Returns true if `centre` is computed from elements that are selected from
/// `data` by their size, and `ops` accepts one of the ops that compute
/// `centre`.
bool Conditioning::isCentreOf(Value centre, Value data,
                              function_ref<bool(unsigned)> ops) const {
  constexpr unsigned mostValues = 24;
  SmallVector<Value> work = {centre};
  bool isOneOf = false, isChosen = false;
  for (unsigned i = 0; i < work.size() && i < mostValues; ++i) {
    Value value = graph.originOf(work[i]);
    Operation *op = value.getDefiningOp();
    std::optional<unsigned> number = op ? graph.nodeOf(value) : std::nullopt;
    if (!number || readSplat(value))
      continue;
    OpKind kind = namedKindOf(op);
    bool chooses = kind == OpKind::sort || kind == OpKind::top_k ||
                   choosesAmongMany(op, lookupRow(op));
    if (chooses) {
      if (graph.originOf(op->getOperand(0)) != graph.originOf(data))
        continue;
      isChosen = true;
    } else if (kind == OpKind::add || kind == OpKind::multiply ||
               kind == OpKind::negate) {
      llvm::append_range(work, op->getOperands());
    } else {
      return false;
    }
    isOneOf |= ops(*number);
  }
  return isChosen && isOneOf;
}

/// Adds the rounded differences before `magnified`, factors, calls, loops and
/// layout ops.
void Conditioning::addDifferences(Value magnified) {
  std::optional<unsigned> first = graph.nodeOf(magnified);
  if (!first)
    return;
  auto forwards = [&](unsigned n) {
    const ProgramNode &node = graph.nodes[n];
    return node.isCarried || isLayout(node) ||
           keepsRelativeError(namedKindOf(node.op)) || addsEpsilon(node.op);
  };
  SmallVector<unsigned> work = {*first};
  llvm::BitVector seen(graph.size());
  while (!work.empty()) {
    unsigned n = work.pop_back_val();
    if (seen.test(n))
      continue;
    seen.set(n);
    if (forwards(n))
      llvm::append_range(work, graph.definitionsOf(n));
    else if (const ProgramNode &node = graph.nodes[n];
             !node.isCarried && isDifference(namedKindOf(node.op)) &&
             isRounded(n))
      differences.insert(node.op);
  }
}

/// Returns true if a contraction computes the operand of a node, or if all ops
/// that compute the operand are f32.
bool Conditioning::isSafe(unsigned number) const {
  Operation *op = graph.nodes[number].op;
  std::optional<unsigned> maker =
      graph.nodeOf(graph.originOf(op->getOperand(0)));
  bool isContracted = maker && isContraction(graph.nodes[*maker].row);
  return isContracted || !isRounded(number);
}

Conditioning::Conditioning(const InputGraph &graph) : graph(graph) {
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isCarried || node.isForced || !isPerElement(node.row))
      continue;
    OpKind kind = namedKindOf(node.op);
    if (std::optional<unsigned> operand = findMagnified(node.op))
      addDifferences(node.op->getOperand(*operand));
    if (isDifference(kind) && node.op->getNumOperands() > 1 && !node.isAsked)
      for (unsigned i : {0u, 1u}) {
        Value mean = node.op->getOperand(1 - i), data = node.op->getOperand(i);
        SmallVector<unsigned> offsets = offsetsOf(data);
        auto isLow = [&](unsigned n) {
          return graph.nodes[n].isLow && !graph.nodes[n].isAsked;
        };
        bool isOffsetRounded = llvm::any_of(offsets, isLow);
        std::optional<unsigned> made = graph.nodeOf(mean);
        if (isMeanOf(mean, data) &&
            (node.isLow || isOffsetRounded || (made && isRounded(*made))))
          deviations.insert(node.op);
        if (!offsets.empty() &&
            isCentreOf(mean, data, [](unsigned) { return true; }) &&
            (node.isLow || isOffsetRounded || isCentreOf(mean, data, isLow)))
          deviations.insert(node.op);
      }
    if (isPeriodic(kind) && !node.isAsked && !isSafe(number))
      angles.insert(node.op);
    if (isSteepAtOne(kind) && !node.isAsked && !isSafe(number))
      ends.insert(node.op);
  }
}

bool Conditioning::isRoundedDifference(Operation *op, const ValueBounds &a,
                                       const ValueBounds &b,
                                       const ValueBounds &result) const {
  if (!differences.contains(op))
    return false;
  auto isKnown = [](const ValueBounds &bounds) {
    return bounds.lo == bounds.hi;
  };
  if ((isKnown(a) && isKnown(b)) || !a.isSet || !b.isSet || !result.isSet)
    return false;
  // Sums of values of unknown sign are common, and rarely cancel.
  if (namedKindOf(op) == OpKind::add && a.hi > 0 && b.hi > 0)
    return false;
  double least = std::max({result.lo, -result.hi, 0.0});
  return 4 * least < std::max(a.magnitude(), b.magnitude());
}

bool Conditioning::isRoundedAngle(Operation *op,
                                  const ValueBounds &operand) const {
  return angles.contains(op) && operand.isSet && !operand.isGuarded &&
         !operand.isFinite();
}

bool Conditioning::isRoundedEnd(Operation *op,
                                const ValueBounds &operand) const {
  if (!ends.contains(op) || !operand.isSet)
    return false;
  bool hasUpperEnd = namedKindOf(op) != OpKind::log_plus_one;
  return operand.lo <= -1 || (hasUpperEnd && operand.hi >= 1);
}
