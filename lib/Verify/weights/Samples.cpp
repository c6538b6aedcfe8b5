// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/Samples.h"
#include "lib/OpModel/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

const std::vector<Index> &Samples::positionsOf(ArrayRef<int64_t> shape) {
  std::vector<Index> &list = positions[shape.vec()];
  if (list.empty())
    list = listPositions(shape);
  return list;
}

static std::optional<Sample> constantOf(Operation *op) {
  auto value = op->getAttrOfType<SplatElementsAttr>("value");
  if (!value)
    return std::nullopt;
  if (auto real = dyn_cast<FloatAttr>(value.getSplatValue<Attribute>()))
    return Sample::of(real.getValue().convertToFloat());
  auto integer = dyn_cast<IntegerAttr>(value.getSplatValue<Attribute>());
  if (!integer)
    return std::nullopt;
  return Sample::of(integer.getType().isInteger(1)
                        ? int64_t(integer.getValue().getZExtValue())
                        : integer.getValue().getSExtValue());
}

static std::optional<Sample> convert(Sample from, Type source, Type to) {
  if (to.isF32() && source.isUnsignedInteger())
    return Sample::of(float(uint64_t(from.integer)));
  if (to.isF32())
    return Sample::of(from.isFloat ? from.real : float(from.integer));
  auto type = dyn_cast<IntegerType>(to);
  if (!type || type.getWidth() > 32)
    return std::nullopt;
  int64_t number = from.integer;
  if (from.isFloat) {
    double bound = std::ldexp(1, type.getWidth() - 1);
    if (!(std::fabs(from.real) < bound))
      return std::nullopt; // undefined
    number = int64_t(from.real);
  }
  if (type.getWidth() == 1)
    return Sample::of(int64_t(number != 0));
  return Sample::of(llvm::SignExtend64(uint64_t(number), type.getWidth()));
}

static std::optional<Sample> bitcast(Sample from, Type to) {
  if (from.isFloat && to.isInteger(32)) {
    int32_t bits;
    std::memcpy(&bits, &from.real, sizeof bits);
    return Sample::of(int64_t(bits));
  }
  if (from.isFloat || !to.isF32())
    return std::nullopt;
  auto bits = int32_t(from.integer);
  float real;
  std::memcpy(&real, &bits, sizeof real);
  return Sample::of(real);
}

static float least(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? NAN : std::fmin(a, b);
}
static float most(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? NAN : std::fmax(a, b);
}

static std::optional<Sample> combineReals(StringRef name, float a, float b) {
  if (name == "add")
    return Sample::of(a + b);
  if (name == "subtract")
    return Sample::of(a - b);
  if (name == "multiply")
    return Sample::of(a * b);
  if (name == "divide")
    return Sample::of(a / b);
  if (name == "minimum")
    return Sample::of(least(a, b));
  if (name == "maximum")
    return Sample::of(most(a, b));
  if (name == "power")
    return Sample::of(std::pow(a, b));
  return std::nullopt;
}

static std::optional<int64_t> combineBits(StringRef name, int64_t a,
                                          int64_t b) {
  if (name == "add")
    return int64_t(uint64_t(a) + uint64_t(b));
  if (name == "subtract")
    return int64_t(uint64_t(a) - uint64_t(b));
  if (name == "minimum")
    return std::min(a, b);
  if (name == "maximum")
    return std::max(a, b);
  if (name == "and")
    return a & b;
  if (name == "or")
    return a | b;
  if (name == "xor")
    return a ^ b;
  if (name == "remainder" && b > 0)
    return a % b;
  if (name == "shift_right_logical" && b >= 0 && b < 64)
    return int64_t(uint64_t(a) >> b);
  return std::nullopt;
}

static std::optional<Sample> combine(StringRef name, Sample a, Sample b,
                                     Type type) {
  if (a.isFloat != b.isFloat)
    return std::nullopt;
  if (a.isFloat)
    return combineReals(name, a.real, b.real);
  unsigned width = type.getIntOrFloatBitWidth();
  std::optional<int64_t> bits = combineBits(name, a.integer, b.integer);
  if (!bits || width == 64 || width == 1)
    return bits ? std::optional(Sample::of(*bits)) : std::nullopt;
  return Sample::of(llvm::SignExtend64(uint64_t(*bits), width));
}

static std::optional<Sample> compare(Operation *op, Sample a, Sample b) {
  std::optional<Comparison> direction = getComparison(op);
  if (!direction)
    return std::nullopt;
  auto decide = [&](auto x, auto y) {
    switch (*direction) {
    case Comparison::EQ:
      return Sample::of(int64_t(x == y));
    case Comparison::NE:
      return Sample::of(int64_t(x != y));
    case Comparison::LT:
      return Sample::of(int64_t(x < y));
    case Comparison::LE:
      return Sample::of(int64_t(x <= y));
    case Comparison::GT:
      return Sample::of(int64_t(x > y));
    case Comparison::GE:
      return Sample::of(int64_t(x >= y));
    }
    llvm_unreachable("all directions are listed");
  };
  return a.isFloat ? decide(a.real, b.real) : decide(a.integer, b.integer);
}

static std::optional<Sample> unary(StringRef name, Operation *op, Sample x) {
  Type to = getElementTypeOrSelf(op->getResult(0));
  if (name == "optimization_barrier")
    return x;
  if (name == "convert")
    return convert(x, getElementTypeOrSelf(op->getOperand(0)), to);
  if (name == "bitcast_convert")
    return bitcast(x, to);
  if (name == "popcnt" && !x.isFloat)
    return Sample::of(int64_t(llvm::popcount(uint64_t(x.integer))));
  if (name == "not" && !x.isFloat && to.isInteger(1))
    return Sample::of(int64_t(!x.integer));
  if (!x.isFloat)
    return std::nullopt;
  if (name == "is_finite")
    return Sample::of(int64_t(std::isfinite(x.real)));
  if (name == "abs")
    return Sample::of(std::fabs(x.real));
  if (name == "ceil")
    return Sample::of(std::ceil(x.real));
  if (name == "exponential")
    return Sample::of(std::exp(x.real));
  if (name == "floor")
    return Sample::of(std::floor(x.real));
  if (name == "negate")
    return Sample::of(-x.real);
  if (name == "round_nearest_even")
    return Sample::of(std::nearbyint(x.real));
  if (name == "sign")
    return Sample::of(std::isnan(x.real) ? x.real
                                         : float((x.real > 0) - (x.real < 0)));
  if (name == "sqrt")
    return Sample::of(std::sqrt(x.real));
  return std::nullopt;
}

/// Returns the operand of a data movement op, and the index of the element.
static std::optional<std::pair<Value, Index>>
findMoved(StringRef name, Operation *op, Index index) {
  auto dims = [&](StringRef attribute) {
    auto value = op->getAttrOfType<DenseI64ArrayAttr>(attribute);
    return value ? value.asArrayRef() : ArrayRef<int64_t>();
  };
  Value operand = op->getNumOperands() ? op->getOperand(0) : Value();
  auto type = operand ? dyn_cast<RankedTensorType>(operand.getType()) : nullptr;
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  Index from(type.getRank());
  if (name == "broadcast_in_dim") {
    for (auto [i, dim] : llvm::enumerate(dims("broadcast_dimensions")))
      from[i] = type.getDimSize(i) == 1 ? 0 : index[dim];
  } else if (name == "transpose") {
    for (auto [i, dim] : llvm::enumerate(dims("permutation")))
      from[dim] = index[i];
  } else if (name == "slice") {
    for (unsigned i = 0; i < from.size(); ++i)
      from[i] = dims("start_indices")[i] + dims("strides")[i] * index[i];
  } else if (name == "reshape") {
    int64_t linear = 0;
    auto to = cast<RankedTensorType>(op->getResult(0).getType());
    for (auto [size, i] : llvm::zip_equal(to.getShape(), index))
      linear = linear * size + i;
    from = delinearize(linear, type.getShape());
  } else if (name == "concatenate") {
    int64_t dim = op->getAttrOfType<IntegerAttr>("dimension").getInt();
    for (Value part : op->getOperands()) {
      auto partType = cast<RankedTensorType>(part.getType());
      int64_t size = partType.getDimSize(dim);
      // The positions of a large tensor may miss a part.
      if (size > 1 && partType.getNumElements() > maxPositions)
        return std::nullopt;
      if (index[dim] < size)
        return std::make_pair(part, index);
      index[dim] -= size;
    }
    return std::nullopt;
  } else {
    return std::nullopt;
  }
  return std::make_pair(operand, from);
}

/// Returns the name of the op that a body applies to both its arguments and
/// returns; empty for another body.
static StringRef findReducer(Block &body) {
  if (!llvm::hasNItems(body, 2) || body.getNumArguments() != 2)
    return {};
  Operation &op = body.front();
  bool isPlain = op.getNumOperands() == 2 && op.getNumResults() == 1 &&
                 llvm::is_contained(op.getOperands(), body.getArgument(0)) &&
                 llvm::is_contained(op.getOperands(), body.getArgument(1)) &&
                 llvm::equal(body.back().getOperands(), op.getResults());
  StringRef name = op.getName().getStringRef();
  return isPlain && name.consume_front("stablehlo.") ? name : StringRef();
}

namespace {
/// Elements that a reduction combines to one element of its result.
struct Reduced {
  RankedTensorType type; ///< of the operand
  ArrayRef<int64_t> dims;
  const Index &index; ///< of the result

  std::vector<int64_t> shape() const;
  /// Returns the element at `position` in the reduced dimensions.
  Index elementAt(const Index &position) const;
  /// Returns true if the element is reduced to the result's element.
  bool contains(const Index &element) const;
  /// Returns the elements at `positions` of the operand, and others at
  /// positions in the reduced dimensions.
  std::set<Index> listElements(ArrayRef<Index> positions) const;
  /// Returns pseudo-random elements except those of `known`.
  std::vector<Index> listOthers(const std::set<Index> &known) const;
};
} // namespace

std::vector<int64_t> Reduced::shape() const {
  std::vector<int64_t> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (llvm::is_contained(dims, dim))
      sizes.push_back(type.getDimSize(dim));
  return sizes;
}

Index Reduced::elementAt(const Index &position) const {
  Index element;
  unsigned kept = 0, next = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    element.push_back(llvm::is_contained(dims, dim) ? position[next++]
                                                    : index[kept++]);
  return element;
}

bool Reduced::contains(const Index &element) const {
  unsigned kept = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim) && element[dim] != index[kept++])
      return false;
  return true;
}

std::set<Index> Reduced::listElements(ArrayRef<Index> positions) const {
  std::set<Index> elements;
  for (const Index &position : listPositions(shape(), maxReduced))
    elements.insert(elementAt(position));
  for (const Index &element : positions)
    if (contains(element))
      elements.insert(element);
  return elements;
}

std::vector<Index> Reduced::listOthers(const std::set<Index> &known) const {
  std::vector<int64_t> sizes = shape();
  int64_t count = ShapedType::getNumElements(sizes);
  std::vector<Index> others;
  for (unsigned salt = 0; salt < 16 && int64_t(known.size()) < count; ++salt) {
    auto linear = int64_t((hashOf(salt, {1}) >> 1) % count);
    Index element = elementAt(delinearize(linear, sizes));
    if (!known.count(element))
      others.push_back(element);
  }
  return others;
}

/// Returns the sum of `count` elements, given some that must be equal.
std::optional<Sample> Samples::sumEqual(Value operand, int64_t count,
                                        ArrayRef<Index> elements) {
  std::optional<Sample> first;
  for (const Index &element : elements) {
    std::optional<Sample> x = at(operand, element);
    bool isEqual =
        !first || (x && x->real == first->real && x->integer == first->integer);
    if (!x || !isEqual)
      return std::nullopt;
    first = x;
  }
  if (!first)
    return std::nullopt;
  return Sample{first->isFloat, first->real * float(count),
                first->integer * count};
}

std::optional<Sample> Samples::reduce(Operation *op, const Index &index) {
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  StringRef name = findReducer(op->getRegion(0).front());
  if (!dims || op->getNumOperands() != 2 || name.empty())
    return std::nullopt;
  Reduced reduced{type, dims.asArrayRef(), index};
  std::set<Index> elements = reduced.listElements(positionsOf(type.getShape()));
  std::optional<Sample> total = at(op->getOperand(1), {});
  auto include = [&](std::optional<Sample> x) {
    total = x && total ? combine(name, *total, *x, type.getElementType())
                       : std::nullopt;
  };
  for (const Index &element : elements)
    if (include(at(op->getOperand(0), element)); !total)
      return std::nullopt;
  int64_t rest =
      ShapedType::getNumElements(reduced.shape()) - int64_t(elements.size());
  if (rest && name == "add")
    include(sumEqual(op->getOperand(0), rest, reduced.listOthers(elements)));
  return total;
}

std::optional<Sample> Samples::compute(Operation *op, const Index &index) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("stablehlo.") || op->getNumResults() != 1)
    return std::nullopt;
  if (name == "constant")
    return constantOf(op);
  if (auto moved = findMoved(name, op, index))
    return at(moved->first, moved->second);
  if (name == "reduce")
    return reduce(op, index);
  SmallVector<Sample> operands;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    std::optional<Sample> sample =
        type ? at(operand, type.getRank() ? index : Index()) : std::nullopt;
    if (!sample)
      return std::nullopt;
    operands.push_back(*sample);
  }
  Type element = getElementTypeOrSelf(op->getResult(0));
  if (operands.size() == 1)
    return unary(name, op, operands[0]);
  if (name == "compare" && operands[0].isFloat == operands[1].isFloat)
    return compare(op, operands[0], operands[1]);
  if (name == "select" && operands.size() == 3)
    return operands[0].integer ? operands[1] : operands[2];
  if (name == "clamp" && operands.size() == 3) {
    auto low = combine("maximum", operands[0], operands[1], element);
    return low ? combine("minimum", *low, operands[2], element) : std::nullopt;
  }
  return operands.size() == 2 ? combine(name, operands[0], operands[1], element)
                              : std::nullopt;
}

std::optional<Sample> Samples::at(Value value, const Index &index) {
  auto leaf = leaves.find(value);
  if (leaf != leaves.end())
    return leaf->second(index);
  auto found = known[value].find(index);
  if (found != known[value].end())
    return found->second;
  Operation *op = value.getDefiningOp();
  std::optional<Sample> result = op ? compute(op, index) : std::nullopt;
  known[value][index] = result;
  return result;
}
