// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce with maximum   ==>   -inf changes nothing
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

bool amp::shapes::isBroadcast(Operation *op) {
  return op->getName().getStringRef() == "stablehlo.broadcast_in_dim";
}

bool amp::shapes::makesDim(Operation *op, int64_t dim) {
  StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.constant" || name == "arith.constant") {
    auto value = op->getAttrOfType<DenseElementsAttr>("value");
    return value && (value.isSplat() || value.getNumElements() <= 1 << 20);
  }
  if (name == "stablehlo.iota" || name == "linalg.fill" ||
      name == "tensor.empty")
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
  StringRef name = op->getName().getStringRef();
  if (name == "linalg.fill") {
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
    return !repeats; // a broadcast repeats its numbers, a constant ends
  if (isa<FloatType>(value.getElementType()))
    return value.getSplatValue<APFloat>().isPosZero();
  return isa<IntegerType>(value.getElementType()) &&
         value.getSplatValue<APInt>().isZero();
}

/// Of a product, infinity in another operand would make NaN of a zero, but that
/// one is zero there as well.
static constexpr StringLiteral keepers[] = {
    "arith.extf",
    "arith.truncf",
    "stablehlo.abs",
    "stablehlo.add",
    "stablehlo.broadcast_in_dim",
    "stablehlo.ceil",
    "stablehlo.concatenate",
    "stablehlo.convert",
    "stablehlo.floor",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.reshape",
    "stablehlo.reverse",
    "stablehlo.sign",
    "stablehlo.slice",
    "stablehlo.sqrt",
    "stablehlo.subtract",
    "stablehlo.tanh",
    "stablehlo.transpose",
    "tensor.collapse_shape",
    "tensor.expand_shape",
};

bool amp::shapes::keepsZeros(Operation *op) {
  return llvm::is_contained(keepers, op->getName().getStringRef());
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
  return reduce->getName().getStringRef() == "stablehlo.reduce" &&
         llvm::is_contained(numbersOf(reduce, "dimensions"), dim);
}

namespace {
struct Neutral {
  StringLiteral name;
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

/// Kinds of bodies with their neutral elements. That of a sum is -0: +0 would
/// change a sum of -0 to +0.
static constexpr Neutral neutrals[] = {
    {"stablehlo.add",
     [](FloatType t) {
       return floatOf(t, APFloat::getZero(t.getFloatSemantics(), true));
     },
     [](IntegerType t) { return integerOf(t, APInt(t.getWidth(), 0)); }},
    {"stablehlo.and", nullptr,
     [](IntegerType t) {
       return integerOf(t, APInt::getAllOnes(t.getWidth()));
     }},
    {"stablehlo.maximum",
     [](FloatType t) {
       return floatOf(t, APFloat::getInf(t.getFloatSemantics(), true));
     },
     [](IntegerType t) {
       return integerOf(t, t.isUnsigned() || t.getWidth() == 1
                               ? APInt(t.getWidth(), 0)
                               : APInt::getSignedMinValue(t.getWidth()));
     }},
    {"stablehlo.minimum",
     [](FloatType t) {
       return floatOf(t, APFloat::getInf(t.getFloatSemantics(), false));
     },
     [](IntegerType t) {
       return integerOf(t, t.isUnsigned() || t.getWidth() == 1
                               ? APInt::getAllOnes(t.getWidth())
                               : APInt::getSignedMaxValue(t.getWidth()));
     }},
    {"stablehlo.or", nullptr,
     [](IntegerType t) { return integerOf(t, APInt(t.getWidth(), 0)); }},
};

/// A float format without infinities has no least element that is neutral.
static bool hasInfinities(FloatType type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

static bool readsBoth(Operation &op, Block &body) {
  Value a = body.getArgument(0), b = body.getArgument(1);
  Value lhs = op.getOperand(0), rhs = op.getOperand(1);
  return (lhs == a && rhs == b) || (lhs == b && rhs == a);
}

TypedAttr amp::shapes::findNeutral(Operation *reduce) {
  if (isOfLinalg(reduce))
    return findLinalgNeutral(reduce);
  if (reduce->getName().getStringRef() != "stablehlo.reduce" ||
      reduce->getNumResults() != 1)
    return {};
  Block &body = reduce->getRegion(0).front();
  Operation &first = body.front();
  if (first.getNumOperands() != 2 || body.getOperations().size() != 2 ||
      body.back().getOperands() != first.getResults() ||
      !readsBoth(first, body))
    return {};
  for (const Neutral &neutral : neutrals) {
    if (neutral.name != first.getName().getStringRef())
      continue;
    Type element = getElementTypeOrSelf(reduce->getResult(0));
    if (auto type = dyn_cast<FloatType>(element))
      return neutral.ofFloat && hasInfinities(type) ? neutral.ofFloat(type)
                                                    : TypedAttr();
    auto type = dyn_cast<IntegerType>(element);
    return type ? neutral.ofInteger(type) : TypedAttr();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Attributes that hold sizes
//===----------------------------------------------------------------------===//

void amp::shapes::adoptSizes(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "tensor.expand_shape") {
    auto to = cast<ShapedType>(op->getResult(0).getType());
    op->setAttr("static_output_shape",
                DenseI64ArrayAttr::get(op->getContext(), to.getShape()));
  }
  if (name != "stablehlo.slice")
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
