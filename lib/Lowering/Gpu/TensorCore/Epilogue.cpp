// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// all threads store their accumulators in shared memory, over the stages
// barrier
// for a few rows of a thread at a time:
//   load accumulators of adjacent columns, and the operands; compute; store
//
// So loads and stores are wide and cover whole memory lines, many of them are
// in flight, and the code of the ops is emitted once. If a tile may extend past
// the last row or column, one condition guards each run of columns; values per
// row or per column are computed before the conditions.
#include "lib/Lowering/Gpu/TensorCore/Epilogue.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/ElementAccess.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Totals.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
class Epilogue {
public:
  Epilogue(Code &code, const Plan &plan, Place block, ArrayRef<Value> bases,
           ArrayRef<int64_t> alignments, const IRMapping &scalars,
           Value shared);

  void emit(const Sums &sums);

private:
  void storeSums(const Sums &sums);
  SmallVector<Run> loadSums(Value row, int64_t rows);
  void loadInvariants();
  void emitRows(Value row, int64_t rows);
  int64_t rowsTogether() const;
  IRMapping valuesOf(linalg::LinalgOp op, ArrayRef<unsigned> indices,
                     const Run &run, int64_t more);
  IRMapping valuesOf(const Step &step, const Run &run, int64_t more) {
    return valuesOf(step.op, step.indices, run, more);
  }
  SmallVector<Value> read(ArrayRef<Source> inputs, const Run &run, size_t i);
  void start(Run &run);
  void compute(const Step &step, Run &run, size_t first);
  void reduce(const Step &step, MutableArrayRef<Run> runs);
  void addTotals(const Run &run);
  void store(const Run &run, const Store &store);
  void loadAll(MutableArrayRef<Run> runs);
  void storeSegments(ArrayRef<Run> runs, const Store &store);
  void emitSegment(MutableArrayRef<Run> runs);
  void emitSegments(MutableArrayRef<Run> runs);
  void emit(MutableArrayRef<Run> runs);
  Value isInside(const Run &run);
  void emitInside(MutableArrayRef<Run> runs);

  Code &code;
  const Plan &plan;
  const Contraction &from;
  ElementLayout layout;
  Place block, first; // first elements: the block's; the thread's next
  Value thread, shared, ownRow, ownColumn; // own: in the tile
  ArrayRef<Value> bases;
  const IRMapping &scalars;
  ElementAccess elements;
  Totals totals;
};
} // namespace

Epilogue::Epilogue(Code &code, const Plan &plan, Place block,
                   ArrayRef<Value> bases, ArrayRef<int64_t> alignments,
                   const IRMapping &scalars, Value shared)
    : code(code), plan(plan), from(plan.contraction), layout(plan.elements()),
      block(block), first(block),
      thread(NVVM::ThreadIdXOp::create(code, code.getI32Type())),
      shared(shared),
      ownRow(code.add(code.mul(code.div(thread, 32), layout.warpRows),
                      code.div(code.rem(thread, 32), layout.lanes))),
      ownColumn(code.mul(code.rem(thread, layout.lanes), layout.width)),
      bases(bases), scalars(scalars),
      elements(code, plan, first, bases, alignments),
      totals(code, plan, this->block, first, bases, shared) {
  first.column = code.add(block.column, ownColumn);
}

/// Returns the address of an accumulator in shared memory.
static Value addressOfSum(Code &code, const Plan &plan, Value shared, Value row,
                          Value column, int64_t rows, int64_t columns) {
  Value place = code.add(code.mul(row, plan.sumPitch()), column);
  return code.address(shared, code.getF32Type(),
                      {place, rows * plan.sumPitch() + columns});
}

void Epilogue::storeSums(const Sums &sums) {
  NVVM::BarrierOp::create(code); // other warps may still read the last stage
  for (const Pair &pair : sums.pairs)
    code.store(pair.sums, addressOfSum(code, plan, shared, sums.row,
                                       sums.column, pair.row, pair.column));
  NVVM::BarrierOp::create(code);
}

/// Loads the thread's accumulators of `rows` rows of the tile, from `row` on.
SmallVector<Run> Epilogue::loadSums(Value row, int64_t rows) {
  SmallVector<Run> runs;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t piece = 0; piece < layout.pieces; ++piece) {
      int64_t down = i * layout.rows(), right = piece * layout.pitch();
      Value from =
          addressOfSum(code, plan, shared, row, ownColumn, down, right);
      runs.emplace_back(down, right,
                        code.load(from, code.getF32Type(), layout.width));
    }
  return runs;
}

/// Maps the values that an op's body captures, and its linalg.index results,
/// which are the accesses `indices`.
IRMapping Epilogue::valuesOf(linalg::LinalgOp op, ArrayRef<unsigned> indices,
                             const Run &run, int64_t more) {
  IRMapping values = scalars;
  for (auto index : op.getBlock()->getOps<linalg::IndexOp>()) {
    unsigned access = indices[index.getDim()];
    Offset place = elements.placeOf(access, run, more);
    Value offset = code.add(bases[access], place.constant);
    if (place.dynamic)
      offset = code.add(offset, place.dynamic);
    values.map(index.getResult(),
               arith::IndexCastOp::create(code, code.getIndexType(), offset));
  }
  return values;
}

/// Returns the operands of an op for accumulator `i` of a run.
SmallVector<Value> Epilogue::read(ArrayRef<Source> inputs, const Run &run,
                                  size_t i) {
  SmallVector<Value> values;
  for (const Source &source : inputs)
    values.push_back(
        source.kind == Source::Register ? run.registers[i][source.index]
        : source.kind == Source::Memory ? run.loaded.at(source.index)[i]
        : source.scalar                 ? scalars.lookup(source.scalar)
                                        : Value());
  return values;
}

/// Defines register 0: the accumulator, plus the initial value if there is one.
void Epilogue::start(Run &run) {
  for (auto [i, sum] : llvm::enumerate(run.sums)) {
    if (from.start)
      sum = arith::AddFOp::create(code, run.loaded[*from.start][i], sum);
    run.registers.emplace_back().push_back(sum);
  }
}

/// Computes `step` for element `first` and the next one, if it exists.
void Epilogue::compute(const Step &step, Run &run, size_t first) {
  linalg::LinalgOp op = step.op;
  SmallVector<SmallVector<Value>> arguments;
  SmallVector<IRMapping> values;
  size_t end = std::min(first + 2, run.sums.size());
  for (size_t i = first; i < end; ++i) {
    arguments.push_back(read(step.inputs, run, i));
    values.push_back(valuesOf(step, run, i));
  }
  for (auto [i, results] :
       llvm::enumerate(cloneBodies(code, *op.getBlock(), arguments, values)))
    llvm::append_range(run.registers[first + i], results);
}

void Epilogue::addTotals(const Run &run) {
  for (size_t i = 0; i < run.sums.size(); ++i) {
    SmallVector<SmallVector<Value>> arguments;
    SmallVector<IRMapping> values;
    for (const Total &total : from.totals) {
      arguments.push_back(read(total.inputs, run, i));
      values.push_back(valuesOf(total.op, total.indices, run, i));
    }
    totals.add(run.row, run.column + i, arguments, values);
  }
}

void Epilogue::store(const Run &run, const Store &store) {
  auto values =
      llvm::map_to_vector(run.registers, [&](ArrayRef<Value> registers) {
        return registers[store.source];
      });
  int64_t width = elements.widthOf(store.access, run);
  for (size_t i = 0; i < values.size(); i += width)
    code.store(ArrayRef(values).slice(i, width),
               elements.addressOf(store.access, run, i));
}

/// Returns the accesses that are read for each element.
static SmallVector<unsigned> accessesRead(const Contraction &from) {
  SmallVector<unsigned> accesses;
  auto append = [&](ArrayRef<Source> inputs) {
    for (const Source &source : inputs)
      if (source.kind == Source::Memory)
        accesses.push_back(source.index);
  };
  if (from.start)
    accesses.push_back(*from.start);
  for (const Step &step : from.steps)
    append(step.inputs);
  for (const Total &total : from.totals)
    append(total.inputs);
  return accesses;
}

void Epilogue::loadAll(MutableArrayRef<Run> runs) {
  for (Run &run : runs)
    for (unsigned access : accessesRead(from))
      elements.load(run, access);
}

void Epilogue::emit(MutableArrayRef<Run> runs) {
  loadAll(runs);
  for (Run &run : runs) {
    start(run);
    for (size_t i = 0; i < run.sums.size(); i += 2)
      for (const Step &step : from.steps)
        compute(step, run, i);
  }
  for (const Run &run : runs)
    for (const Store &store : from.stores)
      this->store(run, store);
  for (const Run &run : runs)
    addTotals(run);
}

/// Emits the predicate that the rows and columns of a run are inside of the
/// result.
Value Epilogue::isInside(const Run &run) {
  Value row, column;
  if (plan.mayEnd(plan.axes.row))
    row = code.less(code.add(first.row, run.row), plan.axes.row.extent());
  if (plan.mayEnd(plan.axes.column))
    column = code.less(code.add(first.column, run.column),
                       plan.axes.column.extent());
  return code.both(row, column);
}

void Epilogue::emitInside(MutableArrayRef<Run> runs) {
  Value inside = isInside(runs.front());
  llvm::SetVector<Value *> summed;
  for (const Run &run : runs)
    summed.insert_range(totals.at(run.row, run.column, run.sums.size()));
  auto before = llvm::map_to_vector(summed, [](Value *v) { return *v; });
  auto isInside = scf::IfOp::create(code, TypeRange(ValueRange(before)), inside,
                                    /*withElseRegion=*/!before.empty());
  elements.begin(isInside);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(isInside.thenBlock());
    emit(runs);
    elements.hoistInvariants(*isInside.thenBlock());
    if (before.empty())
      return;
    auto after = llvm::map_to_vector(summed, [](Value *v) { return *v; });
    scf::YieldOp::create(code, after);
    code.setInsertionPointToStart(isInside.elseBlock());
    scf::YieldOp::create(code, before);
  }
  for (auto [value, result] : llvm::zip(summed, isInside.getResults()))
    *value = result;
}

/// Reduces the rows of a segment: each thread its own elements, then the
/// adjacent threads of a row combine theirs by shuffles, in a fixed order.
void Epilogue::reduce(const Step &step, MutableArrayRef<Run> runs) {
  linalg::LinalgOp op = step.op;
  llvm::MapVector<int64_t, Value> rows;
  Value neutral =
      arith::ConstantOp::create(code, *arith::getNeutralElement(step.combiner));
  for (Run &run : runs)
    for (size_t i = 0; i < run.sums.size(); ++i) {
      Value &sum = rows.insert({run.row, neutral}).first->second;
      SmallVector<Value> given = read(step.inputs, run, i);
      given.push_back(sum);
      sum = cloneBody(code, *op.getBlock(), given, valuesOf(step, run, i))
                .front();
    }
  for (auto &[row, sum] : rows)
    for (int64_t distance = 1; distance < layout.lanes; distance *= 2)
      sum = combine(step.combiner, sum, exchange(sum, distance, code), code);
  for (Run &run : runs)
    for (SmallVector<Value> &registers : run.registers)
      registers.push_back(rows.lookup(run.row));
}

/// Stores the reduced value of each row, from the first thread of the row.
void Epilogue::storeSegments(ArrayRef<Run> runs, const Store &store) {
  Value lane = code.rem(thread, layout.lanes);
  auto isFirst = scf::IfOp::create(code, code.less(lane, 1),
                                   /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(isFirst.thenBlock());
  llvm::SmallSet<int64_t, 16> stored;
  for (const Run &run : runs)
    if (stored.insert(run.row).second)
      code.store(run.registers[0][store.source],
                 elements.addressOf(store.access, run, 0));
}

void Epilogue::emitSegment(MutableArrayRef<Run> runs) {
  loadAll(runs);
  for (Run &run : runs)
    start(run);
  for (const Step &step : from.steps) {
    if (step.combiner) {
      reduce(step, runs);
      continue;
    }
    for (Run &run : runs)
      for (size_t i = 0; i < run.sums.size(); i += 2)
        compute(step, run, i);
  }
  for (const Store &store : from.stores) {
    if (plan.axes.column.visits(store.access) > 1) {
      storeSegments(runs, store);
      continue;
    }
    for (const Run &run : runs)
      this->store(run, store);
  }
}

/// Emits the segments one by one. All threads of a row take the same branch: a
/// segment lies inside of the result entirely or not at all.
void Epilogue::emitSegments(MutableArrayRef<Run> runs) {
  llvm::MapVector<int64_t, SmallVector<Run>> segments;
  for (Run &run : runs)
    segments[run.column / plan.segment()].push_back(run);
  for (auto &[segment, members] : segments) {
    OpBuilder::InsertionGuard guard(code);
    if (plan.mayEnd(plan.axes.column)) {
      Value begin = code.add(block.column, segment * plan.segment());
      auto inside =
          scf::IfOp::create(code, code.less(begin, plan.axes.column.extent()),
                            /*withElseRegion=*/false);
      code.setInsertionPointToStart(inside.thenBlock());
      elements.forget();
    }
    emitSegment(members);
  }
}

/// Loads the operands that all rows of the tile share.
void Epilogue::loadInvariants() {
  for (int64_t piece = 0; piece < layout.pieces; ++piece) {
    Run run(0, piece * layout.pitch(), SmallVector<Value>(layout.width));
    for (unsigned access : accessesRead(from))
      if (elements.isInvariant(access))
        elements.load(run, access);
  }
}

/// Emits `rows` rows of each thread, from `row` of the tile on.
void Epilogue::emitRows(Value row, int64_t rows) {
  first.row = code.add(block.row, row);
  SmallVector<Run> runs = loadSums(row, rows);
  if (plan.segment())
    return emitSegments(runs);
  totals.beginRows(runs);
  bool rowsEnd = plan.mayEnd(plan.axes.row);
  bool columnsEnd = plan.mayEnd(plan.axes.column);
  if (rowsEnd || columnsEnd) {
    llvm::MapVector<std::pair<int64_t, int64_t>, SmallVector<Run>> groups;
    for (Run &run : runs)
      groups[{rowsEnd ? run.row : 0, columnsEnd ? run.column : 0}].push_back(
          run);
    for (auto &group : groups)
      emitInside(group.second);
  } else {
    emit(runs);
  }
  totals.storeRows();
}

/// Returns the rows of a thread per iteration: a divisor of all of its rows.
int64_t Epilogue::rowsTogether() const {
  constexpr int64_t mostElements = 16; // their inputs fit into registers
  int64_t all = layout.warpRows / layout.rows();
  int64_t rows = all;
  while (rows > 1 &&
         (all % rows || rows * layout.pieces * layout.width > mostElements))
    --rows;
  return rows;
}

void Epilogue::emit(const Sums &sums) {
  storeSums(sums);
  int64_t rows = rowsTogether();
  int64_t tripCount = layout.warpRows / layout.rows() / rows;
  if (!plan.segment())
    loadInvariants();
  if (tripCount == 1) {
    emitRows(ownRow, rows);
    return totals.store();
  }
  SmallVector<Value> carried;
  for (Value *value : totals.carried())
    carried.push_back(*value);
  auto loop = scf::ForOp::create(code, code.i32(0), code.i32(tripCount),
                                 code.i32(1), carried);
  for (auto [value, inside] :
       llvm::zip(totals.carried(), loop.getRegionIterArgs()))
    *value = inside;
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(loop.getBody());
    Value more = code.mul(loop.getInductionVar(), rows * layout.rows());
    emitRows(code.add(ownRow, more), rows);
    SmallVector<Value> next;
    for (Value *value : totals.carried())
      next.push_back(*value);
    if (!next.empty()) // else the loop has its yield already
      scf::YieldOp::create(code, next);
  }
  for (auto [value, after] : llvm::zip(totals.carried(), loop.getResults()))
    *value = after;
  totals.store();
}

void mlir::amp::lowering::emitEpilogue(Code &code, const Plan &plan,
                                       const Sums &sums, Place block,
                                       ArrayRef<Value> bases,
                                       ArrayRef<int64_t> alignments,
                                       const IRMapping &scalars, Value shared) {
  Epilogue(code, plan, block, bases, alignments, scalars, shared).emit(sums);
}
