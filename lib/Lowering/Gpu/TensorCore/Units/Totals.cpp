// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %part = reduce {addf} over the block's rows
//   ==>   %sum = addf %sum, %element ...
//         %sum = addf %sum, (shuffle xor %sum, 16); ...
//         store %sum, %shared[warp]; barrier
//         store (the warps' sum), %parts[block]
#include "lib/Lowering/Gpu/TensorCore/Units/Totals.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Bytes of a value in shared memory.
static constexpr int64_t wordBytes = 4;

Operation *Totals::Sum::combiner() const {
  linalg::GenericOp op = total.op;
  return combinersOf(op).front();
}

std::pair<int64_t, int64_t> Totals::Sum::key(int64_t row,
                                             int64_t column) const {
  return {overRows ? 0 : row,
          overColumns ? column / columns * columns : column};
}

Totals::Totals(Code &code, const Plan &plan, const Place &block,
               const Place &first, ArrayRef<Value> bases, Value shared)
    : code(code), plan(plan), layout(plan.elements()), block(block),
      first(first), bases(bases), shared(shared),
      thread(NVVM::ThreadIdXOp::create(code, code.getI32Type())) {
  for (const Total &total : plan.contraction.totals) {
    Sum &sum = all.emplace_back(Sum{total,
                                    plan.axes.row.visits(total.access) > 1,
                                    plan.axes.column.visits(total.access) > 1,
                                    plan.summedRows(total),
                                    plan.summedColumns(total),
                                    nullptr,
                                    {}});
    sum.neutral = arith::ConstantOp::create(
        code, *arith::getNeutralElement(sum.combiner()));
    for (int64_t piece = 0; sum.overRows && piece < layout.pieces; ++piece)
      for (int64_t i = 0; i < layout.width; ++i)
        sum.values[sum.key(0, piece * layout.pitch() + i)] = sum.neutral;
  }
}

void Totals::beginRows(ArrayRef<Run> runs) {
  for (Sum &sum : all) {
    if (sum.overRows)
      continue;
    sum.values.clear();
    for (const Run &run : runs)
      sum.values[sum.key(run.row, run.column)] = sum.neutral;
  }
}

void Totals::add(int64_t row, int64_t column,
                 ArrayRef<SmallVector<Value>> arguments,
                 ArrayRef<IRMapping> values) {
  for (auto [sum, inputs, captured] : llvm::zip(all, arguments, values)) {
    Value &value = sum.values[sum.key(row, column)];
    SmallVector<Value> given(inputs);
    given.push_back(value);
    linalg::GenericOp op = sum.total.op;
    value = cloneBody(code, *op.getBody(), given, captured).front();
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

SmallVector<Value *> Totals::carried() {
  SmallVector<Value *> values;
  for (Sum &sum : all)
    if (sum.overRows)
      for (auto &[key, value] : sum.values)
        values.push_back(&value);
  return values;
}

/// Combines the values of lanes that are `from`, 2 * `from`, ... apart, less
/// than `to` (butterfly shuffles).
void Totals::meet(Sum &sum, int64_t from, int64_t to) {
  for (auto &[key, value] : sum.values)
    for (int64_t distance = from; distance < to; distance *= 2)
      value =
          combine(sum.combiner(), value, exchange(value, distance, code), code);
}

/// Emits the index of the partial sum that the element at `place` belongs to.
Value Totals::partOf(const Sum &sum, Place place) {
  unsigned access = sum.total.access;
  Value part = code.i32(0);
  auto next = [&](const Axis &axis, Value position, int64_t summed) {
    int64_t visits = axis.visits(access);
    if (visits > 1)
      part = code.add(code.mul(part, llvm::divideCeil(visits, summed)),
                      code.div(axis.visitAt(code, access, position), summed));
  };
  next(plan.axes.batch, NVVM::BlockIdZOp::create(code, code.getI32Type()), 1);
  next(plan.axes.row, place.row, sum.rows);
  next(plan.axes.column, place.column, sum.columns);
  return part;
}

/// Stores a partial sum that begins at `place`, if `place` is inside of the
/// result.
void Totals::storeOne(const Sum &sum, Place place, Value value) {
  Value row, column;
  if (plan.mayEnd(plan.axes.row))
    row = code.less(place.row, plan.axes.row.extent());
  if (plan.mayEnd(plan.axes.column))
    column = code.less(place.column, plan.axes.column.extent());
  OpBuilder::InsertionGuard guard(code);
  if (Value inside = code.both(row, column)) {
    auto in = scf::IfOp::create(code, inside, /*withElseRegion=*/false);
    code.setInsertionPointToStart(in.thenBlock());
  }
  unsigned access = sum.total.access;
  Offset to = code.add(plan.axes.column.offset(code, access, place.column),
                       plan.axes.row.offset(code, access, place.row));
  to = code.add({code.mul(partOf(sum, place), sum.total.size)}, to);
  code.store(value, code.address(bases[access], value.getType(), to));
}

/// Returns the tile column that the keys of the thread's values are relative
/// to: 0 if columns are reduced, else the thread's first column.
Value Totals::beginOwn(const Sum &sum) {
  return sum.overColumns
             ? code.i32(0)
             : code.mul(code.rem(thread, layout.lanes), layout.width);
}

void Totals::storeRows() {
  for (Sum &sum : all) {
    if (sum.overRows)
      continue;
    meet(sum, 1, layout.lanes);
    Value isFirst = code.less(code.rem(thread, layout.lanes), 1);
    auto mine = scf::IfOp::create(code, isFirst, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(mine.thenBlock());
    for (auto &[key, value] : sum.values)
      storeOne(
          sum,
          {code.add(first.row, key.first), code.add(block.column, key.second)},
          value);
  }
}

/// Returns true if all rows of a tile are summed into one partial sum.
bool Totals::meetsInBlock(const Sum &sum) const {
  return sum.overRows && sum.rows == plan.tile.rows;
}

int64_t Totals::valuesOfWarp(const Sum &sum) const {
  return plan.tile.columns / (sum.overColumns ? sum.columns : 1);
}

/// Returns the address of a warp's value in shared memory.
Value Totals::addressInWarp(const Sum &sum, Value warp, Value place) {
  int64_t begin = 0, warps = plan.tile.threads() / 32;
  for (const Sum &other : ArrayRef(all).take_front(&sum - all.begin()))
    begin += meetsInBlock(other) ? valuesOfWarp(other) * warps : 0;
  Value word = code.add(code.mul(warp, valuesOfWarp(sum)), place);
  return code.address(shared, code.getI8Type(),
                      {code.mul(word, wordBytes), begin * wordBytes});
}

/// Stores the values of each warp in shared memory, from its first threads.
void Totals::storeInBlock(Sum &sum) {
  Value warp = code.div(thread, 32);
  for (auto &[key, value] : sum.values) {
    int64_t place = sum.overColumns ? key.second / sum.columns : key.second;
    code.store(value, addressInWarp(sum, warp, code.add(beginOwn(sum), place)));
  }
}

/// Stores the values of each warp as partial sums, from its first threads.
void Totals::storeWarp(Sum &sum) {
  Place place = block;
  place.row =
      code.add(place.row, code.mul(code.div(thread, 32), layout.warpRows));
  Value begin = code.add(block.column, beginOwn(sum));
  for (auto &[key, value] : sum.values) {
    place.column = code.add(begin, key.second);
    storeOne(sum, place, value);
  }
}

/// Combines the values of all warps, one thread per value.
void Totals::addWarps(Sum &sum) {
  int64_t threads = plan.tile.threads(), values = valuesOfWarp(sum);
  for (int64_t begin = 0; begin < values; begin += threads) {
    Value own = code.add(thread, begin);
    auto mine = scf::IfOp::create(code, code.less(own, values),
                                  /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(mine.thenBlock());
    Value value;
    for (int64_t warp = 0; warp < threads / 32; ++warp) {
      Value next = code.load(addressInWarp(sum, code.i32(warp), own),
                             sum.neutral.getType(), 1)
                       .front();
      value = value ? combine(sum.combiner(), value, next, code) : next;
    }
    Place place = block;
    place.column = code.add(place.column,
                            code.mul(own, sum.overColumns ? sum.columns : 1));
    storeOne(sum, place, value);
  }
}

void Totals::store() {
  bool meets =
      llvm::any_of(all, [&](const Sum &sum) { return meetsInBlock(sum); });
  if (meets)
    NVVM::BarrierOp::create(code); // others may still read accumulators
  for (Sum &sum : all) {
    if (!sum.overRows)
      continue;
    int64_t sharers = sum.overColumns ? 1 : layout.lanes;
    meet(sum, sharers, 32);
    auto mine =
        scf::IfOp::create(code, code.less(code.rem(thread, 32), sharers),
                          /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(mine.thenBlock());
    if (meetsInBlock(sum))
      storeInBlock(sum);
    else
      storeWarp(sum);
  }
  if (meets)
    NVVM::BarrierOp::create(code);
  for (Sum &sum : all)
    if (meetsInBlock(sum))
      addWarps(sum);
}
