// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// broadcast_in_dim(reshape(reduce(e)))   ==>   reduce(e), if each element of e
//                                              is at the position of its result
#include "lib/OpModel/Kinds.h"
#include "lib/Ranges/Patterns.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

namespace {
/// Maps each dimension of the last value to a dimension of an earlier one; -1
/// if the last value is broadcast along the dimension.
class Dimensions {
public:
  explicit Dimensions(ArrayRef<int64_t> shape)
      : at(llvm::to_vector(llvm::seq<int64_t>(shape.size()))) {}

  bool stepBack(Operation *op);
  bool isSpread(Operation *reduction) const;

private:
  template <typename Fn> void renumber(Fn &&earlier) {
    for (int64_t &dim : at)
      dim = dim < 0 ? dim : earlier(dim);
  }

  SmallVector<int64_t> at;
};
} // namespace

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

static ArrayRef<int64_t> dimensionsOf(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return attr ? attr.asArrayRef() : ArrayRef<int64_t>();
}

/// Returns the dimensions of a size other than 1.
static SmallVector<int64_t> longOnes(ArrayRef<int64_t> shape) {
  return llvm::to_vector(
      llvm::make_filter_range(llvm::seq<int64_t>(shape.size()),
                              [&](int64_t dim) { return shape[dim] != 1; }));
}

/// Steps from the result to the operand of a broadcast, or of a reshape that
/// adds or removes dimensions of size 1; returns false for other ops.
bool Dimensions::stepBack(Operation *op) {
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
  ArrayRef<int64_t> to = shapeOf(op->getResult(0));
  if (isHlo(op, OpKind::broadcast_in_dim)) {
    ArrayRef<int64_t> places = dimensionsOf(op, "broadcast_dimensions");
    renumber([&](int64_t dim) -> int64_t {
      const int64_t *place = llvm::find(places, dim);
      return place == places.end() || from[place - places.begin()] == 1
                 ? -1
                 : place - places.begin();
    });
    return true;
  }
  if (!isHlo(op, OpKind::reshape))
    return false;
  SmallVector<int64_t> earlier = longOnes(from), later = longOnes(to);
  if (earlier.size() != later.size() ||
      llvm::any_of(llvm::zip_equal(earlier, later), [&](auto pair) {
        return from[std::get<0>(pair)] != to[std::get<1>(pair)];
      }))
    return false;
  renumber([&](int64_t dim) -> int64_t {
    const int64_t *place = llvm::find(later, dim);
    return place == later.end() ? -1 : earlier[place - later.begin()];
  });
  return true;
}

/// Returns true if each element of the last value is the reduction of a slice
/// that includes the element at the same position.
bool Dimensions::isSpread(Operation *reduction) const {
  ArrayRef<int64_t> shape = shapeOf(reduction->getOperand(0));
  ArrayRef<int64_t> reduced = dimensionsOf(reduction, "dimensions");
  if (shape.size() != at.size())
    return false;
  int64_t kept = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    bool isReduced = llvm::is_contained(reduced, static_cast<int64_t>(dim));
    int64_t wanted = isReduced ? -1 : kept;
    kept += !isReduced;
    if (size != 1 && at[dim] != wanted)
      return false;
  }
  return true;
}

Operation *
amp::ranges::findBroadcastReduction(Value spread, OpKind body,
                                    llvm::function_ref<Value(Value)> through) {
  constexpr unsigned maxSteps = 10;
  Dimensions dimensions(shapeOf(spread));
  for (unsigned step = 0; step < maxSteps; ++step) {
    if (Value next = through ? through(spread) : Value()) {
      spread = next;
      continue;
    }
    Operation *op = spread.getDefiningOp();
    if (!op || op->getNumOperands() == 0)
      return nullptr;
    if (isHlo(op, OpKind::reduce))
      return op->getNumResults() == 1 && findBody(op->getRegion(0)) == body &&
                     dimensions.isSpread(op)
                 ? op
                 : nullptr;
    if (!dimensions.stepBack(op))
      return nullptr;
    spread = op->getOperand(0);
  }
  return nullptr;
}
