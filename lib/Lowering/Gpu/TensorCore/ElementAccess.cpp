// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input that is broadcast along rows or columns (a bias, batch statistics)
// is loaded once for all accumulators of its column or row. Values that depend
// on such inputs only are computed once.
#include "lib/Lowering/Gpu/TensorCore/ElementAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the offset of an access along an axis, `step` after the thread's
/// first accumulator.
Offset ElementAccess::along(const Axis &axis, unsigned access, Value first,
                            int64_t step) {
  if (!firstCondition)
    return axis.offset(code, access, first, step);
  auto [found, isNew] = offsets.try_emplace({&axis, access, step});
  if (isNew) {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPoint(firstCondition);
    found->second = axis.offset(code, access, first, step);
  }
  return found->second;
}

Offset ElementAccess::placeOf(unsigned access, const Run &run, int64_t more) {
  return code.add(
      along(plan.axes.row, access, first.row, run.row),
      along(plan.axes.column, access, first.column, run.column + more));
}

Value ElementAccess::addressOf(unsigned access, const Run &run, int64_t more) {
  return code.address(bases[access], from.accesses[access].type,
                      placeOf(access, run, more));
}

int64_t ElementAccess::widthOf(unsigned access, const Run &run) const {
  const Access &where = from.accesses[access];
  if (where.type.isInteger(1))
    return 1;
  int64_t bytes = llvm::divideCeil(where.type.getIntOrFloatBitWidth(), 8);
  int64_t most =
      std::min<int64_t>(run.sums.size(), alignments[where.argument] / bytes);
  return plan.axes.widthAlong(plan.axes.column, where, access, most);
}

bool ElementAccess::isWritten(unsigned access) const {
  return llvm::is_contained(from.written(), from.accesses[access].argument);
}

/// Returns true unless `access` is broadcast along the whole axis.
static bool follows(const Axis &axis, unsigned access) {
  return axis.visits(access) != axis.extent();
}

bool ElementAccess::isInvariant(unsigned access) const {
  return !isWritten(access) && !follows(plan.axes.row, access);
}

/// Returns the offset of an access along an axis, `step` after the thread's
/// first accumulator, clamped to the last `width` elements.
Offset ElementAccess::placeInside(const Axis &axis, unsigned access,
                                  Value first, int64_t step, int64_t width) {
  if (!plan.mayEnd(axis))
    return along(axis, access, first, step);
  Value last = code.i32(axis.extent() - width);
  Value position = arith::MinUIOp::create(code, code.add(first, step), last);
  return axis.offset(code, access, position);
}

/// Loads the elements of an access for the accumulators of a run; `place`
/// returns their offsets.
SmallVector<Value, 4>
ElementAccess::loadFrom(unsigned access, const Run &run,
                        llvm::function_ref<Offset(int64_t)> place) {
  Type type = from.accesses[access].type;
  int64_t width = widthOf(access, run);
  SmallVector<Value, 4> values;
  for (size_t i = 0; i < run.sums.size(); i += width)
    llvm::append_range(
        values,
        code.load(code.address(bases[access], type, place(i)), type, width));
  return values;
}

/// Loads an element that all accumulators of a row or column share, before the
/// first condition.
void ElementAccess::loadOnce(Run &run, unsigned access) {
  bool byRow = follows(plan.axes.row, access);
  bool byColumn = follows(plan.axes.column, access);
  SmallVector<Value, 4> &values =
      invariants[{access, byRow ? run.row : 0, byColumn ? run.column : 0}];
  if (values.empty()) {
    OpBuilder::InsertionGuard guard(code);
    if (firstCondition)
      code.setInsertionPoint(firstCondition);
    values = loadFrom(access, run, [&](int64_t more) {
      int64_t width = byColumn ? run.sums.size() - more : 1;
      return code.add(placeInside(plan.axes.row, access, first.row, run.row, 1),
                      placeInside(plan.axes.column, access, first.column,
                                  run.column + more, width));
    });
    hoisted.insert_range(values);
  }
  run.loaded[access] = values;
}

void ElementAccess::load(Run &run, unsigned access) {
  if (!run.loaded[access].empty())
    return;
  if (!isWritten(access) &&
      !(follows(plan.axes.row, access) && follows(plan.axes.column, access)))
    return loadOnce(run, access);
  run.loaded[access] = loadFrom(
      access, run, [&](int64_t more) { return placeOf(access, run, more); });
}

void ElementAccess::hoistInvariants(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    bool readsInvariant = false;
    bool isInvariant = isPure(&op) && !op.getNumRegions();
    for (Value operand : op.getOperands()) {
      Operation *source = operand.getDefiningOp();
      bool isOne = hoisted.contains(operand);
      readsInvariant |= isOne;
      isInvariant &=
          isOne || (source && source->hasTrait<OpTrait::ConstantLike>());
    }
    if (!readsInvariant || !isInvariant)
      continue;
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getBlock() == &block)
        source->moveBefore(firstCondition);
    op.moveBefore(firstCondition);
    hoisted.insert_range(op.getResults());
  }
}
