// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general with padded K   ==>   zero padding in both operands
#include "lib/Shapes/check/OpRules.h"
#include "amp/ModelOp.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Shapes/check/DataMovement.h"
#include "lib/Shapes/check/LinalgRule.h"
#include "lib/Shapes/check/Neutral.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

static Value valueAt(Operation *op, unsigned number) {
  return number < op->getNumOperands()
             ? op->getOperand(number)
             : Value(op->getResult(number - op->getNumOperands()));
}

static InFlightDiagnostic breaks(Operation *op) {
  return op->emitError() << "breaks \"nothing reads what is behind an end\": '"
                         << op->getName() << "' ";
}

namespace {
/// Corresponding ops, and the dimensions in which their shapes differ.
struct Pair {
  Operation *given, *longer;
  PaddingValues &padding;

  unsigned numValues() const {
    return given->getNumOperands() + given->getNumResults();
  }
  int64_t sizeOf(unsigned value, int64_t dim) const {
    return shapeOf(valueAt(given, value))[dim];
  }
  bool isLong(unsigned value, int64_t dim) const {
    return shapeOf(valueAt(longer, value))[dim] != sizeOf(value, dim);
  }
  Attribute paddingOf(unsigned operand, int64_t dim) const {
    return padding.find(longer->getOperand(operand), dim, sizeOf(operand, dim));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Elementwise: all non-scalar operands have the shape of the result.
static LogicalResult elementwise(const Pair &pair) {
  ArrayRef<int64_t> shape = shapeOf(pair.longer->getResult(0));
  for (Value operand : pair.longer->getOperands())
    if (!shapeOf(operand).empty() && shapeOf(operand) != shape)
      return breaks(pair.longer) << "has operands of several shapes";
  StringRef name = pair.longer->getName().getStringRef();
  bool divides = isHlo(pair.longer, {OpKind::divide, OpKind::remainder});
  bool isPlain = name.starts_with("stablehlo.") || isPure(pair.longer);
  if (!isPlain ||
      (divides &&
       getElementTypeOrSelf(pair.longer->getResult(0)).isIntOrIndex()))
    return breaks(pair.longer) << "may divide by zero there";
  return success();
}

static LogicalResult succeedIf(bool isAlike, const Pair &pair) {
  if (isAlike)
    return success();
  return breaks(pair.longer) << "moves padding in front of an end";
}

template <bool (*isAlike)(Operation *, Operation *)>
static LogicalResult moveBy(const Pair &pair) {
  return succeedIf(isAlike(pair.given, pair.longer), pair);
}

static bool isZero(Attribute number) {
  auto f = dyn_cast_if_present<FloatAttr>(number);
  return f && f.getValue().isZero();
}

/// Padding of K must be zero in both operands, as infinity times zero is NaN.
static LogicalResult contraction(const Pair &pair) {
  auto shares = dyn_cast<SharedDimsOp>(pair.given);
  if (!shares)
    return breaks(pair.longer) << "is longer, and nobody knows its dimensions";
  SmallVector<SharedDim> shared = shares.getSharedDims();
  auto find = [&](unsigned value, int64_t dim, unsigned other) {
    return llvm::any_of(shared, [&](const SharedDim &s) {
      return (s.first.value == value && s.first.dim == dim &&
              s.second.value == other) ||
             (s.second.value == value && s.second.dim == dim &&
              s.first.value == other);
    });
  };
  auto isBatch = [&](unsigned value, int64_t dim) { // pairs start with operand
                                                    // 0
    return llvm::any_of(shared, [&](const SharedDim &s) {
      return value == 1 && s.first.value == 0 && s.second.value == 1 &&
             s.second.dim == dim && find(0, s.first.dim, 2);
    });
  };
  for (unsigned value = 0; value < pair.numValues(); ++value)
    for (size_t dim = 0; dim < shapeOf(valueAt(pair.given, value)).size();
         ++dim) {
      if (!pair.isLong(value, dim) || isBatch(value, dim))
        continue;
      if (value == 2 ? find(2, dim, 0) || find(2, dim, 1) : find(value, dim, 2))
        continue;
      if (value == 2 || !find(value, dim, 1 - value))
        return breaks(pair.longer)
               << "works along dimension " << dim << " of value " << value;
      if (!isZero(pair.paddingOf(value, dim)))
        return breaks(pair.longer)
               << "sums over dimension " << dim << " of operand " << value
               << " and expects zeros behind index " << pair.sizeOf(value, dim);
    }
  return success();
}

static bool hasGroups(Operation *op) {
  return llvm::any_of(op->getAttrs(), [](NamedAttribute attribute) {
    auto count = dyn_cast<IntegerAttr>(attribute.getValue());
    return attribute.getName().getValue().ends_with("_group_count") && count &&
           count.getInt() != 1;
  });
}

static LogicalResult convolution(const Pair &pair) {
  if (hasGroups(pair.given))
    return breaks(pair.longer) << "has groups, which would be cut elsewhere";
  return contraction(pair);
}

static LogicalResult reduce(const Pair &pair) {
  auto reduced = pair.given->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  for (int64_t dim : reduced.asArrayRef()) {
    if (!pair.isLong(0, dim))
      continue;
    Attribute padding = pair.paddingOf(0, dim);
    if (changesNothing(pair.given, padding))
      continue;
    InFlightDiagnostic error = breaks(pair.longer);
    error << "reduces dimension " << dim
          << " and expects what changes nothing behind index "
          << pair.sizeOf(0, dim);
    if (padding)
      error << ", but got " << padding;
    return error;
  }
  return success();
}

/// Indices must be clamped to the original size, and the result unchanged.
static LogicalResult gather(const Pair &pair) {
  if (pair.given->getResultTypes() != pair.longer->getResultTypes())
    return breaks(pair.longer) << "makes padding";
  for (size_t dim = 0; dim < shapeOf(pair.given->getOperand(0)).size(); ++dim)
    if (pair.isLong(0, dim) &&
        llvm::is_contained(getIndexDims(pair.given).operandBatch,
                           static_cast<int64_t>(dim)))
      return breaks(pair.longer) << "reads dimension " << dim << " whole";
  if (!findClamped(pair.given, pair.longer))
    return breaks(pair.longer) << "expects indices that end where the operand "
                                  "did";
  return success();
}

/// Each update is one element, and the operand may be padded.
static LogicalResult scatter(const Pair &pair) {
  for (unsigned value = 0; value < pair.numValues(); ++value)
    for (size_t dim = 0; dim < shapeOf(valueAt(pair.given, value)).size();
         ++dim)
      if (pair.isLong(value, dim) &&
          (pair.given->getNumResults() != 1 || value == 1 || value == 2 ||
           !llvm::is_contained(getIndexDims(pair.given).collapsed,
                               static_cast<int64_t>(dim))))
        return breaks(pair.longer) << "writes windows along dimension " << dim;
  return success();
}

/// Padded dimensions have window size 1, stride 1 and no window padding.
static LogicalResult window(const Pair &pair) {
  auto isOne = [&](StringRef name, size_t dim) {
    auto list = pair.given->getAttrOfType<DenseI64ArrayAttr>(name);
    return !list || list.asArrayRef()[dim] == 1;
  };
  auto padding = pair.given->getAttrOfType<DenseIntElementsAttr>("padding");
  for (size_t dim = 0; dim < shapeOf(pair.given->getResult(0)).size(); ++dim) {
    if (!pair.isLong(0, dim))
      continue;
    bool isPadded =
        padding &&
        llvm::any_of(ArrayRef<size_t>{2 * dim, 2 * dim + 1}, [&](size_t at) {
          return padding.getValues<int64_t>()[at];
        });
    if (isPadded || !isOne("window_dimensions", dim) ||
        !isOne("window_strides", dim) || !isOne("base_dilations", dim) ||
        !isOne("window_dilations", dim))
      return breaks(pair.longer) << "moves a window along dimension " << dim;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rule table
//===----------------------------------------------------------------------===//

namespace {
struct OpRule {
  OpKind kind;
  LogicalResult (*check)(const Pair &);
};
} // namespace

static constexpr OpRule rules[] = {
    {OpKind::broadcast_in_dim, moveBy<broadcastAlike>},
    {OpKind::collapse_shape, moveBy<regroupAlike>},
    {OpKind::convolution, convolution},
    {OpKind::dot_general, contraction},
    {OpKind::expand_shape, moveBy<regroupAlike>},
    {OpKind::gather, gather},
    {OpKind::matmul, contraction},
    {OpKind::reduce, reduce},
    {OpKind::reduce_window, window},
    {OpKind::reshape, moveBy<regroupAlike>},
    {OpKind::scatter, scatter},
    {OpKind::select_and_scatter, window},
    {OpKind::transpose, moveBy<transposeAlike>},
};

static bool isElementwise(Operation *op, const OpRow *row) {
  constexpr OpClass classes[] = {OpClass::elementwise, OpClass::transcendental,
                                 OpClass::select, OpClass::convert,
                                 OpClass::bits};
  return row && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         op->getNumOperands() != 0 && !isHlo(op, OpKind::bitcast_convert) &&
         !(isBrought(op) && kindOf(op) == OpKind::other) &&
         llvm::is_contained(classes, row->opClass);
}

/// Returns true for ops that only forward values, or whose regions are checked
/// instead.
static bool onlyHandsOn(Operation *op, const OpRow *row) {
  return carriesValues(row) || op->hasTrait<OpTrait::ReturnLike>() ||
         kindOf(op) == OpKind::call;
}

LogicalResult amp::shapes::checkRule(Operation *given, Operation *longer,
                                     PaddingValues &padding) {
  if (given->getOperandTypes() == longer->getOperandTypes() &&
      given->getResultTypes() == longer->getResultTypes())
    return success();
  Pair pair{given, longer, padding};
  static const KindMap<OpRule> byKind(rules);
  if (const OpRule *rule = byKind.lookup(kindOf(given)))
    return rule->check(pair);
  if (std::optional<LogicalResult> checked =
          checkLinalg(given, longer, padding))
    return *checked;
  const OpRow *row = lookupRow(given);
  if (movesElements(given))
    return moveBy<moveAlike>(pair);
  if (isElementwise(given, row))
    return elementwise(pair);
  if (onlyHandsOn(given, row))
    return success();
  return breaks(longer) << "reads or makes padding";
}
