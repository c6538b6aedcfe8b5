// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Norms.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

/// Returns true if a dimension is split for the statistics: the result has
/// another shape than the data, or a reshape before and after converts between
/// two shapes.
static bool isSplit(Operation *end, Value data) {
  if (shapeOf(end->getResult(0)) != shapeOf(data))
    return true;
  Operation *split = data.getDefiningOp();
  if (!split || split->getNumOperands() != 1 || !end->hasOneUse())
    return false;
  Operation *joined = *end->user_begin();
  return joined->getName() == split->getName() &&
         joined->getNumResults() == 1 &&
         shapeOf(split->getOperand(0)) != shapeOf(data) &&
         shapeOf(joined->getResult(0)) == shapeOf(split->getOperand(0));
}

StringRef amp::recognize::nameGroup(StringRef pattern, const Matcher &match) {
  Operation *sum = match.getSum();
  if (pattern != "norm" || !sum)
    return pattern;
  SmallVector<int64_t, 4> dims = findReducedDims(sum);
  Value data = sum->getOperand(0);
  int64_t rank = shapeOf(data).size();
  if (isSplit(match.getMembers().front().op, data))
    return "group_norm";
  bool isWhole = static_cast<int64_t>(dims.size()) == rank;
  if (llvm::is_contained(dims, 0) && !isWhole)
    return "batch_norm";
  if (dims.empty())
    return "group_norm";
  llvm::sort(dims);
  bool isLast =
      dims.back() == rank - 1 &&
      dims.back() - dims.front() + 1 == static_cast<int64_t>(dims.size());
  bool isMiddle = dims.front() == 1 && dims.back() == rank - 2 &&
                  static_cast<int64_t>(dims.size()) == rank - 2;
  return isLast ? "layer_norm" : isMiddle ? "instance_norm" : "group_norm";
}

/// Returns true for an argument, a constant, or one plus an argument.
static bool isGiven(Ref ref, ProgramDataflow &dataflow) {
  auto [base, kind] = dataflow.look(ref);
  if (kind == Kind::leaf || kind == Kind::constant)
    return true;
  if (kind != Kind::add)
    return false;
  Operation *sum = base.value.getDefiningOp();
  Ref left{sum->getOperand(0), base.frame},
      right{sum->getOperand(1), base.frame};
  auto isOnePlus = [&](Ref one, Ref other) {
    return dataflow.findNumber(one) == 1.0 &&
           dataflow.look(other).second == Kind::leaf;
  };
  return isOnePlus(left, right) || isOnePlus(right, left);
}

/// Returns the user of kind `wanted` whose other operand is smaller and given.
static Operation *findReader(Value value, Kind wanted,
                             ProgramDataflow &dataflow) {
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    if (dataflow.kindOf(reader) != wanted)
      continue;
    Ref other{reader->getOperand(1 - use.getOperandNumber() % 2)};
    Value base = dataflow.look(other).first.value;
    if (shapeOf(base).size() < shapeOf(value).size() &&
        isGiven(other, dataflow))
      return reader;
  }
  return nullptr;
}

/// Looks through the reshape that joins split dimensions.
static Value skipJoin(Value value, ProgramDataflow &dataflow) {
  if (!value.hasOneUse())
    return value;
  Operation *reader = *value.user_begin();
  return dataflow.kindOf(reader) == Kind::layout && reader->getNumResults() == 1
             ? reader->getResult(0)
             : value;
}

SmallVector<Operation *, 2>
amp::recognize::findScaleAndShift(Operation *end, ProgramDataflow &dataflow) {
  SmallVector<Operation *, 2> found;
  Value value = skipJoin(end->getResult(0), dataflow);
  for (Kind wanted : {Kind::mul, Kind::add})
    if (Operation *reader = findReader(value, wanted, dataflow)) {
      found.push_back(reader);
      value = reader->getResult(0);
    }
  return found;
}
