// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mulf(subf(g, sum(mulf(g, divf(e, l)))), divf(e, l))
//   ==>   e g / l - e t / l^2
#include "lib/Lowering/Gpu/Attention/Gradient/GradientForm.h"
#include "lib/Lowering/Gpu/Attention/Match/Multiples.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

static constexpr unsigned maxOps = 128;
static constexpr size_t maxTerms = 8;

/// Returns a * b^power.
static Monomial multiply(const Monomial &a, const Monomial &b, int power) {
  Monomial result = a;
  result.factor = power > 0 ? a.factor * b.factor : a.factor / b.factor;
  for (auto [sum, of] : llvm::zip(result.powers, b.powers))
    sum += power * of;
  return result;
}

static Polynomial variable(Variable of) {
  Monomial monomial;
  monomial[of] = 1;
  return {monomial};
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
        a, [&](const Monomial &known) { return known.powers == term.powers; });
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

/// Returns the sum over keys, with factors that are constant in a row outside.
std::optional<Polynomial> GradientForm::formOfKeySum(const Polynomial &summed) {
  Polynomial result;
  for (Monomial term : summed) {
    int &exponential = term[Variable::exponential];
    int &probability = term[Variable::probability];
    int &gradient = term[Variable::gradient];
    if (term[Variable::product] || term[Variable::upstream] || gradient < 0 ||
        gradient > 1 || exponential < 0 || probability < 0 ||
        exponential + probability != 1)
      return std::nullopt;
    if (!gradient && probability) // 1, or 0 for an empty row
      return std::nullopt;
    ++term[gradient ? Variable::total : Variable::sum];
    exponential = probability = gradient = 0;
    result = add(result, {term}, 1);
  }
  return result;
}

/// Returns the sum over features. With exponentials E, values V and the
/// gradient dO of the result, the sum of (E V) dO over features equals the sum
/// of E (dO V^T) over keys.
std::optional<Polynomial>
GradientForm::formOfFeatureSum(const Polynomial &summed) {
  Polynomial result;
  for (Monomial term : summed) {
    if (term[Variable::product] != 1 || term[Variable::upstream] != 1 ||
        term[Variable::exponential] || term[Variable::probability] ||
        term[Variable::gradient])
      return std::nullopt;
    term[Variable::product] = term[Variable::upstream] = 0;
    ++term[Variable::total];
    result = add(result, {term}, 1);
  }
  return result;
}

/// Returns the polynomial of a sum over keys or over features.
std::optional<Polynomial> GradientForm::formOfSum(const Read &read) {
  auto formOver = [&](unsigned loop) -> std::optional<Polynomial> {
    if (read.map.isFunctionOfDim(loop))
      return std::nullopt;
    FailureOr<Read> summed = reducedBy<arith::AddFOp>(read, 0, loop);
    return succeeded(summed) ? formOf(*summed) : std::nullopt;
  };
  if (std::optional<Polynomial> form = formOver(attention.keyLoop))
    if (std::optional<Polynomial> sum = formOfKeySum(*form))
      return sum;
  SmallVector<unsigned> features = attention.featureLoops();
  if (features.size() != 1)
    return std::nullopt;
  std::optional<Polynomial> form = formOver(features.front());
  return form ? formOfFeatureSum(*form) : std::nullopt;
}

/// Returns the operand of `op` from which float conversions compute `value`.
static std::optional<Read> operandOf(GenericOp op, Value value,
                                     const Read &read) {
  auto argument = dyn_cast<BlockArgument>(unrounded(value));
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  return unrounded(sourceOf(
      inputOf(op, *op.getDpsInputOperand(argument.getArgNumber()), read)));
}

/// Returns the comparison whose result `read` converts to 0 or 1.
static Applied flagOf(const Read &read) {
  Applied flag = appliedAt(read);
  if (!isa_and_nonnull<arith::UIToFPOp>(flag.op) ||
      !flag.operands[0].type().isInteger(1))
    return {};
  return appliedAt(flag.operands[0]);
}

/// Returns true if `value` is always 0 or 1, so that 0 * value is 0.
static bool isFlag(GenericOp op, Value value, const Read &read) {
  std::optional<Read> operand = operandOf(op, value, read);
  return operand && flagOf(*operand).op;
}

/// Returns true if `value` is the number of maxima in a row, which is at least
/// 1, so that 0 / value is 0.
bool GradientForm::countsMaxima(GenericOp op, Value value, const Read &read) {
  std::optional<Read> operand = operandOf(op, value, read);
  if (!operand)
    return false;
  FailureOr<Read> summed =
      reducedBy<arith::AddFOp>(*operand, 0, attention.keyLoop);
  if (failed(summed))
    return false;
  Applied equal = flagOf(unrounded(*summed));
  auto compare = dyn_cast_if_present<arith::CmpFOp>(equal.op);
  if (!compare || compare.getPredicate() != arith::CmpFPredicate::OEQ)
    return false;
  constexpr double lowest = -std::numeric_limits<double>::infinity();
  for (unsigned i : {0, 1}) {
    FailureOr<Read> largest = reducedBy<arith::MaximumFOp>(
        equal.operands[i], lowest, attention.keyLoop);
    if (succeeded(largest) && *largest == equal.operands[1 - i])
      return true;
  }
  return false;
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
  if (!left && !isa<arith::MulFOp>(inner))
    return std::nullopt;
  if (isa<arith::NegFOp>(inner))
    return add({}, *left, -1);
  if (inner->getNumOperands() == 1)
    return left;
  // 0 / count * flag: gradient through a maximum
  Value second = inner->getOperand(1);
  if (left && left->empty() &&
      ((isa<arith::MulFOp>(inner) && isFlag(op, second, read)) ||
       (isa<arith::DivFOp>(inner) && countsMaxima(op, second, read))))
    return left;
  std::optional<Polynomial> right = formIn(op, second, read);
  if (right && right->empty() && isa<arith::MulFOp>(inner) &&
      isFlag(op, inner->getOperand(0), read))
    return right;
  if (!left || !right)
    return std::nullopt;
  if (isa<arith::AddFOp, arith::SubFOp>(inner))
    return add(*left, *right, isa<arith::AddFOp>(inner) ? 1 : -1);
  return multiply(*left, *right, isa<arith::MulFOp>(inner) ? 1 : -1);
}

/// Returns the polynomial of `read` if it is a leaf: a quantity of `Variable`.
std::optional<Polynomial> GradientForm::formOfFactor(const Read &read) {
  const Softmax &softmax = attention.softmax;
  // `isDivided`: the program divides by the sum of exponentials before `of`
  auto divided = [&](Variable of, bool isDivided) {
    Polynomial form = variable(of);
    if (isDivided && !softmax.zerosEmptyRows)
      form.front()[Variable::sum] = -1;
    return form;
  };
  if (softmax.zerosEmptyRows) {
    if (llvm::is_contained(softmax.probabilities, read))
      return variable(Variable::probability);
  } else if (read == softmax.exponential) {
    return variable(Variable::exponential);
  } else if (read == softmax.sum) {
    return variable(Variable::sum);
  }
  if (read == Read{GenericOp(attention.product).getResult(0), attention.out})
    return divided(Variable::product, !attention.normalizesAfterMatmul());
  if (read == upstream)
    return variable(Variable::upstream);
  if (isGradient(read))
    return divided(Variable::gradient, attention.normalizesAfterMatmul());
  return std::nullopt;
}

std::optional<Polynomial> GradientForm::formOf(const Read &unresolved) {
  Read read = sourceOf(unresolved);
  if (++ops > maxOps || !read.map.isProjectedPermutation())
    return std::nullopt;
  if (std::optional<Polynomial> factor = formOfFactor(read))
    return factor;
  if (std::optional<double> number = numberOf(read.tensor))
    return constant(*number);
  GenericOp op = elementwiseOf(read.tensor);
  if (!op)
    return formOfSum(read);
  return formIn(op, op.getBody()->getTerminator()->getOperand(0), read);
}

bool GradientForm::isLogitGradient(const Read &read) {
  ops = 0;
  std::optional<Polynomial> form = formOf(read);
  if (!form || form->size() != 2)
    return false;
  Monomial with, without;
  with[Variable::gradient] = without[Variable::total] = 1;
  if (attention.softmax.zerosEmptyRows) {
    with[Variable::probability] = without[Variable::probability] = 1;
  } else {
    with[Variable::exponential] = without[Variable::exponential] = 1;
    with[Variable::sum] = -1;
    without[Variable::sum] = -2;
  }
  if (form->front()[Variable::total])
    std::swap(form->front(), form->back());
  return form->front().powers == with.powers &&
         form->back().powers == without.powers && form->front().factor == 1 &&
         form->back().factor == -1;
}
