// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce with maximum   ==>   neutral element -inf
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

bool amp::shapes::isBroadcast(Operation *op) {
  return isHlo(op, OpKind::broadcast_in_dim);
}

bool amp::shapes::makesDim(Operation *op, int64_t dim) {
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::constant) {
    auto value = op->getAttrOfType<DenseElementsAttr>("value");
    return value && (value.isSplat() || value.getNumElements() <= 1 << 20);
  }
  if (kind == OpKind::iota || kind == OpKind::fill || kind == OpKind::empty)
    return true;
  if (!isBroadcast(op))
    return false;
  ArrayRef<int64_t> mapped = numbersOf(op, "broadcast_dimensions");
  const int64_t *from = llvm::find(mapped, dim);
  if (from == mapped.end())
    return true;
  auto type = cast<ShapedType>(op->getOperand(0).getType());
  return type.getDimSize(from - mapped.begin()) == 1;
}

bool amp::shapes::addsZeros(Operation *op) {
  if (namedKindOf(op) == OpKind::fill) {
    FloatAttr number;
    return matchPattern(op->getOperand(0), m_Constant(&number)) &&
           number.getValue().isPosZero();
  }
  bool repeats = isBroadcast(op);
  if (repeats)
    op = op->getOperand(0).getDefiningOp();
  auto value = op ? op->getAttrOfType<DenseElementsAttr>("value") : nullptr;
  if (!value)
    return false;
  if (!value.isSplat())
    return !repeats; // a non-splat constant is padded with zeros
  if (isa<FloatType>(value.getElementType()))
    return value.getSplatValue<APFloat>().isPosZero();
  return isa<IntegerType>(value.getElementType()) &&
         value.getSplatValue<APInt>().isZero();
}

/// Ops that map zeros to zeros. For multiply, infinity times zero would be NaN,
/// but the padding of the other operand is zero as well.
static constexpr KindSet keepers = {
    OpKind::abs,     OpKind::add,         OpKind::broadcast_in_dim,
    OpKind::ceil,    OpKind::concatenate, OpKind::collapse_shape,
    OpKind::convert, OpKind::floor,       OpKind::expand_shape,
    OpKind::maximum, OpKind::minimum,     OpKind::multiply,
    OpKind::negate,  OpKind::reshape,     OpKind::reverse,
    OpKind::sign,    OpKind::slice,       OpKind::sqrt,
    OpKind::tanh,    OpKind::subtract,    OpKind::transpose,
};

bool amp::shapes::keepsZeros(Operation *op) {
  constexpr KindSet ofTensors = {OpKind::convert, OpKind::collapse_shape,
                                 OpKind::expand_shape};
  return keepers.contains(hloKindOf(op)) || ofTensors.contains(kindOf(op));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static bool isOfLinalg(Operation *op) {
  return op->getName().getStringRef().starts_with("linalg.");
}

bool amp::shapes::reducesDim(Operation *reduce, int64_t dim) {
  if (isOfLinalg(reduce))
    return reducesLinalgDim(reduce, dim);
  return isHlo(reduce, OpKind::reduce) &&
         llvm::is_contained(numbersOf(reduce, "dimensions"), dim);
}

namespace {
struct Neutral {
  OpKind kind;
  TypedAttr (*ofFloat)(FloatType);
  TypedAttr (*ofInteger)(IntegerType);
};

TypedAttr floatOf(FloatType type, APFloat value) {
  return FloatAttr::get(type, value);
}
TypedAttr integerOf(IntegerType type, APInt value) {
  return IntegerAttr::get(type, value);
}
} // namespace

/// Neutral elements by kind of body. That of a sum is -0, because +0 would
/// change a sum of -0 to +0.
static constexpr Neutral neutrals[] = {
    {OpKind::add,
     [](FloatType t) {
       return floatOf(t, APFloat::getZero(t.getFloatSemantics(), true));
     },
     [](IntegerType t) { return integerOf(t, APInt(t.getWidth(), 0)); }},
    {OpKind::and_, nullptr,
     [](IntegerType t) {
       return integerOf(t, APInt::getAllOnes(t.getWidth()));
     }},
    {OpKind::maximum,
     [](FloatType t) {
       return floatOf(t, APFloat::getInf(t.getFloatSemantics(), true));
     },
     [](IntegerType t) {
       return integerOf(t, t.isUnsigned() || t.getWidth() == 1
                               ? APInt(t.getWidth(), 0)
                               : APInt::getSignedMinValue(t.getWidth()));
     }},
    {OpKind::minimum,
     [](FloatType t) {
       return floatOf(t, APFloat::getInf(t.getFloatSemantics(), false));
     },
     [](IntegerType t) {
       return integerOf(t, t.isUnsigned() || t.getWidth() == 1
                               ? APInt::getAllOnes(t.getWidth())
                               : APInt::getSignedMaxValue(t.getWidth()));
     }},
    {OpKind::or_, nullptr,
     [](IntegerType t) { return integerOf(t, APInt(t.getWidth(), 0)); }},
    {OpKind::signed_maximum, nullptr,
     [](IntegerType t) {
       return integerOf(t, APInt::getSignedMinValue(t.getWidth()));
     }},
    {OpKind::signed_minimum, nullptr,
     [](IntegerType t) {
       return integerOf(t, APInt::getSignedMaxValue(t.getWidth()));
     }},
    {OpKind::unsigned_maximum, nullptr,
     [](IntegerType t) { return integerOf(t, APInt(t.getWidth(), 0)); }},
    {OpKind::unsigned_minimum, nullptr,
     [](IntegerType t) {
       return integerOf(t, APInt::getAllOnes(t.getWidth()));
     }},
};

/// Without infinities, a float format has no neutral element of max and min.
static bool hasInfinities(FloatType type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

static bool readsBoth(Operation &op, Block &body) {
  Value a = body.getArgument(0), b = body.getArgument(1);
  Value lhs = op.getOperand(0), rhs = op.getOperand(1);
  return (lhs == a && rhs == b) || (lhs == b && rhs == a);
}

TypedAttr amp::shapes::neutralOf(Operation *combiner, Type element) {
  static const KindMap<Neutral> byKind(neutrals);
  const Neutral *neutral = byKind.lookup(kindOf(combiner));
  if (auto type = dyn_cast<FloatType>(element))
    return neutral && neutral->ofFloat && hasInfinities(type)
               ? neutral->ofFloat(type)
               : TypedAttr();
  auto type = dyn_cast<IntegerType>(element);
  return neutral && type ? neutral->ofInteger(type) : TypedAttr();
}

TypedAttr amp::shapes::findNeutral(Operation *reduce) {
  if (isOfLinalg(reduce))
    return findLinalgNeutral(reduce);
  if (!isHlo(reduce, OpKind::reduce) || reduce->getNumResults() != 1)
    return {};
  Block &body = reduce->getRegion(0).front();
  Operation &first = body.front();
  if (first.getNumOperands() != 2 || body.getOperations().size() != 2 ||
      body.back().getOperands() != first.getResults() ||
      !readsBoth(first, body))
    return {};
  return hloKindOf(&first) == OpKind::other
             ? TypedAttr()
             : neutralOf(&first, getElementTypeOrSelf(reduce->getResult(0)));
}

//===----------------------------------------------------------------------===//
// Attributes that hold sizes
//===----------------------------------------------------------------------===//

void amp::shapes::adoptSizes(Operation *op) {
  if (kindOf(op) == OpKind::expand_shape) {
    auto to = cast<ShapedType>(op->getResult(0).getType());
    op->setAttr("static_output_shape",
                DenseI64ArrayAttr::get(op->getContext(), to.getShape()));
  }
  if (!isHlo(op, OpKind::slice))
    return;
  auto from = cast<ShapedType>(op->getOperand(0).getType());
  auto to = cast<ShapedType>(op->getResult(0).getType());
  ArrayRef<int64_t> starts = numbersOf(op, "start_indices");
  SmallVector<int64_t> limits(numbersOf(op, "limit_indices"));
  for (size_t dim = 0; dim < limits.size(); ++dim)
    if (starts[dim] == 0 && from.getDimSize(dim) == to.getDimSize(dim))
      limits[dim] = to.getDimSize(dim);
  op->setAttr("limit_indices",
              DenseI64ArrayAttr::get(op->getContext(), limits));
}
