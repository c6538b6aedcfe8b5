// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// transpose %x, dims = [1, 0]   ==>   element [i, j] is element [j, i] of %x
#include "lib/Shapes/check/DataMovement.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

using Index = SmallVector<int64_t, 6>;

namespace {
/// Element of an operand; the index is empty for a scalar operand.
struct Source {
  unsigned operand;
  Index index;
  bool operator==(const Source &other) const {
    return operand == other.operand && index == other.index;
  }
};

struct Mover {
  OpKind kind;
  Source (*find)(Operation *, Index);
};
} // namespace

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static ArrayRef<int64_t> listOf(Operation *op, StringRef name) {
  return op->getAttrOfType<DenseI64ArrayAttr>(name).asArrayRef();
}

static Source concatenate(Operation *op, Index index) {
  int64_t dim = op->getAttrOfType<IntegerAttr>("dimension").getInt();
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    int64_t size = shapeOf(operand)[dim];
    if (index[dim] < size)
      return {static_cast<unsigned>(i), index};
    index[dim] -= size;
  }
  return {op->getNumOperands(), index};
}

static Source pad(Operation *op, Index index) {
  ArrayRef<int64_t> low = listOf(op, "edge_padding_low"),
                    inner = listOf(op, "interior_padding"),
                    shape = shapeOf(op->getOperand(0));
  for (size_t dim = 0; dim < index.size(); ++dim) {
    int64_t at = index[dim] - low[dim], step = inner[dim] + 1;
    if (at < 0 || at % step != 0 || at / step >= shape[dim])
      return {1, {}};
    index[dim] = at / step;
  }
  return {0, index};
}

static Source reverse(Operation *op, Index index) {
  for (int64_t dim : listOf(op, "dimensions"))
    index[dim] = shapeOf(op->getOperand(0))[dim] - 1 - index[dim];
  return {0, index};
}

static Source slice(Operation *op, Index index) {
  for (auto [at, start, stride] : llvm::zip_equal(
           index, listOf(op, "start_indices"), listOf(op, "strides")))
    at = start + at * stride;
  return {0, index};
}

static constexpr Mover movers[] = {
    {OpKind::concatenate, concatenate},
    {OpKind::pad, pad},
    {OpKind::reverse, reverse},
    {OpKind::slice, slice},
};

static const Mover *findMover(Operation *op) {
  static const KindMap<Mover> byKind(movers);
  return byKind.lookup(kindOf(op));
}

bool amp::shapes::movesElements(Operation *op) { return findMover(op); }

/// Returns the indices near which the mapping of a dimension may change.
static Index findEnds(Operation *op, int64_t dim, int64_t size) {
  Index ends = {0, 1, size / 2, size - 2, size - 1};
  int64_t at = 0;
  if (isHlo(op, OpKind::concatenate) &&
      op->getAttrOfType<IntegerAttr>("dimension").getInt() == dim)
    for (Value operand : op->getOperands()) {
      at += shapeOf(operand)[dim];
      ends.append({at - 1, at});
    }
  if (isHlo(op, OpKind::pad)) {
    at = listOf(op, "edge_padding_low")[dim];
    int64_t end = size - listOf(op, "edge_padding_high")[dim];
    ends.append({at - 1, at, end - 1, end});
  }
  return ends;
}

bool amp::shapes::moveAlike(Operation *shorter, Operation *longer) {
  const Mover *mover = findMover(shorter);
  ArrayRef<int64_t> shape = shapeOf(shorter->getResult(0));
  if (llvm::is_contained(shape, 0))
    return true;
  auto isAlike = [&](const Index &index) {
    return mover->find(shorter, index) == mover->find(longer, index);
  };
  Index first(shape.size(), 0), last;
  for (int64_t size : shape)
    last.push_back(size - 1);
  if (!isAlike(first) || !isAlike(last))
    return false;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    for (int64_t at : findEnds(shorter, dim, shape[dim]))
      for (Index index : {first, last}) {
        index[dim] = at;
        if (at >= 0 && at < shape[dim] && !isAlike(index))
          return false;
      }
  return true;
}

/// Returns true if both ops repeat the same dimensions.
bool amp::shapes::broadcastAlike(Operation *shorter, Operation *longer) {
  ArrayRef<int64_t> from = shapeOf(shorter->getOperand(0)),
                    longFrom = shapeOf(longer->getOperand(0)),
                    to = shapeOf(shorter->getResult(0)),
                    mapped = listOf(shorter, "broadcast_dimensions");
  if (mapped != listOf(longer, "broadcast_dimensions"))
    return false;
  for (size_t dim = 0; dim < mapped.size(); ++dim)
    if ((from[dim] == 1) != (longFrom[dim] == 1) && to[mapped[dim]] > 1)
      return false;
  return true;
}

bool amp::shapes::transposeAlike(Operation *shorter, Operation *longer) {
  return listOf(shorter, "permutation") == listOf(longer, "permutation");
}

namespace {
/// One side of a reshape, with its original and padded shape, consumed from the
/// outermost dimension on.
struct Side {
  ArrayRef<int64_t> given, longer;
  size_t at = 0;
  int64_t size = 1, longSize = 1; ///< of the current group

  bool isAtEnd() const { return at == given.size(); }

  /// Consumes a dimension; only the outermost of a group may be longer.
  bool take() {
    if (isAtEnd() || (given[at] != longer[at] && (size != 1 || given[at] == 1)))
      return false;
    size *= given[at];
    longSize *= longer[at++];
    return true;
  }
};
} // namespace

bool amp::shapes::regroupAlike(Operation *shorter, Operation *longer) {
  Side from{shapeOf(shorter->getOperand(0)), shapeOf(longer->getOperand(0))};
  Side to{shapeOf(shorter->getResult(0)), shapeOf(longer->getResult(0))};
  if (llvm::is_contained(to.given, 0))
    return true;
  while (!from.isAtEnd() || !to.isAtEnd()) {
    bool takesFrom =
        from.size < to.size || (from.size == to.size && !from.isAtEnd());
    if (!(takesFrom ? from : to).take())
      return false;
    if (from.size != to.size)
      continue;
    if (from.longSize != to.longSize)
      return false;
    from.size = to.size = from.longSize = to.longSize = 1;
  }
  return true;
}
