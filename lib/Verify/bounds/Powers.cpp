// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %2 = multiply %1, %0 : f16, where %1 = multiply %0, %0
//   ==>   breaks "a low format holds what is known to occur"
#include "lib/Verify/bounds/Powers.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/Guarantees.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
class PowerChecker {
public:
  PowerChecker(const InputGraph &graph, const OpenValues &open, FloatType low)
      : graph(graph), open(open),
        isNarrow(
            llvm::APFloat::semanticsMaxExponent(low.getFloatSemantics()) <
            llvm::APFloat::semanticsMaxExponent(llvm::APFloat::IEEEsingle())),
        least(isNarrow ? 3 : 8) {}

  LogicalResult run() const;

private:
  std::optional<double> numberOf(Value value) const {
    return readSplat(graph.originOf(value));
  }
  bool isKnown(Value value, unsigned depth = 0) const;
  Value unwrap(Value value) const;
  bool isQuotientBySum(Operation *quotient) const;
  bool isSmall(Value value, unsigned depth = 0) const;
  bool multiplies(Value product, unsigned times) const;
  bool isOpen(unsigned node) const;
  bool growsFrom(unsigned node) const;
  bool isSaturating(unsigned node) const;
  bool hasOnlySaturatingUsers(unsigned power,
                              const llvm::BitVector &grown) const;
  bool isRounded(unsigned node) const {
    return graph.nodes[node].isLow && !graph.nodes[node].isAsked;
  }
  double factorOf(Value value) const;
  LogicalResult checkMultiples(unsigned product) const;
  bool isSummedOrDivides(unsigned node, unsigned depth = 0) const;
  LogicalResult checkFactors(unsigned power) const;
  LogicalResult checkReaders(unsigned power) const;

  const InputGraph &graph;
  const OpenValues &open;
  const bool isNarrow;
  const unsigned least; ///< minimum number of factors of a power
};
} // namespace

/// Returns true if elementwise ops compute a value from constants alone.
bool PowerChecker::isKnown(Value value, unsigned depth) const {
  constexpr unsigned mostDepth = 4;
  if (numberOf(value))
    return true;
  Operation *op = graph.sourceOf(value).getDefiningOp();
  return op && depth < mostDepth && op->getNumOperands() > 0 &&
         isPerElement(lookupRow(op)) &&
         llvm::all_of(op->getOperands(),
                      [&](Value v) { return isKnown(v, depth + 1); });
}

/// Returns the source of `value` before data movement, conversions, sign
/// changes, clamps to constants, and additions of constants. In a narrow
/// format, additions count only if the other operand is a square.
Value PowerChecker::unwrap(Value value) const {
  for (unsigned step = 0; step < 64; ++step) {
    value = graph.sourceOf(value);
    std::optional<unsigned> number = graph.nodeOf(value);
    if (number && graph.nodes[*number].isCarried) {
      ArrayRef<OpOperand *> inputs = graph.inputsOf(*number);
      SmallVector<Value> values = graph.valuesOf(*number);
      if (inputs.size() != 1)
        return values.empty() ? value : values.front();
      value = inputs.front()->get();
      continue;
    }
    Operation *op = value.getDefiningOp();
    const OpRow *row = op ? lookupRow(op) : nullptr;
    if (!row)
      return value;
    SmallVector<Value, 3> operands;
    for (Value operand : op->getOperands())
      if (isFloat(operand.getType()) && !numberOf(operand))
        operands.push_back(operand);
    bool isCopy =
        row->opClass == OpClass::layout || row->opClass == OpClass::convert;
    switch (namedKindOf(op)) {
    case OpKind::add:
    case OpKind::subtract:
      isCopy = !isNarrow ||
               (operands.size() == 1 && graph.isSquare(operands.front()));
      break;
    case OpKind::abs:
    case OpKind::dynamic_slice:
    case OpKind::maximum:
    case OpKind::maxnum:
    case OpKind::minimum:
    case OpKind::minnum:
    case OpKind::negate:
    case OpKind::select:
      isCopy = true;
      break;
    default:
      break;
    }
    if (!isCopy || operands.size() != 1)
      return value;
    value = operands.front();
  }
  return value;
}

/// Returns true if `quotient` divides a value by the sum of its elements: the
/// quotient is at most one, if all elements have one sign.
bool PowerChecker::isQuotientBySum(Operation *quotient) const {
  Operation *sum = graph.originOf(quotient->getOperand(1)).getDefiningOp();
  const OpRow *row = sum ? lookupRow(sum) : nullptr;
  return row && classOf(sum, row) == OpClass::reduction &&
         graph.originOf(sum->getOperand(0)) ==
             graph.originOf(quotient->getOperand(0));
}

/// Returns true if a value is bounded, or computed from quotients by a sum and
/// from bounded values.
bool PowerChecker::isSmall(Value value, unsigned depth) const {
  constexpr unsigned mostDepth = 8;
  value = graph.sourceOf(value);
  Operation *op = value.getDefiningOp();
  if (!open.contains(value))
    return true;
  if (!op || depth == mostDepth)
    return false;
  switch (namedKindOf(op)) {
  case OpKind::divide:
    return isQuotientBySum(op);
  case OpKind::add:
  case OpKind::broadcast_in_dim:
  case OpKind::multiply:
  case OpKind::negate:
  case OpKind::subtract:
  case OpKind::transpose:
    return llvm::all_of(op->getOperands(),
                        [&](Value v) { return isSmall(v, depth + 1); });
  default:
    return false;
  }
}

/// Returns true if `product` multiplies one value at least `times` times.
/// Replaces products by their factors, and counts the factors.
bool PowerChecker::multiplies(Value product, unsigned times) const {
  constexpr unsigned mostProducts = 300;
  llvm::SmallDenseMap<Value, unsigned> counts;
  SmallVector<Value> work = {product};
  for (unsigned i = 0; i < work.size() && i < mostProducts; ++i) {
    Value value = unwrap(work[i]);
    if (isKnown(value) || (isNarrow && isSmall(value)))
      continue;
    Operation *op = value.getDefiningOp();
    const OpRow *row = op ? lookupRow(op) : nullptr;
    if (isContraction(row) && op->getNumOperands() == 2 &&
        unwrap(op->getOperand(0)) == unwrap(op->getOperand(1))) {
      work.append(2, op->getOperand(0));
      continue;
    }
    std::optional<double> exponent;
    switch (op && isPerElement(lookupRow(op)) ? namedKindOf(op)
                                              : OpKind::other) {
    case OpKind::multiply:
      llvm::append_range(work, op->getOperands());
      continue;
    case OpKind::square:
      work.append(2, op->getOperand(0));
      continue;
    case OpKind::divide:
      if (!numberOf(op->getOperand(1)))
        break;
      work.push_back(op->getOperand(0));
      continue;
    case OpKind::power:
      exponent = numberOf(op->getOperand(1));
      if (!exponent || *exponent < 2)
        break;
      work.append(std::min<double>(*exponent, 64), op->getOperand(0));
      continue;
    default:
      break;
    }
    if (++counts[value] >= times)
      return true;
  }
  return false;
}

/// Returns true if a value of a node is unbounded.
bool PowerChecker::isOpen(unsigned node) const {
  if (graph.nodes[node].isCarried)
    return true;
  return llvm::any_of(graph.valuesOf(node),
                      [&](Value value) { return !isSmall(value); });
}

/// Returns true if a node computes values as large as its operands.
bool PowerChecker::growsFrom(unsigned number) const {
  const ProgramNode &node = graph.nodes[number];
  if (node.moves())
    return isOpen(number);
  switch (namedKindOf(node.op)) {
  case OpKind::abs:
  case OpKind::add:
  case OpKind::divide:
  case OpKind::maximum:
  case OpKind::minimum:
  case OpKind::multiply:
  case OpKind::negate:
  case OpKind::select:
  case OpKind::square:
  case OpKind::subtract:
    return isOpen(number);
  default:
    return false;
  }
}

/// Returns true if a node saturates for large operands.
bool PowerChecker::isSaturating(unsigned number) const {
  OpKind kind = graph.nodes[number].isCarried
                    ? OpKind::other
                    : namedKindOf(graph.nodes[number].op);
  return kind == OpKind::tanh || kind == OpKind::logistic ||
         kind == OpKind::erf;
}

/// Returns true if only saturating functions use the power, after scaling by
/// constants and addition of values that are not in `grown`.
bool PowerChecker::hasOnlySaturatingUsers(unsigned power,
                                          const llvm::BitVector &grown) const {
  auto isLarge = [&](Value operand) {
    std::optional<unsigned> node = graph.nodeOf(operand);
    return node && (*node == power || grown.test(*node));
  };
  return llvm::all_of(grown.set_bits(), [&](unsigned number) {
    const ProgramNode &node = graph.nodes[number];
    if (node.moves() || isSaturating(number))
      return true;
    switch (namedKindOf(node.op)) {
    case OpKind::negate:
      return true;
    case OpKind::add:
    case OpKind::subtract:
      return llvm::count_if(node.op->getOperands(), isLarge) < 2;
    case OpKind::divide:
      return numberOf(node.op->getOperand(1)).has_value();
    case OpKind::multiply:
      return numberOf(node.op->getOperand(0)).value_or(0) != 0 ||
             numberOf(node.op->getOperand(1)).value_or(0) != 0;
    default:
      return false;
    }
  });
}

/// Checks that the products that compute a power are f32: each adds its error.
LogicalResult PowerChecker::checkFactors(unsigned power) const {
  auto isPart = [&](unsigned number) {
    const ProgramNode &node = graph.nodes[number];
    if (node.moves())
      return true;
    if (!isPerElement(node.row))
      return false;
    SmallVector<Value> values = graph.valuesOf(number);
    return values.size() == 1 && multiplies(values.front(), 2);
  };
  llvm::BitVector parts = graph.reach({power}, /*forward=*/false, isPart);
  parts.set(power);
  for (unsigned number : parts.set_bits())
    if (isRounded(number) && !graph.nodes[number].moves() && isPart(number))
      return breaks(graph.nodes[number].op, Guarantee::structure)
             << "expects f32 for a product of " << least
             << " factors of one value";
  return success();
}

LogicalResult PowerChecker::checkReaders(unsigned power) const {
  SmallVector<unsigned> work;
  llvm::BitVector grown = graph.reach({power}, /*forward=*/true,
                                      [&](unsigned n) { return growsFrom(n); });
  llvm::BitVector readers = grown;
  llvm::append_range(work, graph.usersOf(power));
  for (unsigned number : grown.set_bits())
    llvm::append_range(work, graph.usersOf(number));
  for (unsigned reader : work)
    readers.set(reader);
  if (hasOnlySaturatingUsers(power, readers))
    return success();
  for (unsigned number : readers.set_bits())
    if (isRounded(number) && !isSaturating(number) &&
        !graph.nodes[number].moves())
      return breaks(graph.nodes[number].op, Guarantee::ranges)
             << "expects a format that holds a product of " << least
             << " factors of one value";
  return checkFactors(power);
}

/// Returns the constant factor of an unbounded product; zero for other values.
double PowerChecker::factorOf(Value value) const {
  value = graph.originOf(value);
  Operation *op = value.getDefiningOp();
  if (namedKindOf(op) != OpKind::multiply || isSmall(value))
    return 0;
  double left = numberOf(op->getOperand(0)).value_or(0),
         right = numberOf(op->getOperand(1)).value_or(0);
  return std::max(std::abs(left), std::abs(right));
}

/// Checks products of multiples of data that exceed 65504, the f16 maximum, if
/// the data are 1. Such a product is f32, as are contractions, quotients and
/// products of it.
LogicalResult PowerChecker::checkMultiples(unsigned product) const {
  constexpr double largest = 65504;
  Operation *op = graph.nodes[product].op;
  if (namedKindOf(op) != OpKind::multiply ||
      factorOf(op->getOperand(0)) * factorOf(op->getOperand(1)) <= largest)
    return success();
  SmallVector<unsigned> grown = {product}, low = {product};
  bool isSpoiled = false;
  for (unsigned i = 0; i < grown.size(); ++i)
    for (unsigned reader : graph.usersOf(grown[i])) {
      const ProgramNode &node = graph.nodes[reader];
      OpKind kind = node.isCarried || !isPerElement(node.row)
                        ? OpKind::other
                        : namedKindOf(node.op);
      bool isGrown = kind == OpKind::add && isOpen(reader) &&
                     llvm::any_of(node.op->getOperands(), [&](Value operand) {
                       return numberOf(operand).has_value();
                     });
      bool isRead =
          node.isProduct || kind == OpKind::multiply || kind == OpKind::divide;
      isSpoiled |= isRead;
      if (isGrown || isRead)
        low.push_back(reader);
      if (isGrown && !llvm::is_contained(grown, reader))
        grown.push_back(reader);
    }
  // Infinite operands are harmless if all users saturate.
  if (!isSpoiled)
    return success();
  for (unsigned number : low)
    if (isRounded(number))
      return breaks(graph.nodes[number].op, Guarantee::ranges)
             << "expects a format that holds a product of multiples of data";
  return success();
}

/// Returns true if a reduction sums the result of a node, or an op divides by
/// it, possibly after it was moved.
bool PowerChecker::isSummedOrDivides(unsigned number, unsigned depth) const {
  constexpr unsigned mostDepth = 6;
  return llvm::any_of(graph.usersOf(number), [&](unsigned reader) {
    const ProgramNode &node = graph.nodes[reader];
    if (node.moves())
      return depth < mostDepth && isSummedOrDivides(reader, depth + 1);
    OpKind kind = namedKindOf(node.op);
    if (kind == OpKind::divide && isPerElement(node.row))
      return graph.nodeOf(node.op->getOperand(1)) == number;
    return (kind == OpKind::reciprocal && isPerElement(node.row)) ||
           (node.row && node.row->opClass == OpClass::reduction &&
            classOf(node.op, node.row) == OpClass::reduction);
  });
}

LogicalResult PowerChecker::run() const {
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isCarried || !isPerElement(node.row) ||
        node.op->getNumResults() != 1)
      continue;
    OpKind kind = namedKindOf(node.op);
    bool isProduct = kind == OpKind::multiply || kind == OpKind::square ||
                     kind == OpKind::power;
    if (isNarrow && isOpen(number) && failed(checkMultiples(number)))
      return failure();
    if (isNarrow && isRounded(number) && isOpen(number) &&
        graph.isSquare(node.op->getResult(0)) && isSummedOrDivides(number))
      return breaks(node.op, Guarantee::ranges)
             << "expects a format that holds squares that are summed or divide";
    if (!isProduct || !multiplies(node.op->getResult(0), least) ||
        (isNarrow && !isOpen(number)))
      continue;
    if (failed(isNarrow ? checkReaders(number) : checkFactors(number)))
      return failure();
  }
  return success();
}

LogicalResult amp::verify::checkPowers(const InputGraph &graph,
                                       const OpenValues &open, FloatType low) {
  return PowerChecker(graph, open, low).run();
}
