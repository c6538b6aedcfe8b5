// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mulf(subf(g, sum(mulf(g, divf(e, l)))), divf(e, l))
//   ==>   e g / l - e t / l^2
#include "lib/Lowering/Gpu/Attention/Gradient/GradientForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

static constexpr unsigned maxOps = 128;
static constexpr size_t maxTerms = 8;

bool Monomial::hasPowersOf(const Monomial &other) const {
  return exponential == other.exponential && sum == other.sum &&
         probability == other.probability && gradient == other.gradient &&
         total == other.total;
}

static Monomial multiply(const Monomial &a, const Monomial &b, int power) {
  Monomial result = a;
  result.factor = power > 0 ? a.factor * b.factor : a.factor / b.factor;
  result.exponential += power * b.exponential;
  result.sum += power * b.sum;
  result.probability += power * b.probability;
  result.gradient += power * b.gradient;
  result.total += power * b.total;
  return result;
}

static Polynomial constant(double factor) {
  Polynomial result;
  if (factor != 0)
    result.emplace_back().factor = factor;
  return result;
}

static Polynomial add(Polynomial a, const Polynomial &b, double factor) {
  for (Monomial term : b) {
    term.factor *= factor;
    auto *same = llvm::find_if(
        a, [&](const Monomial &known) { return known.hasPowersOf(term); });
    if (same == a.end()) {
      a.push_back(term);
      continue;
    }
    same->factor += term.factor;
    if (same->factor == 0)
      a.erase(same);
  }
  return a;
}

static std::optional<Polynomial> multiply(const Polynomial &a,
                                          const Polynomial &b, int power) {
  if (power < 0 && b.size() != 1)
    return std::nullopt;
  Polynomial result;
  for (const Monomial &left : a)
    for (const Monomial &right : b)
      result = add(result, {multiply(left, right, power)}, 1);
  if (result.size() > maxTerms)
    return std::nullopt;
  return result;
}

/// Factors that rows have in common stand before the sum.
std::optional<Polynomial> GradientForm::formOfRowSum(const Polynomial &summed) {
  Polynomial result;
  for (Monomial term : summed) {
    if (term.gradient != 1 || term.exponential + term.probability != 1 ||
        term.exponential < 0 || term.probability < 0)
      return std::nullopt;
    term.gradient = term.exponential = term.probability = 0;
    ++term.total;
    result = add(result, {term}, 1);
  }
  return result;
}

std::optional<Polynomial> GradientForm::formIn(GenericOp op, Value value,
                                               const Read &read) {
  if (isa<FloatType>(value.getType()) && !isKernelFloat(value.getType()))
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBody() ||
        argument.getArgNumber() >= op.getNumDpsInputs())
      return std::nullopt;
    return formOf(
        inputOf(op, *op.getDpsInputOperand(argument.getArgNumber()), read));
  }
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return constant(number.getValueAsDouble());
  Operation *inner = value.getDefiningOp();
  if (!inner || inner->getBlock() != op.getBody() ||
      !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
           arith::NegFOp, arith::ExtFOp, arith::TruncFOp>(inner))
    return std::nullopt;
  std::optional<Polynomial> left = formIn(op, inner->getOperand(0), read);
  if (!left)
    return std::nullopt;
  if (isa<arith::NegFOp>(inner))
    return add({}, *left, -1);
  if (inner->getNumOperands() == 1)
    return left;
  std::optional<Polynomial> right = formIn(op, inner->getOperand(1), read);
  if (!right)
    return std::nullopt;
  if (isa<arith::AddFOp, arith::SubFOp>(inner))
    return add(*left, *right, isa<arith::AddFOp>(inner) ? 1 : -1);
  return multiply(*left, *right, isa<arith::MulFOp>(inner) ? 1 : -1);
}

std::optional<Polynomial> GradientForm::formOf(const Read &unresolved) {
  Read read = sourceOf(unresolved);
  if (++ops > maxOps || !read.map.isProjectedPermutation())
    return std::nullopt;
  Polynomial one = constant(1);
  const Softmax &softmax = attention.softmax;
  int Monomial::*power = nullptr;
  if (softmax.zerosEmptyRows) {
    if (llvm::is_contained(softmax.probabilities, read))
      power = &Monomial::probability;
  } else if (read == softmax.exponential) {
    power = &Monomial::exponential;
  } else if (read == softmax.sum) {
    power = &Monomial::sum;
  }
  if (!power && isGradient(read))
    power = &Monomial::gradient;
  if (power) {
    one.front().*power = 1;
    return one;
  }
  if (std::optional<double> number = numberOf(read.tensor))
    return constant(*number);
  FailureOr<Read> summed = reducedBy<arith::AddFOp>(read, 0, attention.keyLoop);
  if (succeeded(summed) && !read.map.isFunctionOfDim(attention.keyLoop)) {
    std::optional<Polynomial> form = formOf(*summed);
    return form ? formOfRowSum(*form) : std::nullopt;
  }
  GenericOp op = elementwiseOf(read.tensor);
  if (!op)
    return std::nullopt;
  return formIn(op, op.getBody()->getTerminator()->getOperand(0), read);
}

bool GradientForm::isLogitGradient(const Read &read) {
  ops = 0;
  std::optional<Polynomial> form = formOf(read);
  if (!form || form->size() != 2)
    return false;
  Monomial with, without;
  with.gradient = without.total = 1;
  if (attention.softmax.zerosEmptyRows) {
    with.probability = without.probability = 1;
  } else {
    with.exponential = without.exponential = 1;
    with.sum = -1;
    without.sum = -2;
  }
  if (form->front().total)
    std::swap(form->front(), form->back());
  return form->front().hasPowersOf(with) && form->back().hasPowersOf(without) &&
         form->front().factor == 1 && form->back().factor == -1;
}
