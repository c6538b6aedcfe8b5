// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// transpose %0, dims = [1, 0]   ==>   operand dimension 1 goes on as 0
#include "lib/Shapes/DimFlow.h"
#include "lib/Shapes/Places.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;

using Steps = SmallVector<DimStep, 0>;

ArrayRef<int64_t> amp::numbersOf(Operation *op, StringRef name) {
  auto numbers = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return numbers ? numbers.asArrayRef() : ArrayRef<int64_t>();
}

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

//===----------------------------------------------------------------------===//
// Dimensions that go on
//===----------------------------------------------------------------------===//

/// Those of one size and place for which `isWhole` holds.
static void addSame(Steps &steps, Operation *op, unsigned numOperands,
                    function_ref<bool(int64_t)> isWhole) {
  ArrayRef<int64_t> to = shapeOf(op->getResult(0));
  for (int64_t dim = 0, rank = to.size(); dim < rank; ++dim)
    if (isWhole(dim))
      for (unsigned i = 0; i < numOperands; ++i)
        steps.push_back({i, dim, dim});
}

/// Scalars go with shaped operands (select, clamp).
static void elementwise(Steps &steps, Operation *op) {
  ArrayRef<int64_t> to = shapeOf(op->getResult(0));
  for (Value operand : op->getOperands())
    if (!shapeOf(operand).empty() && shapeOf(operand) != to)
      return;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    for (int64_t dim = 0, rank = shapeOf(operand).size(); dim < rank; ++dim)
      steps.push_back({static_cast<unsigned>(i), dim, dim});
}

static void transpose(Steps &steps, Operation *op) {
  for (auto [to, from] : llvm::enumerate(numbersOf(op, "permutation")))
    steps.push_back({0, from, static_cast<int64_t>(to)});
}

static void broadcastInDim(Steps &steps, Operation *op) {
  ArrayRef<int64_t> a = shapeOf(op->getOperand(0)),
                    b = shapeOf(op->getResult(0));
  for (auto [from, to] : llvm::enumerate(numbersOf(op, "broadcast_dimensions")))
    if (a[from] == b[to])
      steps.push_back({0, static_cast<int64_t>(from), to});
}

/// Dimensions that are neither split nor merged.
static void reshape(Steps &steps, Operation *op) {
  ArrayRef<int64_t> a = shapeOf(op->getOperand(0)),
                    b = shapeOf(op->getResult(0));
  if (llvm::is_contained(a, 0) || llvm::is_contained(b, 0))
    return;
  double left = 1, right = 1; // products of what is in front
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (left == right && a[i] == b[j]) {
      steps.push_back(
          {0, static_cast<int64_t>(i++), static_cast<int64_t>(j++)});
    } else if (left * a[i] <= right * b[j]) {
      left *= a[i++];
    } else {
      right *= b[j++];
    }
  }
}

static void reduce(Steps &steps, Operation *op) {
  if (op->getNumResults() != 1)
    return;
  int64_t to = 0;
  for (int64_t dim = 0, rank = shapeOf(op->getOperand(0)).size(); dim < rank;
       ++dim)
    if (!reducesDim(op, dim))
      steps.push_back({0, dim, to++});
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

/// Dimensions that the window does not move along.
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

/// The operand that is selected in, and what is scattered.
static void selectAndScatter(Steps &steps, Operation *op) {
  window(steps, op, 2);
}

static void scatter(Steps &steps, Operation *op) {
  addSame(steps, op, 1, [&](int64_t dim) { return scattersAlong(op, dim); });
}

static void nothing(Steps &, Operation *) {}

//===----------------------------------------------------------------------===//
// Which op has which
//===----------------------------------------------------------------------===//

namespace {
struct StepRule {
  StringLiteral name;
  void (*add)(Steps &, Operation *);
};
} // namespace

/// Ops whose class does not tell, by name.
static constexpr StepRule stepRules[] = {
    {"stablehlo.bitcast_convert", nothing}, // may change the shape
    {"stablehlo.broadcast_in_dim", broadcastInDim},
    {"stablehlo.concatenate", concatenate},
    {"stablehlo.divide", elementwise},
    {"stablehlo.pad", pad},
    {"stablehlo.reduce", reduce},
    {"stablehlo.reduce_window", reduceWindow},
    {"stablehlo.reshape", reshape},
    {"stablehlo.reverse", reverse},
    {"stablehlo.scatter", scatter},
    {"stablehlo.select_and_scatter", selectAndScatter},
    {"stablehlo.slice", slice},
    {"stablehlo.transpose", transpose},
};

/// Each element by itself, of formats that any op may have.
static bool isElementwise(Operation *op, const OpRow *row) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      op->getNumOperands() == 0)
    return false;
  switch (row->opClass) {
  case OpClass::elementwise:
  case OpClass::transcendental:
  case OpClass::select:
  case OpClass::convert:
  case OpClass::bits:
    return true;
  default:
    return false;
  }
}

/// Zeros in the padding would divide by zero, which integers cannot.
static bool mayTrap(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return (name == "stablehlo.divide" || name == "stablehlo.remainder") &&
         getElementTypeOrSelf(op->getResult(0)).isIntOrIndex();
}

void amp::findSteps(Operation *op, const OpRow *row, Steps &steps) {
  if (!row || op->getName().getDialectNamespace() != "stablehlo" ||
      op->getNumResults() == 0 || mayTrap(op))
    return;
  auto isPlain = [](Type type) {
    auto shaped = dyn_cast<RankedTensorType>(type);
    return shaped && shaped.hasStaticShape() && !shaped.getEncoding() &&
           shaped.getElementType().isIntOrFloat();
  };
  if (!llvm::all_of(op->getOperandTypes(), isPlain) ||
      !llvm::all_of(op->getResultTypes(), isPlain))
    return;
  static const auto *byName = [] {
    auto *map = new llvm::StringMap<const StepRule *>;
    for (const StepRule &rule : stepRules)
      (*map)[rule.name] = &rule;
    return map;
  }();
  if (const StepRule *rule = byName->lookup(op->getName().getStringRef()))
    rule->add(steps, op);
  else if (isElementwise(op, row))
    elementwise(steps, op);
}
