// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reshape x[i, j] : 4x6 to 4x2x3   ==>   x[i, j / 3, j % 3]
#include "lib/Recognize/Axes.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto shaped = dyn_cast<RankedTensorType>(value.getType());
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

static Digits wholeIndex(unsigned index, int64_t size) {
  return size == 1 ? Digits() : Digits{{index, 1, size}};
}

Axes Axes::ofValue(Value value) {
  Axes axes;
  axes.isKnown = true;
  for (auto [i, size] : llvm::enumerate(shapeOf(value)))
    axes.dims.push_back(wholeIndex(i, size));
  return axes;
}

/// Returns the axes of a value of this shape. Dimension i maps to dimension
/// `dims[i]` of this value, or to a fresh index if negative.
Axes Axes::pick(ArrayRef<int64_t> from, ArrayRef<int64_t> shape,
                FreshIndices &fresh, bool isInner) const {
  Axes axes;
  axes.isKnown = true;
  for (auto [dim, size] : llvm::zip(from, shape))
    axes.dims.push_back(size == 1 ? Digits()
                        : dim >= 0 && dim < static_cast<int64_t>(dims.size()) &&
                                !dims[dim].empty()
                            ? dims[dim]
                            : wholeIndex(fresh.next(isInner), size));
  return axes;
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Removes minor digits with a total size of `size` from `digits`.
static std::optional<Digits> takeDigits(Digits &digits, int64_t size) {
  Digits taken;
  for (int64_t left = size; left != 1;) {
    if (digits.empty())
      return std::nullopt;
    Digit &last = digits.front();
    if (last.size <= 0 || left <= 0) { // dynamic
      if (last.size != left)
        return std::nullopt;
      taken.push_back(last);
      digits.erase(digits.begin());
      return taken;
    }
    if (left % last.size == 0) {
      left /= last.size;
      taken.push_back(last);
      digits.erase(digits.begin());
      continue;
    }
    if (last.size % left != 0)
      return std::nullopt;
    taken.push_back({last.index, last.stride, left});
    last.stride *= left;
    last.size /= left;
    left = 1;
  }
  return taken;
}

/// Merges adjacent digits of one index.
static Digits joined(const Digits &digits) {
  Digits all;
  for (const Digit &digit : digits)
    if (!all.empty() && all.back().index == digit.index && digit.size > 0 &&
        all.back().stride * all.back().size == digit.stride)
      all.back().size *= digit.size;
    else
      all.push_back(digit);
  return all;
}

/// Returns fresh indices if the reshape does not split at digits.
Axes Axes::reshaped(ArrayRef<int64_t> shape, FreshIndices &fresh) const {
  Digits all;
  for (const Digits &digits : llvm::reverse(dims))
    llvm::append_range(all, digits);
  Axes axes;
  axes.isKnown = true;
  axes.dims.resize(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    std::optional<Digits> taken = takeDigits(all, shape[i]);
    if (!taken)
      return Axes().pick(SmallVector<int64_t>(shape.size(), -1), shape, fresh);
    axes.dims[i] = joined(*taken);
  }
  return axes;
}

//===----------------------------------------------------------------------===//
// From results to operands
//===----------------------------------------------------------------------===//

/// Returns, per operand dimension of a transpose, the result dimension.
static std::optional<SmallVector<int64_t>> findOrder(Operation *op) {
  SmallVector<int64_t> order;
  if (auto dims = op->getAttrOfType<DenseI64ArrayAttr>("permutation"))
    order = llvm::to_vector(dims.asArrayRef());
  else if (auto perms = op->getAttrOfType<DenseI32ArrayAttr>("perms"))
    order = llvm::to_vector_of<int64_t>(perms.asArrayRef());
  else
    return std::nullopt;
  SmallVector<int64_t> dims(order.size(), -1);
  for (auto [i, dim] : llvm::enumerate(order))
    dims[dim] = i;
  return dims;
}

/// Returns true if the op narrows the float type.
static bool rounds(Operation *op, unsigned number) {
  if (isHlo(op, OpKind::reduce_precision))
    return true;
  auto from = dyn_cast<FloatType>(
      getElementTypeOrSelf(op->getOperand(number).getType()));
  auto to = dyn_cast<FloatType>(
      getElementTypeOrSelf(op->getResult(number).getType()));
  return from && to && from != to && from.getWidth() >= to.getWidth();
}

Axes Axes::ofMoved(Operation *op, unsigned number, FreshIndices &fresh) const {
  if (!isKnown)
    return *this;
  ArrayRef<int64_t> from = shapeOf(op->getOperand(number));
  ArrayRef<int64_t> to = shapeOf(op->getResult(number));
  Axes axes;
  if (auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
    axes = pick(dims.asArrayRef(), from, fresh);
  else if (auto order = findOrder(op))
    axes = pick(*order, from, fresh);
  else
    axes = from == to ? *this : reshaped(from, fresh);
  axes.rounding = rounding || !rounds(op, number) ? rounding : op;
  return axes;
}

/// Shapes are right-aligned unless `broadcast_dimensions` is present.
Axes Axes::ofElementwise(Operation *op, unsigned number,
                         FreshIndices &fresh) const {
  if (!isKnown)
    return *this;
  ArrayRef<int64_t> from = shapeOf(op->getOperand(number));
  int64_t missing = dims.size() - from.size();
  SmallVector<int64_t> places;
  for (auto [i, size] : llvm::enumerate(from))
    places.push_back(missing + static_cast<int64_t>(i));
  auto said = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  if (said && missing != 0 && said.size() == static_cast<int64_t>(from.size()))
    places = llvm::to_vector(said.asArrayRef());
  return pick(places, from, fresh);
}

Axes Axes::ofReduced(Operation *reduce, ArrayRef<int64_t> reduced, bool isInner,
                     FreshIndices &fresh) const {
  if (!isKnown)
    return *this;
  ArrayRef<int64_t> from = shapeOf(reduce->getOperand(0));
  bool keepsDims = shapeOf(reduce->getResult(0)).size() == from.size();
  SmallVector<int64_t> picked;
  int64_t next = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    bool isReduced = llvm::is_contained(reduced, static_cast<int64_t>(i));
    picked.push_back(isReduced ? -1 : keepsDims ? i : next);
    next += !isReduced;
  }
  return pick(picked, from, fresh, isInner);
}

//===----------------------------------------------------------------------===//
// Comparison of occurrences
//===----------------------------------------------------------------------===//

static bool isInner(const Digit &digit) {
  return digit.index >= FreshIndices::firstInner;
}

InnerDigits Axes::findInner() const {
  InnerDigits inner;
  SmallVector<std::pair<unsigned, int64_t>> keys;
  for (auto [dim, digits] : llvm::enumerate(dims)) {
    int64_t offset = 1;
    for (const Digit &digit : digits) {
      if (isInner(digit)) {
        inner.push_back({unsigned(dim), offset, digit.size, 0});
        keys.emplace_back(digit.index, digit.stride);
      }
      offset *= digit.size;
    }
  }
  for (auto [digit, key] : llvm::zip(inner, keys))
    digit.order = llvm::count_if(
        keys, [&, key = key](const auto &other) { return other < key; });
  return inner;
}

/// Removes one digit of each, and splits the larger digit to match.
static std::optional<std::pair<Digit, Digit>> takePair(Digits &a, Digits &b) {
  if (a.empty() || b.empty())
    return std::nullopt;
  int64_t size = a.front().size < 0 || b.front().size < 0
                     ? a.front().size
                     : std::min(a.front().size, b.front().size);
  std::optional<Digits> left = takeDigits(a, size), right = takeDigits(b, size);
  if (!left || !right || left->size() != 1 || right->size() != 1)
    return std::nullopt;
  return std::pair(left->front(), right->front());
}

bool Axes::agrees(const Axes &other) const {
  if (!isKnown || !other.isKnown)
    return true;
  if (dims.size() != other.dims.size() || rounding != other.rounding)
    return false;
  for (auto [mine, theirs] : llvm::zip(dims, other.dims)) {
    Digits left = mine, right = theirs;
    while (!left.empty() || !right.empty()) {
      auto pair = takePair(left, right);
      if (!pair || (!isInner(pair->first) && !isInner(pair->second) &&
                    !(pair->first == pair->second)))
        return false;
    }
  }
  return true;
}

Digits Axes::at(const InnerDigits &places) const {
  Digits all;
  for (const InnerDigit &place : places) {
    Digits digits = dims[place.dim];
    if (takeDigits(digits, place.offset))
      if (std::optional<Digits> found = takeDigits(digits, place.size))
        llvm::append_range(all, joined(*found));
  }
  llvm::sort(all, [](const Digit &a, const Digit &b) {
    return std::tie(a.index, a.stride) < std::tie(b.index, b.stride);
  });
  return joined(all);
}
