// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Axes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto shaped = dyn_cast<RankedTensorType>(value.getType());
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

Axes Axes::ofValue(Value value) {
  Axes axes;
  size_t rank = shapeOf(value).size();
  axes.isKnown = rank <= maxRank;
  axes.rank = axes.isKnown ? rank : 0;
  for (unsigned i = 0; i < axes.rank; ++i)
    axes.of[i] = i;
  return axes;
}

Axes Axes::pick(ArrayRef<int64_t> dims) const {
  Axes axes;
  axes.isKnown = isKnown && dims.size() <= maxRank;
  if (!axes.isKnown)
    return axes;
  axes.rank = dims.size();
  for (auto [i, dim] : llvm::enumerate(dims))
    axes.of[i] = dim < 0 || dim >= rank ? any : of[dim];
  return axes;
}

/// Which dimension of the result each of the operand is, if a reshape only adds
/// or drops dimensions of size one.
static std::optional<SmallVector<int64_t>> matchReshape(ArrayRef<int64_t> from,
                                                        ArrayRef<int64_t> to) {
  SmallVector<int64_t> dims;
  size_t next = 0;
  for (int64_t size : from) {
    if (size == 1) {
      dims.push_back(-1);
      continue;
    }
    while (next < to.size() && to[next] == 1)
      ++next;
    if (next == to.size() || to[next] != size)
      return std::nullopt;
    dims.push_back(next++);
  }
  while (next < to.size() && to[next] == 1)
    ++next;
  return next == to.size() ? std::optional(dims) : std::nullopt;
}

Axes Axes::ofMoved(Operation *op, unsigned number) const {
  if (!isKnown)
    return *this;
  if (auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
    return pick(dims.asArrayRef());
  if (auto order = op->getAttrOfType<DenseI64ArrayAttr>("permutation")) {
    SmallVector<int64_t> dims(order.size(), -1);
    for (auto [i, dim] : llvm::enumerate(order.asArrayRef()))
      dims[dim] = i;
    return pick(dims);
  }
  ArrayRef<int64_t> from = shapeOf(op->getOperand(number));
  ArrayRef<int64_t> to = shapeOf(op->getResult(number));
  if (from == to)
    return *this;
  auto dims = matchReshape(from, to);
  return dims ? pick(*dims) : Axes();
}

/// Operands of size one are repeated where a dialect allows that.
Axes Axes::ofElementwise(Operation *op, unsigned number) const {
  return shapeOf(op->getOperand(number)).size() == rank ? *this : Axes();
}

Axes Axes::ofReduced(Operation *reduce, ArrayRef<int64_t> dims) const {
  size_t from = shapeOf(reduce->getOperand(0)).size();
  bool keepsDims = shapeOf(reduce->getResult(0)).size() == from;
  SmallVector<int64_t> picked;
  int64_t next = 0;
  for (size_t i = 0; i < from; ++i) {
    bool isReduced = llvm::is_contained(dims, i);
    picked.push_back(isReduced ? -1 : keepsDims ? i : next);
    next += !isReduced;
  }
  return pick(picked);
}

bool Axes::unify(const Axes &other) {
  if (!isKnown || !other.isKnown) {
    if (!isKnown)
      *this = other;
    return true;
  }
  if (rank != other.rank)
    return false;
  for (unsigned i = 0; i < rank; ++i) {
    if (of[i] != any && other.of[i] != any && of[i] != other.of[i])
      return false;
    if (of[i] == any)
      of[i] = other.of[i];
  }
  return true;
}
