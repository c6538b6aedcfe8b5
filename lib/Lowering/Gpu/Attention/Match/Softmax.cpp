// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select(all x == -inf, 0, truncf(divf(exp(subf(x, max x)), sum exp)))
//   ==>   x, zerosEmptyRows
#include "lib/Lowering/Gpu/Attention/Match/Softmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Limit on the ops that a search from a contraction to a softmax visits.
static constexpr unsigned maxBetween = 32;

static constexpr double infinity = std::numeric_limits<double>::infinity();

template <typename Op> static Applied appliedAs(const Read &read) {
  Applied applied = appliedAt(read);
  return isa_and_nonnull<Op>(applied.op) ? applied : Applied();
}

Read mlir::amp::lowering::unrounded(Read read) {
  while (true) {
    Applied conversion = appliedAt(read);
    if (!isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(conversion.op) ||
        !isKernelFloat(read.type()) ||
        !isKernelFloat(conversion.operands[0].type()))
      return read;
    read = conversion.operands[0];
  }
}

namespace {
/// Quotient of a dividend and the sum of a softmax.
struct Quotient {
  Read dividend, sum;

  Read numerator() const { return unrounded(dividend); }
};
} // namespace

/// Matches divf(a, b), mulf(a, divf(1, b)) and mulf(divf(1, b), a).
static std::optional<Quotient> quotientOf(const Read &read) {
  if (Applied division = appliedAs<arith::DivFOp>(read); division.op)
    return Quotient{division.operands[0], unrounded(division.operands[1])};
  Applied product = appliedAs<arith::MulFOp>(read);
  if (!product.op)
    return std::nullopt;
  for (unsigned i : {0, 1}) {
    Applied inverse = appliedAs<arith::DivFOp>(unrounded(product.operands[i]));
    if (!inverse.op)
      continue;
    if (numberOf(inverse.operands[0].tensor) == 1.0)
      return Quotient{product.operands[1 - i], unrounded(inverse.operands[1])};
  }
  return std::nullopt;
}

static bool isSoftmax(const Read &read) {
  std::optional<Quotient> quotient = quotientOf(read);
  return quotient && appliedAs<math::ExpOp>(quotient->numerator()).op;
}

bool mlir::amp::lowering::isExponential(Value tensor) {
  if (!elementwiseOf(tensor))
    return false;
  Applied exp = appliedAs<math::ExpOp>(allOf(tensor));
  return exp.op && appliedAs<arith::SubFOp>(unrounded(exp.operands[0])).op;
}

/// Returns true if `read` is the sum of `exponential` over `loop`.
static bool isSumOf(const Read &read, const Read &exponential, unsigned loop) {
  FailureOr<Read> summed = reducedBy<arith::AddFOp>(read, 0, loop);
  return succeeded(summed) && unrounded(*summed) == exponential;
}

/// Returns true for exp of any argument, divided by its sum over a dimension.
static bool isNormalized(Value tensor) {
  Read all = allOf(tensor);
  if (!isSoftmax(all))
    return false;
  Quotient quotient = *quotientOf(all);
  return llvm::any_of(llvm::seq(all.map.getNumDims()), [&](unsigned loop) {
    return isSumOf(quotient.sum, quotient.numerator(), loop);
  });
}

bool mlir::amp::lowering::hasSoftmax(Value tensor) {
  // breadth-first, because many ops compute the random bits of a dropout
  SmallVector<Value> work = {tensor};
  llvm::SmallPtrSet<Operation *, 16> seen;
  for (unsigned i = 0; i < work.size() && seen.size() < maxBetween; ++i) {
    Value current = work[i];
    Operation *op = current.getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
      work.push_back(op->getOperand(0));
      continue;
    }
    if (!elementwiseOf(current))
      continue;
    if (isExponential(current) || isNormalized(current))
      return true;
    llvm::append_range(work, op->getOperands());
  }
  return false;
}

/// Returns the read without a maximum with -inf, which JAX adds.
static Read withoutFloor(const Read &read) {
  Applied maximum = appliedAs<arith::MaximumFOp>(read);
  for (unsigned i = 0; i < maximum.operands.size(); ++i)
    if (numberOf(maximum.operands[i].tensor) == -infinity)
      return maximum.operands[1 - i];
  return read;
}

/// Sets `why` to an unsupported type of the softmax, and fails.
static LogicalResult failsForType(Type type, std::string &why) {
  llvm::raw_string_ostream(why) << "its softmax computes in " << type;
  return failure();
}

/// Returns the read of which `read` is the logical negation.
static std::optional<Read> negated(const Read &read) {
  linalg::GenericOp op = elementwiseOf(read.tensor);
  if (!op || op.getBody()->getOperations().size() != 2)
    return std::nullopt;
  auto flip = dyn_cast<arith::XOrIOp>(op.getBody()->front());
  if (!flip || op.getBody()->getTerminator()->getOperand(0) != flip ||
      !flip.getType().isInteger(1) || !matchPattern(flip.getRhs(), m_One()))
    return std::nullopt;
  auto in = dyn_cast<BlockArgument>(flip.getLhs());
  if (!in || in.getOwner() != op.getBody())
    return std::nullopt;
  return sourceOf(inputOf(op, *op.getDpsInputOperand(in.getArgNumber()), read));
}

/// Returns true if `read` tests that all logits of a row over `loop` are -inf.
static bool isEmptyRow(const Read &read, const Read &logits, unsigned loop) {
  std::optional<Read> any = negated(read);
  if (!any)
    return false;
  FailureOr<Read> each = reducedBy<arith::OrIOp>(*any, 0, loop);
  if (failed(each))
    return false;
  std::optional<Read> isNone = negated(*each);
  if (!isNone)
    return false;
  Applied equal = appliedAs<arith::CmpFOp>(*isNone);
  return equal.op &&
         cast<arith::CmpFOp>(equal.op).getPredicate() ==
             arith::CmpFPredicate::OEQ &&
         equal.operands[0] == logits &&
         numberOf(equal.operands[1].tensor) == -infinity;
}

std::optional<Read> mlir::amp::lowering::dividendOf(const Read &read,
                                                    const Softmax &softmax,
                                                    unsigned loop) {
  std::optional<Quotient> quotient = quotientOf(read);
  if (!quotient || !isSumOf(quotient->sum, softmax.exponential, loop))
    return std::nullopt;
  return quotient->dividend;
}

/// Returns the softmax that `read` computes, or its exponentials if nothing
/// divides them yet. `result` and `probabilities` are not set.
static FailureOr<Softmax> quotientSoftmaxOf(const Read &read, unsigned loop,
                                            std::string &why) {
  bool isDivided = !appliedAs<math::ExpOp>(read).op;
  if (isDivided && !isSoftmax(read))
    return why = "ops stand between its softmax and its second contraction",
           failure();
  if (!isKernelFloat(read.type()))
    return failsForType(read.type(), why);
  Quotient quotient = isDivided ? *quotientOf(read) : Quotient{read, {}};
  Read exponential = quotient.numerator();
  if (isDivided && !isSumOf(quotient.sum, exponential, loop))
    return why = "it does not divide by the sum of its exponentials over the "
                 "contracted dimension",
           failure();
  Applied exp = appliedAs<math::ExpOp>(exponential);
  Applied shifted = appliedAs<arith::SubFOp>(unrounded(exp.operands[0]));
  if (!shifted.op)
    return why = "it subtracts no maximum", failure();
  Read logits = shifted.operands[0];
  FailureOr<Read> reduced = reducedBy<arith::MaximumFOp>(
      withoutFloor(unrounded(shifted.operands[1])), -infinity, loop);
  if (failed(reduced) || !(unrounded(*reduced) == unrounded(logits)))
    return why = "it does not subtract the maximum of its logits over the "
                 "contracted dimension",
           failure();
  return Softmax{logits, exponential, quotient.sum, {}, {}};
}

/// Returns the softmax that computes `result`, with its probabilities.
static FailureOr<Softmax> softmaxAt(const Read &result, unsigned loop,
                                    std::string &why) {
  Read read = result;
  std::optional<Read> empty;
  SmallVector<Read> probabilities;
  bool isRounded = false;
  while (true) {
    if (!empty)
      probabilities.push_back(read);
    Applied rounding = appliedAs<arith::TruncFOp>(read);
    Applied choice = appliedAs<arith::SelectOp>(read);
    if (rounding.op && !isRounded) {
      read = rounding.operands[0];
      isRounded = true;
    } else if (choice.op && !empty &&
               numberOf(choice.operands[1].tensor) == 0.0) {
      empty = choice.operands[0];
      read = choice.operands[2];
    } else {
      break;
    }
  }
  FailureOr<Softmax> softmax = quotientSoftmaxOf(read, loop, why);
  if (failed(softmax))
    return failure();
  // if the division follows the contraction, an empty row divides by 0
  if (empty &&
      (!softmax->sum.tensor || !isEmptyRow(*empty, softmax->logits, loop)))
    return why = "a select stands between its softmax and its second "
                 "contraction",
           failure();
  softmax->result = result;
  softmax->probabilities = std::move(probabilities);
  softmax->zerosEmptyRows = empty.has_value();
  return softmax;
}

FailureOr<Softmax> mlir::amp::lowering::softmaxOf(const Read &weights,
                                                  unsigned loop,
                                                  std::string &why) {
  auto isVariable = [](const Read &read) { return hasSoftmax(read.tensor); };
  auto isFixed = [](const Read &read) { return !hasSoftmax(read.tensor); };
  Read read = sourceOf(weights);
  while (true) {
    FailureOr<Softmax> softmax = softmaxAt(read, loop, why);
    if (succeeded(softmax))
      why.clear(); // of ops after the softmax
    if (succeeded(softmax) || isSoftmax(read))
      return softmax;
    std::optional<Read> multiplied = multipliedBy(read, isVariable, isFixed);
    if (!multiplied)
      return failure();
    read = *multiplied;
  }
}
