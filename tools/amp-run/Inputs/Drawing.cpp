// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sqrt(b * %nu + c * g * g)   ==>   %nu is not negative
// gather(%table : 50x8, %i)   ==>   %i is below 50
// dot(%x, %w : 768x3072)      ==>   %w is about 1/sqrt(768)
#include "tools/amp-run/Inputs/Drawing.h"
#include "amp/ModelOp.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "tools/amp-run/Inputs/Uses.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
class DrawingFinder {
public:
  explicit DrawingFinder(func::FuncOp entry)
      : entry(entry), uses(entry->getParentOfType<ModuleOp>()),
        drawings(entry.getNumArguments()) {}
  llvm::SmallVector<Drawing> find();

private:
  void name(unsigned argument, StringRef name);
  void nameByMarks(Operation *mark);
  void nameArguments();
  void visitSources(Value value, llvm::DenseSet<Value> &seen,
                    llvm::function_ref<void(Drawing &)> visit);
  void findRoots();
  void findIndices(unsigned argument);
  void findPositions(unsigned argument);
  void findFactors(unsigned argument);

  func::FuncOp entry;
  Uses uses;
  llvm::SmallVector<Drawing> drawings;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr StringLiteral squares[] = {"exp_avg_sq",
                                            "max_exp_avg_sq",
                                            "moving_variance",
                                            "nu",
                                            "nu_max",
                                            "running_var",
                                            "second_moment",
                                            "sq_mu",
                                            "squared_averages",
                                            "sum_of_squares",
                                            "var",
                                            "variance"};
static constexpr StringLiteral counters[] = {
    "count", "iteration", "mini_step", "num_updates", "step", "steps"};

/// Reads words of a name such as "[1][0].nu['w']".
void DrawingFinder::name(unsigned argument, StringRef name) {
  while (!name.empty()) {
    StringRef word =
        name.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (llvm::is_contained(squares, word))
      drawings[argument].isNonNegative = true;
    if (llvm::is_contained(counters, word))
      drawings[argument].isCount = true;
    name = name.drop_front(std::max<size_t>(word.size(), 1));
  }
}

void DrawingFinder::nameByMarks(Operation *mark) {
  auto attributes = mark->getAttrOfType<DictionaryAttr>("composite_attributes");
  auto names = attributes ? attributes.getAs<ArrayAttr>("names") : nullptr;
  unsigned count = mark->getNumResults();
  if (!names || mark->getNumOperands() != 2 * count || names.size() != count)
    return;
  for (unsigned i = 0; i < count; ++i)
    if (auto old = dyn_cast<BlockArgument>(mark->getOperand(count + i));
        old && old.getOwner() == &entry.getBody().front())
      if (auto text = dyn_cast<StringAttr>(names[i]))
        name(old.getArgNumber(), text);
}

void DrawingFinder::nameArguments() {
  for (unsigned i = 0; i < drawings.size(); ++i) {
    if (auto role = entry.getArgAttrOfType<StringAttr>(i, "amp.role"))
      drawings[i].isScale = role.getValue() == "scale";
    if (auto state = entry.getArgAttrOfType<StringAttr>(i, "amp.state"))
      name(i, state);
    auto aliased = entry.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    uint64_t result = aliased ? aliased.getValue().getLimitedValue(~0u) : ~0u;
    if (result < entry.getNumResults())
      if (auto info =
              entry.getResultAttrOfType<StringAttr>(result, "jax.result_info"))
        name(i, info);
  }
  entry.walk([&](Operation *op) {
    if (findMark(op) == "amp.state")
      nameByMarks(op);
  });
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

static constexpr StringLiteral roots[] = {
    "math.log",        "math.powf",      "math.sqrt", "stablehlo.log",
    "stablehlo.power", "stablehlo.sqrt", "tosa.log",  "tosa.pow"};
static constexpr StringLiteral inverseRoots[] = {
    "math.rsqrt", "stablehlo.rsqrt", "tosa.rsqrt"};

/// The result is not negative if no operand is.
static constexpr StringLiteral monotone[] = {"arith.addf",
                                             "arith.divf",
                                             "arith.extf",
                                             "arith.mulf",
                                             "arith.truncf",
                                             "mhlo.copy",
                                             "stablehlo.add",
                                             "stablehlo.broadcast_in_dim",
                                             "stablehlo.concatenate",
                                             "stablehlo.convert",
                                             "stablehlo.divide",
                                             "stablehlo.multiply",
                                             "stablehlo.optimization_barrier",
                                             "stablehlo.reshape",
                                             "stablehlo.select",
                                             "stablehlo.slice",
                                             "stablehlo.transpose",
                                             "tensor.collapse_shape",
                                             "tensor.expand_shape",
                                             "tosa.add",
                                             "tosa.mul",
                                             "tosa.reshape"};

/// Visits the drawings of the arguments that `value` is computed from by ops
/// that keep values from below zero.
void DrawingFinder::visitSources(Value value, llvm::DenseSet<Value> &seen,
                                 llvm::function_ref<void(Drawing &)> visit) {
  llvm::SmallVector<Value> work = {value};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(next);
    if (argument && argument.getOwner() == &entry.getBody().front())
      visit(drawings[argument.getArgNumber()]);
    llvm::append_range(work, uses.sourcesOf(next));
    Operation *op = next.getDefiningOp();
    bool isSquare = op && op->getNumOperands() == 2 &&
                    op->getNumResults() == 1 &&
                    op->getOperand(0) == op->getOperand(1);
    if (op && isNamed(op, monotone) && !isSquare)
      llvm::append_range(work, op->getOperands());
  }
}

void DrawingFinder::findRoots() {
  llvm::DenseSet<Value> notNegative, variances;
  auto isVariance = [](Drawing &drawing) { drawing.isVariance = true; };
  entry->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (isNamed(op, roots))
      visitSources(op->getOperand(0), notNegative,
                   [](Drawing &drawing) { drawing.isNonNegative = true; });
    else if (isNamed(op, inverseRoots))
      visitSources(op->getOperand(0), variances, isVariance);
    else if (name == "stablehlo.batch_norm_inference")
      visitSources(op->getOperand(4), variances, isVariance);
    else if (name == "stablehlo.batch_norm_grad")
      visitSources(op->getOperand(3), variances, isVariance);
  });
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static constexpr StringLiteral moves[] = {"arith.extf",
                                          "arith.extsi",
                                          "arith.extui",
                                          "arith.index_cast",
                                          "arith.truncf",
                                          "arith.trunci",
                                          "mhlo.copy",
                                          "stablehlo.add",
                                          "stablehlo.broadcast",
                                          "stablehlo.broadcast_in_dim",
                                          "stablehlo.clamp",
                                          "stablehlo.concatenate",
                                          "stablehlo.convert",
                                          "stablehlo.dynamic_slice",
                                          "stablehlo.optimization_barrier",
                                          "stablehlo.reshape",
                                          "stablehlo.select",
                                          "stablehlo.slice",
                                          "stablehlo.transpose",
                                          "tensor.collapse_shape",
                                          "tensor.expand_shape",
                                          "tensor.extract",
                                          "tensor.extract_slice",
                                          "tosa.reshape",
                                          "tosa.slice",
                                          "tosa.transpose"};

static int64_t sizeOfIota(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isNamed(op, moves) && op->getNumOperands() == 1)
    op = op->getOperand(0).getDefiningOp();
  auto along = op ? op->getAttrOfType<IntegerAttr>("iota_dimension") : nullptr;
  return along ? cast<ShapedType>(op->getResult(0).getType())
                     .getDimSize(along.getInt())
               : INT64_MAX;
}

/// The indexed dimensions are those that a slice does not cover.
static int64_t leastRoom(ShapedType indexed, llvm::ArrayRef<int64_t> slice) {
  int64_t least = INT64_MAX;
  if (static_cast<size_t>(indexed.getRank()) == slice.size())
    for (auto [size, taken] : llvm::zip_equal(indexed.getShape(), slice))
      if (taken < size)
        least = std::min(least, size - taken + 1);
  return least;
}

/// The least size of an indexed dimension, if `use` is an index.
static int64_t limitOf(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  auto shaped = [&](unsigned operand) {
    return cast<ShapedType>(op->getOperand(operand).getType());
  };
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  StringRef name = op->getName().getStringRef();
  if ((name == "stablehlo.gather" && number == 1) ||
      (name == "stablehlo.dynamic_slice" && number > 0))
    return sizes ? leastRoom(shaped(0), sizes) : INT64_MAX;
  if (name == "stablehlo.dynamic_update_slice" && number > 1)
    return shaped(0).getDimSize(number - 2) - shaped(1).getDimSize(number - 2) +
           1;
  if (name == "stablehlo.scatter" && op->getNumOperands() == 3 && number == 1) {
    int64_t least = INT64_MAX;
    for (int64_t size : shaped(0).getShape())
      if (size > 1)
        least = std::min(least, size);
    return least;
  }
  if (name == "stablehlo.compare")
    return sizeOfIota(op->getOperand(1 - number));
  if (name == "stablehlo.case")
    return op->getNumRegions();
  if (name == "stablehlo.torch_index_select" && number == 1)
    return *llvm::min_element(shaped(0).getShape());
  if (name == "tensor.extract" && number > 0)
    return shaped(0).getDimSize(number - 1);
  if ((name == "tosa.gather" || name == "tosa.scatter") && number == 1)
    return shaped(0).getDimSize(1);
  return INT64_MAX;
}

static bool isSortedIndex(OpOperand &use) {
  auto sorted = use.getOwner()->getAttrOfType<BoolAttr>("indices_are_sorted");
  return sorted && sorted.getValue() && use.getOperandNumber() == 1;
}

/// Returns true if a constant that may be broadcast is 0 or 1.
static bool isZeroOrOne(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isNamed(op, moves) || op->getNumOperands() != 1)
      break;
    value = op->getOperand(0);
  }
  APInt number;
  APFloat real(0.0);
  if (matchPattern(value, m_ConstantInt(&number)))
    return number.isZero() || number.isOne();
  return matchPattern(value, m_ConstantFloat(&real)) &&
         (real.isZero() || real.isExactlyValue(1));
}

/// `%mask == 0`, `1 - %mask`.
static bool testsTruth(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isNamed(op, {"arith.cmpi", "stablehlo.compare"}))
    return isZeroOrOne(op->getOperand(1 - number));
  return isNamed(op, {"arith.subf", "stablehlo.subtract", "tosa.sub"}) &&
         number == 1 && isZeroOrOne(op->getOperand(0));
}

void DrawingFinder::findIndices(unsigned argument) {
  Drawing &drawing = drawings[argument];
  bool isTested = false;
  uses.visit(entry.getArgument(argument), moves, [&](OpOperand &use) {
    drawing.limit = std::min(drawing.limit, limitOf(use));
    drawing.isIncreasing |= isSortedIndex(use);
    isTested |= testsTruth(use);
  });
  drawing.isMask = isTested && drawing.limit == INT64_MAX && !drawing.isCount &&
                   cast<ShapedType>(entry.getArgument(argument).getType())
                           .getNumElements() != 1;
}

/// Angles are computed from positions: sin(%position * frequency).
void DrawingFinder::findPositions(unsigned argument) {
  llvm::SmallVector<StringLiteral> angles(ArrayRef<StringLiteral>{moves});
  llvm::append_range(
      angles,
      ArrayRef<StringLiteral>{"arith.mulf", "arith.sitofp", "stablehlo.divide",
                              "stablehlo.dot_general", "stablehlo.multiply"});
  uses.visit(entry.getArgument(argument), angles, [&](OpOperand &use) {
    if (isNamed(use.getOwner(), {"math.cos", "math.sin", "stablehlo.cosine",
                                 "stablehlo.sine", "tosa.cos", "tosa.sin"}))
      drawings[argument].isIncreasing = true;
  });
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

static bool isConstant(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isNamed(op, moves) || op->getNumOperands() != 1)
      return op->hasTrait<OpTrait::ConstantLike>();
    value = op->getOperand(0);
  }
  return false;
}

static bool isProduct(Operation *op) {
  return isNamed(op, {"arith.mulf", "stablehlo.multiply", "tosa.mul"});
}

static bool isQuotient(Operation *op) {
  return isNamed(op, {"arith.divf", "stablehlo.divide"});
}

static bool isExponent(OpOperand &use) {
  return use.getOperandNumber() == 1 &&
         isNamed(use.getOwner(), {"math.powf", "stablehlo.power"}) &&
         isConstant(use.getOwner()->getOperand(0));
}

/// A vector, or a tensor that is one but for dimensions of size 1.
static bool hasOneLongDimension(ShapedType type) {
  return type.getNumElements() > 1 &&
         llvm::count_if(type.getShape(),
                        [](int64_t size) { return size != 1; }) == 1;
}

void DrawingFinder::findFactors(unsigned argument) {
  Drawing &drawing = drawings[argument];
  auto type = cast<ShapedType>(entry.getArgument(argument).getType());
  bool isVector = hasOneLongDimension(type);
  int64_t depth = 0;
  uses.visit(entry.getArgument(argument), moves, [&](OpOperand &use) {
    Operation *op = use.getOwner();
    if (isProduct(op) && isVector &&
        !isConstant(op->getOperand(1 - use.getOperandNumber())))
      drawing.isGain = true;
    if (isQuotient(op) && use.getOperandNumber() == 1)
      drawing.isGain = true;
    if (isExponent(use) && type.getNumElements() == 1)
      drawing.isCount = true;
    const OpRow *row = type.getRank() > 1 ? lookupRow(op) : nullptr;
    auto model = dyn_cast<ModelOp>(op);
    if (row && row->opClass == OpClass::contraction && model)
      depth = std::max(depth, model.getContractionShape().depth);
  });
  if (depth > 1)
    drawing.deviation = 1 / std::sqrt(double(depth));
}

llvm::SmallVector<Drawing> DrawingFinder::find() {
  nameArguments();
  findRoots();
  for (unsigned i = 0; i < drawings.size(); ++i) {
    Type element = getElementTypeOrSelf(entry.getArgument(i).getType());
    if (isa<FloatType>(element)) {
      findFactors(i);
    } else if (element.isIntOrIndex()) {
      findIndices(i);
      if (!drawings[i].isMask)
        findPositions(i);
    }
  }
  return std::move(drawings);
}

llvm::SmallVector<Drawing> amp::runner::findDrawings(func::FuncOp entry) {
  return DrawingFinder(entry).find();
}
