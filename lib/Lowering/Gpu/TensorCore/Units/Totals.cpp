// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %part = reduce {addf} over the warp's rows   ==>   %sum = addf %sum, %element
//   ...; %sum = addf %sum, (shuffle xor %sum, 16); ...; store %sum,
//   %parts[warp]
#include "lib/Lowering/Gpu/TensorCore/Units/Totals.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static Operation *combinerOf(const Total &total) {
  linalg::GenericOp op = total.op;
  return combinersOf(op).front();
}

int64_t Totals::Sum::key(int64_t row, int64_t column) const {
  if (overRows)
    return overColumns ? 0 : column;
  return row;
}

Totals::Totals(Code &code, const Plan &plan, const Sums &sums,
               ArrayRef<Value> bases, const IRMapping &scalars)
    : code(code), plan(plan), sums(sums), bases(bases), scalars(scalars) {
  for (const Total &total : plan.contraction.totals) {
    Sum &sum = all.emplace_back(Sum{total,
                                    plan.axes.row.visits(total.access) > 1,
                                    plan.axes.column.visits(total.access) > 1,
                                    {}});
    Value neutral = arith::ConstantOp::create(
        code, *arith::getNeutralElement(combinerOf(total)));
    for (const Pair &pair : sums.pairs)
      for (int64_t i : {0, 1})
        sum.values[sum.key(pair.row, pair.column + i)] = neutral;
  }
}

void Totals::add(int64_t row, int64_t column,
                 ArrayRef<SmallVector<Value>> arguments) {
  for (auto [sum, inputs] : llvm::zip(all, arguments)) {
    Value &value = sum.values[sum.key(row, column)];
    SmallVector<Value> given(inputs);
    given.push_back(value);
    linalg::GenericOp op = sum.total.op;
    value = cloneBody(code, *op.getBody(), given, scalars).front();
  }
}

SmallVector<Value *> Totals::at(int64_t row, int64_t column, int64_t columns) {
  SmallVector<Value *> values;
  for (Sum &sum : all)
    for (int64_t i = 0; i < columns; ++i) {
      Value *value = &sum.values[sum.key(row, column + i)];
      if (!llvm::is_contained(values, value))
        values.push_back(value);
    }
  return values;
}

/// Threads 4 apart have the same columns; 4 beside each other the same rows.
void Totals::meet(Sum &sum) {
  SmallVector<int64_t> distances;
  if (sum.overColumns)
    distances = {1, 2};
  if (sum.overRows)
    distances.append({4, 8, 16});
  for (auto &[key, value] : sum.values)
    for (int64_t distance : distances)
      value = combine(combinerOf(sum.total), value,
                      exchange(value, distance, code), code);
}

/// The number of the warp's part.
Value Totals::partOf(const Sum &sum) {
  unsigned access = sum.total.access;
  Value part = code.i32(0);
  auto next = [&](const Axis &axis, Value place, int64_t summed) {
    int64_t visits = axis.visits(access);
    if (visits > 1)
      part = code.add(code.mul(part, llvm::divideCeil(visits, summed)),
                      code.div(axis.visitAt(code, access, place), summed));
  };
  next(plan.axes.batch, NVVM::BlockIdZOp::create(code, code.getI32Type()), 1);
  next(plan.axes.row, sums.row, plan.warpRows());
  next(plan.axes.column, sums.column, plan.warpColumns());
  return part;
}

/// Emits a predicate: this thread is the first one of those with the same sum.
Value Totals::isMine(const Sum &sum) {
  Value lane = code.rem(NVVM::ThreadIdXOp::create(code, code.getI32Type()), 32);
  if (sum.overRows)
    return code.less(lane, sum.overColumns ? 1 : 4);
  return code.less(code.rem(lane, 4), 1);
}

/// Emits a predicate: rows and columns begin inside the contraction; null if
/// they always do.
Value Totals::isInside(const Sum &sum, int64_t key) {
  Value row, column;
  if (plan.axes.row.extent() % plan.tile.rows)
    row = code.less(code.add(sums.row, sum.overRows ? 0 : key),
                    plan.axes.row.extent());
  if (plan.axes.column.extent() % plan.tile.columns)
    column = code.less(
        code.add(sums.column, sum.overRows && !sum.overColumns ? key : 0),
        plan.axes.column.extent());
  return code.both(row, column);
}

void Totals::storeOne(const Sum &sum, Value part, int64_t key, Value value) {
  unsigned access = sum.total.access;
  bool byColumn = sum.overRows && !sum.overColumns;
  Offset place = code.add(
      plan.axes.column.offset(code, access, sums.column, byColumn ? key : 0),
      plan.axes.row.offset(code, access, sums.row, sum.overRows ? 0 : key));
  place = code.add({code.mul(part, sum.total.size)}, place);
  Type type = value.getType();
  unsigned bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  LLVM::StoreOp::create(code, value, code.address(bases[access], type, place),
                        bytes);
}

void Totals::store() {
  for (Sum &sum : all) {
    meet(sum);
    auto mine = scf::IfOp::create(code, isMine(sum), /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(mine.thenBlock());
    Value part = partOf(sum);
    for (auto &[key, value] : sum.values) {
      OpBuilder::InsertionGuard inner(code);
      if (Value inside = isInside(sum, key)) {
        auto in = scf::IfOp::create(code, inside, /*withElseRegion=*/false);
        code.setInsertionPointToStart(in.thenBlock());
        storeOne(sum, part, key, value);
        continue;
      }
      storeOne(sum, part, key, value);
    }
  }
}
