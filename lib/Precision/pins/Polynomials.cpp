// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ((a * x + b) * x + c) * x + d   ==>   not low
//
// A Horner scheme with constant coefficients is an elementary function that the
// exporter expanded (erf, erfc, lgamma). A library kernel of the function
// computes in f32 and rounds once. Here each step would round, and so would the
// coefficients, with the same error in all elements: bf16 rounds the
// 2 / sqrt(pi) of erf to 1.125, 0.3 % too small wherever x is small.
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/pins/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Least number of steps of a pinned polynomial. Arithmetic in models has fewer
/// steps in a row: x + 0.044715 * x^3 has one.
constexpr unsigned minSteps = 3;

namespace {
/// Polynomial that a Horner scheme computes: the variable that each step
/// multiplies by, and the number of steps. No variable for other values.
struct Polynomial {
  Value variable;
  unsigned numSteps = 0;
};

/// Finds Horner schemes; must see operands before their users.
class PolynomialFinder {
public:
  explicit PolynomialFinder(const PinState &state) : state(state) {}

  /// Returns the polynomial that `op` computes.
  Polynomial find(Operation *op);

private:
  bool isCoefficient(Value value) const {
    const Range &range = state.ranges.of(value);
    return range.isConstant && range.lo == range.hi;
  }
  Polynomial findProduct(Operation *op) const;
  Polynomial lookup(Value value) const {
    return polynomials.lookup(findOrigin(value).getDefiningOp());
  }

  const PinState &state;
  llvm::DenseMap<Operation *, Polynomial> polynomials; ///< by addition
};
} // namespace

/// Returns the polynomial of a product p * x with the steps of p, which is a
/// polynomial of the same variable or a coefficient.
Polynomial PolynomialFinder::findProduct(Operation *op) const {
  if (namedKindOf(op) != OpKind::multiply)
    return {};
  for (unsigned i : {0, 1}) {
    Value factor = op->getOperand(i),
          variable = findOrigin(op->getOperand(1 - i));
    if (isCoefficient(factor))
      return {variable, 0};
    Polynomial inner = lookup(factor);
    if (inner.variable && inner.variable == variable)
      return inner;
  }
  return {};
}

Polynomial PolynomialFinder::find(Operation *op) {
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::multiply)
    return findProduct(op);
  if (kind != OpKind::add && kind != OpKind::subtract)
    return {};
  for (unsigned i : {0, 1}) {
    Operation *product = findOrigin(op->getOperand(i)).getDefiningOp();
    if (!product || !isCoefficient(op->getOperand(1 - i)))
      continue;
    Polynomial sum = findProduct(product);
    if (!sum.variable)
      continue;
    ++sum.numSteps;
    polynomials[op] = sum;
    return sum;
  }
  return {};
}

void amp::precision::pinPolynomials(PinState &state) {
  SlotGraph &graph = state.graph;
  PolynomialFinder finder(state);
  llvm::BitVector parts(graph.nodes.size()); ///< of polynomials of any length
  SmallVector<unsigned> whole;
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (!isPerElement(node.row) || node.op->getNumOperands() < 2 ||
        node.op->getNumResults() != 1)
      continue;
    Polynomial polynomial = finder.find(node.op);
    if (!polynomial.variable)
      continue;
    parts.set(number);
    if (polynomial.numSteps >= minSteps)
      whole.push_back(number);
  }
  llvm::BitVector pinned =
      graph.reach(whole, /*forward=*/false, [&](unsigned number) {
        return parts.test(number) || moves(graph.nodes[number]);
      });
  pinned &= parts;
  for (unsigned number : whole)
    pinned.set(number);
  for (unsigned number : pinned.set_bits())
    if (SlotNode &node = graph.nodes[number]; !node.isForced)
      pin(node, ReasonKind::structure, "a step of a polynomial");
}
