// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %x, %w : 8x1001, 1001x77   ==>   dot pad(%x), pad(%w) : 8x1008, 1008x80
#include "lib/Shapes/Resize.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/LongValue.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class Resizer {
public:
  Resizer(PadPlan &plan)
      : values(isLinalg(plan.products.front().op)), plan(plan) {}

  void lengthen(const PlacedOp &placed) {
    Operation *op = placed.op;
    if (!placed.row || placed.row->regions != RegionRule::body)
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            lengthen(argument);
    for (Value result : op->getResults())
      lengthen(result);
  }

  void supply(const PadNeed &need) {
    Value value = need.operand->get();
    ArrayRef<int64_t> sizes =
        plan.dims.sizesFrom(need.first, need.isLong.size());
    SmallVector<int64_t> shape(sizes);
    for (unsigned dim : need.isLong.set_bits())
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
  }

  LongValues values;

private:
  void lengthen(Value value) {
    ArrayRef<int64_t> sizes = staticShape(value);
    if (sizes.empty())
      return;
    unsigned first = plan.dims.firstDimOf(value);
    SmallVector<int64_t> shape(sizes);
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (plan.isLong(first + dim))
        shape[dim] = plan.targetOf(first + dim);
    if (sizes != ArrayRef(shape))
      value.setType(cast<RankedTensorType>(value.getType()).clone(shape));
  }

  PadPlan &plan;
};
} // namespace

/// What a function takes and returns, from its body.
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

ResizeCounts amp::resize(PadPlan &plan, const Program &program) {
  Resizer resizer(plan);
  for (const PlacedOp &placed : program)
    resizer.lengthen(placed);
  for (const PadNeed &need : plan.needs)
    resizer.supply(need);
  for (const PlacedOp &placed : program) {
    adoptSizes(placed.op);
    if (auto function = dyn_cast<FunctionOpInterface>(placed.op))
      adoptSignature(function);
  }
  resizer.values.eraseUnused();
  return resizer.values.counts;
}
