// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// truncf(divf(exp(subf(x, max x)), sum exp))   ==>   x
#include "lib/Lowering/Gpu/Attention/Softmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Elementwise ops between a contraction and a softmax that are searched for.
static constexpr unsigned maxBetween = 32;

static constexpr double infinity = std::numeric_limits<double>::infinity();

template <typename Op> static Applied appliedAs(const Read &read) {
  Applied applied = appliedAt(read);
  return isa_and_nonnull<Op>(applied.op) ? applied : Applied();
}

namespace {
/// Quotient of a softmax: numerator over the sum.
struct Quotient {
  Read numerator, sum;
};
} // namespace

/// divf(a, b), mulf(a, divf(1, b)) and mulf(divf(1, b), a).
static std::optional<Quotient> quotientOf(const Read &read) {
  if (Applied division = appliedAs<arith::DivFOp>(read); division.op)
    return Quotient{division.operands[0], division.operands[1]};
  Applied product = appliedAs<arith::MulFOp>(read);
  if (!product.op)
    return std::nullopt;
  for (unsigned i : {0, 1}) {
    Applied inverse = appliedAs<arith::DivFOp>(product.operands[i]);
    if (!inverse.op)
      continue;
    if (numberOf(inverse.operands[0].tensor) == 1.0)
      return Quotient{product.operands[1 - i], inverse.operands[1]};
  }
  return std::nullopt;
}

static bool isSoftmax(const Read &read) {
  std::optional<Quotient> quotient = quotientOf(read);
  return quotient && appliedAs<math::ExpOp>(quotient->numerator).op;
}

bool mlir::amp::lowering::hasSoftmax(const Read &read) {
  SmallVector<Read> work = {sourceOf(read)};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!work.empty() && seen.size() < maxBetween) {
    Read current = work.pop_back_val();
    if (isSoftmax(current))
      return true;
    linalg::GenericOp op = elementwiseOf(current.tensor);
    if (op && seen.insert(op).second)
      for (OpOperand *input : op.getDpsInputOperands())
        work.push_back(sourceOf(inputOf(op, *input, current)));
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

/// Records that the softmax computes in another type than f32.
static LogicalResult failsForType(Type type, std::string &why) {
  llvm::raw_string_ostream(why) << "its softmax computes in " << type;
  return failure();
}

FailureOr<Read> mlir::amp::lowering::logitsOf(Read read, unsigned loop,
                                              std::string &why) {
  read = sourceOf(read);
  if (Applied rounding = appliedAs<arith::TruncFOp>(read); rounding.op)
    read = rounding.operands[0];
  if (!isSoftmax(read))
    return why = "ops stand between its softmax and its second contraction",
           failure();
  if (!read.type().isF32())
    return failsForType(read.type(), why);
  Quotient quotient = *quotientOf(read);
  Read exponential = quotient.numerator;
  FailureOr<Read> summed = reducedBy<arith::AddFOp>(quotient.sum, 0, loop);
  if (failed(summed) || !(*summed == exponential))
    return why = "it does not divide by the sum of its exponentials over the "
                 "contracted dimension",
           failure();
  Applied exp = appliedAs<math::ExpOp>(exponential);
  Applied shifted = appliedAs<arith::SubFOp>(exp.operands[0]);
  if (!shifted.op)
    return why = "it subtracts no maximum", failure();
  Read logits = shifted.operands[0];
  FailureOr<Read> reduced = reducedBy<arith::MaximumFOp>(
      withoutFloor(shifted.operands[1]), -infinity, loop);
  if (failed(reduced) || !(*reduced == logits))
    return why = "it does not subtract the maximum of its logits over the "
                 "contracted dimension",
           failure();
  return logits;
}
