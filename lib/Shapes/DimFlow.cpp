// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// transpose %0, dims = [1, 0]   ==>   step from operand dim 1 to result dim 0
#include "lib/Shapes/DimFlow.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/GatherScatter.h"
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

using Steps = StepFinder::Steps;

ArrayRef<int64_t> amp::shapes::numbersOf(Operation *op, StringRef name) {
  auto numbers = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return numbers ? numbers.asArrayRef() : ArrayRef<int64_t>();
}

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

//===----------------------------------------------------------------------===//
// Dimension steps
//===----------------------------------------------------------------------===//

static void addStep(Steps &steps, unsigned operand, size_t from, size_t to) {
  steps.push_back(
      {operand, static_cast<unsigned>(from), static_cast<unsigned>(to)});
}

/// Adds steps between equal dimensions for which `isWhole` is true.
static void addSame(Steps &steps, Operation *op, unsigned numOperands,
                    function_ref<bool(int64_t)> isWhole) {
  ArrayRef<int64_t> to = shapeOf(op->getResult(0));
  auto isAlike = [&](size_t dim) {
    return llvm::all_of(op->getOperands().take_front(numOperands),
                        [&](Value v) { return shapeOf(v)[dim] == to[dim]; });
  };
  for (size_t dim = 0; dim < to.size(); ++dim)
    if (isWhole(dim) && isAlike(dim))
      for (unsigned i = 0; i < numOperands; ++i)
        addStep(steps, i, dim, dim);
}

/// Elementwise ops; scalar operands (select, clamp) have no dimensions.
static void elementwise(Steps &steps, Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return;
  Type result = op->getResult(0).getType();
  size_t before = steps.size();
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    ArrayRef<int64_t> from = shapeOf(operand);
    if (!from.empty() && operand.getType() != result &&
        from != shapeOf(op->getResult(0)))
      return steps.truncate(before);
    for (size_t dim = 0; dim < from.size(); ++dim)
      addStep(steps, i, dim, dim);
  }
}

/// Zero padding would divide by zero, which traps for integers.
static void quotient(Steps &steps, Operation *op) {
  if (!getElementTypeOrSelf(op->getResult(0)).isIntOrIndex())
    elementwise(steps, op);
}

/// Ops of arith, math and dialects with their own rows: purity tells if an op
/// may trap.
static void pure(Steps &steps, Operation *op) {
  if (isPure(op))
    elementwise(steps, op);
}

static void transpose(Steps &steps, Operation *op) {
  for (auto [to, from] : llvm::enumerate(numbersOf(op, "permutation")))
    addStep(steps, 0, from, to);
}

static void broadcastInDim(Steps &steps, Operation *op) {
  ArrayRef<int64_t> a = shapeOf(op->getOperand(0)),
                    b = shapeOf(op->getResult(0));
  for (auto [from, to] : llvm::enumerate(numbersOf(op, "broadcast_dimensions")))
    if (a[from] == b[to])
      addStep(steps, 0, from, to);
}

/// Both shapes are split into groups with equal numbers of elements. The
/// outermost dimension of a group keeps its padding at the end.
static void reshape(Steps &steps, Operation *op) {
  ArrayRef<int64_t> a = shapeOf(op->getOperand(0)),
                    b = shapeOf(op->getResult(0));
  if (llvm::is_contained(a, 0) || llvm::is_contained(b, 0))
    return;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == 1 || b[j] == 1) {
      ++(a[i] == 1 ? i : j);
      continue;
    }
    addStep(steps, 0, i, j);
    uint64_t left = a[i++], right = b[j++];
    while (left < right ? i < a.size() : left > right && j < b.size())
      left < right ? left *= a[i++] : right *= b[j++];
  }
}

static void reduce(Steps &steps, Operation *op) {
  if (op->getNumResults() != 1)
    return;
  int64_t to = 0;
  for (int64_t dim = 0, rank = shapeOf(op->getOperand(0)).size(); dim < rank;
       ++dim)
    if (!reducesDim(op, dim))
      addStep(steps, 0, dim, to++);
}

static void concatenate(Steps &steps, Operation *op) {
  auto joined = op->getAttrOfType<IntegerAttr>("dimension");
  if (joined)
    addSame(steps, op, op->getNumOperands(),
            [&](int64_t dim) { return dim != joined.getInt(); });
}

static void slice(Steps &steps, Operation *op) {
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0)),
                    to = shapeOf(op->getResult(0));
  ArrayRef<int64_t> strides = numbersOf(op, "strides");
  addSame(steps, op, 1, [&](int64_t dim) {
    return from[dim] == to[dim] && strides[dim] == 1;
  });
}

static void pad(Steps &steps, Operation *op) {
  ArrayRef<int64_t> low = numbersOf(op, "edge_padding_low"),
                    high = numbersOf(op, "edge_padding_high"),
                    inner = numbersOf(op, "interior_padding");
  addSame(steps, op, 1, [&](int64_t dim) {
    return low[dim] == 0 && high[dim] == 0 && inner[dim] == 0;
  });
}

static void reverse(Steps &steps, Operation *op) {
  addSame(steps, op, 1, [&](int64_t dim) {
    return !llvm::is_contained(numbersOf(op, "dimensions"), dim);
  });
}

/// Adds steps for dimensions with window size 1, stride 1 and no padding.
static void window(Steps &steps, Operation *op, unsigned numOperands) {
  ArrayRef<int64_t> sizes = numbersOf(op, "window_dimensions");
  ArrayRef<int64_t> result = shapeOf(op->getResult(0));
  if (op->getNumResults() != 1 || sizes.size() != result.size())
    return;
  auto isOne = [&](StringRef name, int64_t dim) {
    ArrayRef<int64_t> numbers = numbersOf(op, name);
    return numbers.empty() || numbers[dim] == 1;
  };
  auto padding = op->getAttrOfType<DenseIntElementsAttr>("padding");
  addSame(steps, op, numOperands, [&](int64_t dim) {
    for (unsigned i = 0; i < numOperands; ++i)
      if (shapeOf(op->getOperand(i))[dim] != result[dim])
        return false;
    auto edge = [&](int64_t side) {
      return padding ? padding.getValues<int64_t>()[2 * dim + side] : 0;
    };
    return sizes[dim] == 1 && isOne("window_strides", dim) &&
           isOne("base_dilations", dim) && isOne("window_dilations", dim) &&
           edge(0) == 0 && edge(1) == 0;
  });
}

static void reduceWindow(Steps &steps, Operation *op) { window(steps, op, 1); }

/// Operand and source.
static void selectAndScatter(Steps &steps, Operation *op) {
  window(steps, op, 2);
}

static void scatter(Steps &steps, Operation *op) {
  addSame(steps, op, 1, [&](int64_t dim) { return scattersAlong(op, dim); });
}

static void nothing(Steps &, Operation *) {}

//===----------------------------------------------------------------------===//
// Rule table
//===----------------------------------------------------------------------===//

namespace {
struct StepRule {
  OpKind kind;
  void (*add)(Steps &, Operation *);
};
} // namespace

/// Ops whose class does not determine the rule.
static constexpr StepRule stepRules[] = {
    {OpKind::bitcast_convert, nothing},
    {OpKind::broadcast_in_dim, broadcastInDim},
    {OpKind::collapse_shape, reshape},
    {OpKind::concatenate, concatenate},
    {OpKind::divide, quotient},
    {OpKind::expand_shape, reshape},
    {OpKind::pad, pad},
    {OpKind::reduce, reduce},
    {OpKind::reduce_window, reduceWindow},
    {OpKind::remainder, quotient},
    {OpKind::reshape, reshape},
    {OpKind::reverse, reverse},
    {OpKind::scatter, scatter},
    {OpKind::select_and_scatter, selectAndScatter},
    {OpKind::slice, slice},
    {OpKind::transpose, transpose},
};

bool amp::shapes::regroupsInOrder(Operation *op) {
  constexpr KindSet kinds = {OpKind::reshape, OpKind::collapse_shape,
                             OpKind::expand_shape};
  return kinds.contains(kindOf(op));
}

StepFinder::Rule StepFinder::findRule(Operation *op, const OpRow *row) {
  static const KindMap<StepRule> byKind(stepRules);
  StringRef dialect = op->getName().getDialectNamespace();
  bool isArithmetic = dialect == "arith" || dialect == "math";
  const StepRule *own = byKind.lookup(kindOf(op));
  if (own && !isArithmetic)
    return own->add;
  if (isLinalg(op))
    return findLinalgSteps;
  // A class alone does not imply it: a softmax is transcendental, too.
  bool isKnown = isBrought(op) && kindOf(op) != OpKind::other;
  Rule each = dialect == "stablehlo"    ? elementwise
              : isArithmetic || isKnown ? pure
                                        : nothing;
  return isPerElement(row) ? each : nothing;
}

bool StepFinder::isPlain(Type type) {
  if (type == lastPlain)
    return true;
  auto shaped = dyn_cast<RankedTensorType>(type);
  if (!shaped || !shaped.hasStaticShape() || shaped.getEncoding() ||
      !shaped.getElementType().isIntOrFloat())
    return false;
  lastPlain = type;
  return true;
}

void StepFinder::find(Operation *op, const OpRow *row, Steps &steps) {
  if (!row || op->getNumResults() == 0)
    return;
  auto [known, isNew] = rules.try_emplace(op->getName());
  if (isNew)
    known->second = findRule(op, row);
  auto areAllPlain = [&](auto types) {
    return llvm::all_of(types, [&](Type type) { return isPlain(type); });
  };
  if (known->second != nothing && areAllPlain(op->getOperandTypes()) &&
      areAllPlain(op->getResultTypes()))
    known->second(steps, op);
}
