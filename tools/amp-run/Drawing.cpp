// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sqrt(b * %nu + c * g * g)   ==>   %nu is not negative
// gather(%table : 50x8, %i)   ==>   %i is below 50
#include "Drawing.h"
#include "lib/OpModel/Calls.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class DrawingFinder {
public:
  explicit DrawingFinder(func::FuncOp entry)
      : entry(entry), drawings(entry.getNumArguments()) {}
  llvm::SmallVector<Drawing> find();

private:
  void name(unsigned argument, StringRef name);
  void nameByMarks(Operation *mark);
  void nameArguments();
  void keepFromBelowZero(Value value);
  void followBack(Value value, llvm::SmallVectorImpl<Value> &work);
  void findIndices(unsigned argument);
  void limitBy(OpOperand &use, int64_t &limit);
  func::FuncOp calleeOf(Operation *call) {
    StringAttr callee = findCallee(call);
    return callee ? symbols.lookupNearestSymbolFrom<func::FuncOp>(call, callee)
                  : nullptr;
  }

  func::FuncOp entry;
  SymbolTableCollection symbols;
  llvm::SmallVector<Drawing> drawings;
  llvm::DenseMap<Operation *, llvm::SmallVector<Operation *>> callsOf;
  llvm::DenseSet<Value> below; ///< values that are not to be negative
};
} // namespace

static bool isNamed(Operation *op, llvm::ArrayRef<StringLiteral> names) {
  return llvm::is_contained(names, op->getName().getStringRef());
}

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
    "math.log",       "math.rsqrt",      "math.sqrt",
    "stablehlo.log",  "stablehlo.power", "stablehlo.rsqrt",
    "stablehlo.sqrt", "tosa.log",        "tosa.rsqrt"};

/// The result is not negative if no operand is.
static constexpr StringLiteral monotone[] = {"arith.addf",
                                             "arith.divf",
                                             "arith.mulf",
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
                                             "stablehlo.transpose"};

void DrawingFinder::followBack(Value value,
                               llvm::SmallVectorImpl<Value> &work) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    if (function == entry)
      drawings[argument.getArgNumber()].isNonNegative = true;
    else if (function)
      for (Operation *call : callsOf.lookup(function))
        work.push_back(call->getOperand(argument.getArgNumber()));
    return;
  }
  Operation *op = value.getDefiningOp();
  if (func::FuncOp callee = calleeOf(op); callee && !callee.isExternal())
    return work.push_back(callee.getBody().front().getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber()));
  bool isSquare = op->getNumOperands() == 2 && op->getNumResults() == 1 &&
                  op->getOperand(0) == op->getOperand(1);
  if (isNamed(op, monotone) && !isSquare)
    llvm::append_range(work, op->getOperands());
}

void DrawingFinder::keepFromBelowZero(Value value) {
  llvm::SmallVector<Value> work = {value};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (below.insert(next).second)
      followBack(next, work);
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static constexpr StringLiteral moves[] = {
    "stablehlo.add",      "stablehlo.broadcast_in_dim",
    "stablehlo.clamp",    "stablehlo.concatenate",
    "stablehlo.convert",  "stablehlo.reshape",
    "stablehlo.select",   "stablehlo.slice",
    "stablehlo.transpose"};

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

void DrawingFinder::limitBy(OpOperand &use, int64_t &limit) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  auto shaped = [&](unsigned operand) {
    return cast<ShapedType>(op->getOperand(operand).getType());
  };
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  StringRef name = op->getName().getStringRef();
  if ((name == "stablehlo.gather" && number == 1) ||
      (name == "stablehlo.dynamic_slice" && number > 0)) {
    if (sizes)
      limit = std::min(limit, leastRoom(shaped(0), sizes));
  } else if (name == "stablehlo.dynamic_update_slice" && number > 1) {
    int64_t room =
        shaped(0).getDimSize(number - 2) - shaped(1).getDimSize(number - 2) + 1;
    limit = std::min(limit, room);
  } else if (name == "stablehlo.scatter" && op->getNumOperands() == 3 &&
             number == 1) {
    for (int64_t size : shaped(0).getShape())
      if (size > 1)
        limit = std::min(limit, size);
  } else if (name == "stablehlo.compare") {
    limit = std::min(limit, sizeOfIota(op->getOperand(1 - number)));
  }
}

void DrawingFinder::findIndices(unsigned argument) {
  Value value = entry.getArgument(argument);
  if (!getElementTypeOrSelf(value.getType()).isIntOrIndex())
    return;
  llvm::SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (OpOperand &use : next.getUses()) {
      Operation *op = use.getOwner();
      limitBy(use, drawings[argument].limit);
      if (isNamed(op, moves)) {
        llvm::append_range(work, op->getResults());
      } else if (func::FuncOp callee = calleeOf(op);
                 callee && !callee.isExternal()) {
        work.push_back(callee.getArgument(use.getOperandNumber()));
      } else if (op->hasTrait<OpTrait::ReturnLike>()) {
        for (Operation *call : callsOf.lookup(op->getParentOp()))
          work.push_back(call->getResult(use.getOperandNumber()));
      } else if (op->getName().getStringRef() == "stablehlo.while") {
        for (Region &region : op->getRegions())
          work.push_back(region.getArgument(use.getOperandNumber()));
      }
    }
  }
}

llvm::SmallVector<Drawing> DrawingFinder::find() {
  auto module = entry->getParentOfType<ModuleOp>();
  module.walk([&](Operation *op) {
    if (func::FuncOp callee = calleeOf(op))
      callsOf[callee].push_back(op);
  });
  nameArguments();
  module.walk([&](Operation *op) {
    if (isNamed(op, roots))
      keepFromBelowZero(op->getOperand(0));
  });
  for (unsigned i = 0; i < drawings.size(); ++i)
    findIndices(i);
  return std::move(drawings);
}

llvm::SmallVector<Drawing> amp::findDrawings(func::FuncOp entry) {
  return DrawingFinder(entry).find();
}
