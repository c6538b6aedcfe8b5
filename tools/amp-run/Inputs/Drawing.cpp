// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sqrt(b * %nu + c * g * g)   ==>   %nu is not negative
// gather(%table : 50x8, %i)   ==>   %i is below 50
// dot(%x, %w : 768x3072)      ==>   %w is about 1/sqrt(768)
#include "tools/amp-run/Inputs/Drawing.h"
#include "amp/ModelOp.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
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

/// Parses the words of a name such as "[1][0].nu['w']".
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

static constexpr KindSet roots = {OpKind::log, OpKind::power, OpKind::sqrt};

/// Ops whose result is non-negative if all operands are.
static constexpr KindSet monotone = {
    OpKind::add,         OpKind::broadcast_in_dim,
    OpKind::concatenate, OpKind::collapse_shape,
    OpKind::convert,     OpKind::copy,
    OpKind::divide,      OpKind::expand_shape,
    OpKind::multiply,    OpKind::optimization_barrier,
    OpKind::reshape,     OpKind::reshape_to,
    OpKind::select,      OpKind::slice,
    OpKind::transpose,
};

/// Visits the drawings of the arguments from which `value` is computed by ops
/// that preserve non-negative values.
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
    if (monotone.contains(kindOf(op)) && !isSquare)
      llvm::append_range(work, op->getOperands());
  }
}

void DrawingFinder::findRoots() {
  llvm::DenseSet<Value> notNegative, variances;
  auto isVariance = [](Drawing &drawing) { drawing.isVariance = true; };
  entry->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    OpKind kind = kindOf(op);
    if (roots.contains(kind))
      visitSources(op->getOperand(0), notNegative,
                   [](Drawing &drawing) { drawing.isNonNegative = true; });
    else if (kind == OpKind::rsqrt)
      visitSources(op->getOperand(0), variances, isVariance);
    else if (kind == OpKind::batch_norm_inference)
      visitSources(op->getOperand(4), variances, isVariance);
    else if (kind == OpKind::batch_norm_grad)
      visitSources(op->getOperand(3), variances, isVariance);
  });
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static bool movesValue(Operation *op) {
  constexpr KindSet moves = {
      OpKind::add,        OpKind::broadcast,     OpKind::broadcast_in_dim,
      OpKind::clamp,      OpKind::concatenate,   OpKind::collapse_shape,
      OpKind::convert,    OpKind::copy,          OpKind::dynamic_slice,
      OpKind::extract,    OpKind::extract_slice, OpKind::expand_shape,
      OpKind::permute,    OpKind::reshape,       OpKind::optimization_barrier,
      OpKind::reshape_to, OpKind::select,        OpKind::slice,
      OpKind::transpose,
  };
  return moves.contains(kindOf(op)) ||
         isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
             arith::TruncIOp>(op);
}

static int64_t sizeOfIota(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && movesValue(op) && op->getNumOperands() == 1)
    op = op->getOperand(0).getDefiningOp();
  auto along = op ? op->getAttrOfType<IntegerAttr>("iota_dimension") : nullptr;
  return along ? cast<ShapedType>(op->getResult(0).getType())
                     .getDimSize(along.getInt())
               : INT64_MAX;
}

/// Returns the smallest index range of a dimension that the slice does not
/// cover.
static int64_t leastRoom(ShapedType indexed, llvm::ArrayRef<int64_t> slice) {
  int64_t least = INT64_MAX;
  if (static_cast<size_t>(indexed.getRank()) == slice.size())
    for (auto [size, taken] : llvm::zip_equal(indexed.getShape(), slice))
      if (taken < size)
        least = std::min(least, size - taken + 1);
  return least;
}

/// Returns the size of the smallest indexed dimension if `use` is an index.
static int64_t limitOf(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  auto shaped = [&](unsigned operand) {
    return cast<ShapedType>(op->getOperand(operand).getType());
  };
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  OpKind kind = kindOf(op);
  if ((kind == OpKind::gather && number == 1) ||
      (kind == OpKind::dynamic_slice && number > 0))
    return sizes ? leastRoom(shaped(0), sizes) : INT64_MAX;
  if (kind == OpKind::dynamic_update_slice && number > 1)
    return shaped(0).getDimSize(number - 2) - shaped(1).getDimSize(number - 2) +
           1;
  if (kind == OpKind::scatter && op->getNumOperands() == 3 && number == 1) {
    int64_t least = INT64_MAX;
    for (int64_t size : shaped(0).getShape())
      if (size > 1)
        least = std::min(least, size);
    return least;
  }
  if (isHlo(op, OpKind::compare))
    return sizeOfIota(op->getOperand(1 - number));
  if (isHlo(op, OpKind::case_))
    return op->getNumRegions();
  if (kind == OpKind::torch_index_select && number == 1)
    return *llvm::min_element(shaped(0).getShape());
  if (kind == OpKind::extract && number > 0)
    return shaped(0).getDimSize(number - 1);
  if (isa<tosa::GatherOp, tosa::ScatterOp>(op) && number == 1)
    return shaped(0).getDimSize(1);
  return INT64_MAX;
}

static bool isSortedIndex(OpOperand &use) {
  auto sorted = use.getOwner()->getAttrOfType<BoolAttr>("indices_are_sorted");
  return sorted && sorted.getValue() && use.getOperandNumber() == 1;
}

/// Returns true for a constant 0 or 1, possibly broadcast.
static bool isZeroOrOne(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!movesValue(op) || op->getNumOperands() != 1)
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

/// Returns true for `%mask == 0` and `1 - %mask`.
static bool testsTruth(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (kindOf(op) == OpKind::compare)
    return isZeroOrOne(op->getOperand(1 - number));
  return kindOf(op) == OpKind::subtract && number == 1 &&
         isZeroOrOne(op->getOperand(0));
}

void DrawingFinder::findIndices(unsigned argument) {
  Drawing &drawing = drawings[argument];
  bool isTested = false;
  uses.visit(entry.getArgument(argument), movesValue, [&](OpOperand &use) {
    drawing.limit = std::min(drawing.limit, limitOf(use));
    drawing.isIncreasing |= isSortedIndex(use);
    isTested |= testsTruth(use);
  });
  drawing.isMask = isTested && drawing.limit == INT64_MAX && !drawing.isCount &&
                   cast<ShapedType>(entry.getArgument(argument).getType())
                           .getNumElements() != 1;
}

/// Finds positions, from which angles are computed: sin(%position * frequency).
void DrawingFinder::findPositions(unsigned argument) {
  auto keepsOrder = [](Operation *op) {
    constexpr KindSet scales = {OpKind::convert, OpKind::divide,
                                OpKind::dot_general, OpKind::multiply};
    return movesValue(op) || scales.contains(kindOf(op));
  };
  uses.visit(entry.getArgument(argument), keepsOrder, [&](OpOperand &use) {
    OpKind kind = kindOf(use.getOwner());
    if (kind == OpKind::cosine || kind == OpKind::sine)
      drawings[argument].isIncreasing = true;
  });
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

static bool isConstant(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!movesValue(op) || op->getNumOperands() != 1)
      return op->hasTrait<OpTrait::ConstantLike>();
    value = op->getOperand(0);
  }
  return false;
}

static bool isProduct(Operation *op) { return kindOf(op) == OpKind::multiply; }

static bool isQuotient(Operation *op) { return kindOf(op) == OpKind::divide; }

static bool isExponent(OpOperand &use) {
  return use.getOperandNumber() == 1 &&
         kindOf(use.getOwner()) == OpKind::power &&
         isConstant(use.getOwner()->getOperand(0));
}

/// Returns true for vectors and tensors with one dimension larger than 1.
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
  uses.visit(entry.getArgument(argument), movesValue, [&](OpOperand &use) {
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
