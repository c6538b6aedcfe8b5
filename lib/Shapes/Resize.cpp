// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %x, %w : 8x1001, 1001x77   ==>   dot pad(%x), pad(%w) : 8x1008, 1008x80
#include "lib/Shapes/Resize.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/ResizedValues.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

/// Returns true if an op may contain ops of the program.
static bool hasOps(const OpRow *row) {
  return !row || row->opClass == OpClass::control ||
         (row->regions != RegionRule::none && row->regions != RegionRule::body);
}

namespace {
class Resizer {
public:
  Resizer(PadPlan &plan)
      : values(isLinalg(plan.contractions.front().op)), plan(plan) {}

  void lengthen(const PlacedOp &placed, ArrayRef<DimRange> results) {
    if (hasOps(placed.row))
      for (Region &region : placed.op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            lengthen(argument, plan.dims.rangeOf(argument));
    for (size_t i = 0; i < results.size(); ++i)
      if (isPadded(results[i]))
        lengthen(placed.op->getResult(i), results[i]);
  }

  void supply(const PadNeed &need) {
    Value value = need.operand->get();
    ArrayRef<int64_t> sizes =
        plan.dims.sizesFrom(need.first, need.isPadded.size());
    SmallVector<int64_t> shape(sizes);
    for (unsigned dim : need.isPadded.set_bits())
      shape[dim] = plan.targetOf(need.first + dim);
    Value supplied = values.resize(value, sizes, shape);
    for (unsigned dim : need.isMasked.set_bits())
      if (shape[dim] != sizes[dim])
        supplied = values.mask(supplied, sizes, dim, need.neutral);
    Operation *op = need.operand->getOwner();
    if (ArrayRef(shape) != sizes && plan.isGathered(op))
      op->setOperand(1, values.clamp(op, sizes));
    if (supplied != value)
      need.operand->set(supplied);
    adoptSizes(op);
  }

  ResizedValues values;

private:
  bool isPadded(DimRange range) const {
    for (unsigned dim = 0; dim < range.rank; ++dim)
      if (plan.isPadded(range.first + dim))
        return true;
    return false;
  }

  void lengthen(Value value, DimRange range) {
    ArrayRef<int64_t> sizes = plan.dims.sizesFrom(range.first, range.rank);
    SmallVector<int64_t> shape(sizes);
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (plan.isPadded(range.first + dim))
        shape[dim] = plan.targetOf(range.first + dim);
    if (sizes != ArrayRef(shape))
      value.setType(values.typeFor(value.getType(), shape));
  }

  PadPlan &plan;
};
} // namespace

/// Sets the signature of a function from its body.
static void adoptSignature(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  auto type = dyn_cast<FunctionType>(function.getFunctionType());
  Operation *end = function.getFunctionBody().back().getTerminator();
  if (!type || !end->hasTrait<OpTrait::ReturnLike>())
    return;
  auto adopted = FunctionType::get(
      function.getContext(), function.getFunctionBody().getArgumentTypes(),
      end->getOperandTypes());
  if (adopted != type)
    function.setType(adopted);
}

ResizeCounts amp::shapes::resize(PadPlan &plan, ArrayRef<PlacedOp> program) {
  Resizer resizer(plan);
  for (auto [i, placed] : llvm::enumerate(program))
    resizer.lengthen(placed, plan.dims.resultsAt(i));
  for (const PadNeed &need : plan.needs)
    resizer.supply(need);
  for (const PlacedOp &placed : program)
    if (hasOps(placed.row))
      if (auto function = dyn_cast<FunctionOpInterface>(placed.op))
        adoptSignature(function);
  resizer.values.eraseUnused();
  return resizer.values.counts;
}
