// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for 16 pairs of sums at a time: load what the ops read, compute, store, so
// that loads wait for each other and not for stores; where rows or columns may
// end within the tile, the sums of a row, or of a column, under one condition,
// after what all of them know of their rows and columns
#include "lib/Lowering/Gpu/TensorCore/Epilogue.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/ElementAccess.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Totals.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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
  Epilogue(Code &code, const Plan &plan, const Sums &sums,
           ArrayRef<Value> bases, ArrayRef<int64_t> alignments,
           const IRMapping &scalars)
      : code(code), plan(plan), from(plan.contraction), sums(sums),
        bases(bases), scalars(scalars),
        elements(code, plan, sums, bases, alignments),
        totals(code, plan, sums, bases, scalars) {}

  void emit();

private:
  IRMapping valuesOf(const Step &step, const Run &run, int64_t more);
  SmallVector<Value> read(ArrayRef<Source> inputs, const Run &run, size_t i);
  void loadAll(Run &run, ArrayRef<Source> inputs);
  void start(Run &run);
  void compute(const Step &step, Run &run, size_t i);
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
  SmallVector<Run> allRuns() const;

  Code &code;
  const Plan &plan;
  const Contraction &from;
  const Sums &sums;
  ArrayRef<Value> bases;
  const IRMapping &scalars;
  ElementAccess elements;
  Totals totals;
};
} // namespace

/// Maps the captured values of a step's body, and the indices of its loops.
IRMapping Epilogue::valuesOf(const Step &step, const Run &run, int64_t more) {
  IRMapping values = scalars;
  linalg::LinalgOp op = step.op;
  for (auto index : op.getBlock()->getOps<linalg::IndexOp>()) {
    unsigned access = step.indices[index.getDim()];
    Offset place = elements.placeOf(access, run, more);
    Value turn = code.add(bases[access], place.constant);
    if (place.dynamic)
      turn = code.add(turn, place.dynamic);
    values.map(index.getResult(),
               arith::IndexCastOp::create(code, code.getIndexType(), turn));
  }
  return values;
}

/// Returns true if tiles of this extent end outside of an axis.
static bool mayEnd(const Axis &axis, int64_t extent) {
  return axis.extent() % extent != 0;
}

/// Emits the operands of an op for one of the accumulators.
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

/// Register 0.
void Epilogue::start(Run &run) {
  for (auto [i, sum] : llvm::enumerate(run.sums)) {
    if (from.start)
      sum = arith::AddFOp::create(code, run.loaded[*from.start][i], sum);
    run.registers.emplace_back().push_back(sum);
  }
}

void Epilogue::compute(const Step &step, Run &run, size_t i) {
  linalg::LinalgOp op = step.op;
  llvm::append_range(run.registers[i], cloneBody(code, *op.getBlock(),
                                                 read(step.inputs, run, i),
                                                 valuesOf(step, run, i)));
}

void Epilogue::addTotals(const Run &run) {
  for (size_t i = 0; i < run.sums.size(); ++i) {
    SmallVector<SmallVector<Value>> arguments;
    for (const Total &total : from.totals)
      arguments.push_back(read(total.inputs, run, i));
    totals.add(run.row, run.column + i, arguments);
  }
}

void Epilogue::store(const Run &run, const Store &store) {
  unsigned bytes = elements.bytesOf(store.access);
  if (!elements.isPaired(store.access, run)) {
    for (size_t i = 0; i < run.sums.size(); ++i)
      LLVM::StoreOp::create(code, run.registers[i][store.source],
                            elements.addressOf(store.access, run, i), bytes);
    return;
  }
  Value both = LLVM::PoisonOp::create(
      code, VectorType::get(2, from.accesses[store.access].type));
  for (int64_t i : {0, 1})
    both = LLVM::InsertElementOp::create(
        code, both, run.registers[i][store.source], code.i32(i));
  LLVM::StoreOp::create(code, both, elements.addressOf(store.access, run, 0),
                        2 * bytes);
}

void Epilogue::loadAll(Run &run, ArrayRef<Source> inputs) {
  for (const Source &source : inputs)
    if (source.kind == Source::Memory)
      elements.load(run, source.index);
}

void Epilogue::loadAll(MutableArrayRef<Run> runs) {
  for (Run &run : runs) {
    if (from.start)
      elements.load(run, *from.start);
    for (const Step &step : from.steps)
      loadAll(run, step.inputs);
    for (const Total &total : from.totals)
      loadAll(run, total.inputs);
  }
}

void Epilogue::emit(MutableArrayRef<Run> runs) {
  loadAll(runs);
  for (Run &run : runs) {
    start(run);
    for (size_t i = 0; i < run.sums.size(); ++i)
      for (const Step &step : from.steps)
        compute(step, run, i);
  }
  for (const Run &run : runs)
    for (const Store &store : from.stores)
      this->store(run, store);
  for (const Run &run : runs)
    addTotals(run);
}

/// Emits a predicate: the rows and columns of a run are inside the contraction.
Value Epilogue::isInside(const Run &run) {
  Value row, column;
  if (mayEnd(plan.axes.row, plan.tile.rows))
    row = code.less(code.add(sums.row, run.row), plan.axes.row.extent());
  if (mayEnd(plan.axes.column, plan.tile.columns))
    column =
        code.less(code.add(sums.column, run.column), plan.axes.column.extent());
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

/// Pairs of sums, or single sums where a row begins at any alignment.
SmallVector<Run> Epilogue::allRuns() const {
  SmallVector<Run> runs;
  bool isEven = plan.axes.column.extent() % 2 == 0;
  for (const Pair &pair : sums.pairs) {
    if (isEven) {
      runs.emplace_back(pair.row, pair.column, pair.sums);
      continue;
    }
    for (int64_t i : {0, 1})
      runs.emplace_back(pair.row, pair.column + i, pair.sums[i]);
  }
  return runs;
}

/// Each thread reduces its own elements of a row, and 4 threads beside each
/// other, which have one row, put theirs together in a fixed order.
void Epilogue::reduce(const Step &step, MutableArrayRef<Run> runs) {
  linalg::LinalgOp op = step.op;
  llvm::MapVector<int64_t, Value> rows;
  Value neutral = arith::ConstantOp::create(
      code, *arith::getNeutralElement(step.combiner));
  for (Run &run : runs)
    for (size_t i = 0; i < run.sums.size(); ++i) {
      Value &sum = rows.insert({run.row, neutral}).first->second;
      SmallVector<Value> given = read(step.inputs, run, i);
      given.push_back(sum);
      sum = cloneBody(code, *op.getBlock(), given, valuesOf(step, run, i))
                .front();
    }
  for (auto &[row, sum] : rows)
    for (int64_t distance : {1, 2})
      sum = combine(step.combiner, sum, exchange(sum, distance, code), code);
  for (Run &run : runs)
    for (SmallVector<Value> &registers : run.registers)
      registers.push_back(rows.lookup(run.row));
}

/// The first of the threads that have a row stores what its segment has.
void Epilogue::storeSegments(ArrayRef<Run> runs, const Store &store) {
  Value lane = code.rem(NVVM::ThreadIdXOp::create(code, code.getI32Type()), 4);
  auto isFirst = scf::IfOp::create(code, code.less(lane, 1),
                                   /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(isFirst.thenBlock());
  llvm::SmallSet<int64_t, 16> stored;
  for (const Run &run : runs)
    if (stored.insert(run.row).second)
      LLVM::StoreOp::create(code, run.registers[0][store.source],
                            elements.addressOf(store.access, run, 0),
                            elements.bytesOf(store.access));
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
      for (size_t i = 0; i < run.sums.size(); ++i)
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

/// A warp has each segment whole, or none of it.
void Epilogue::emitSegments(MutableArrayRef<Run> runs) {
  llvm::MapVector<int64_t, SmallVector<Run>> segments;
  for (Run &run : runs)
    segments[run.column / plan.segment()].push_back(run);
  for (auto &[segment, members] : segments) {
    OpBuilder::InsertionGuard guard(code);
    if (mayEnd(plan.axes.column, plan.tile.columns)) {
      Value first = code.add(sums.column, segment * plan.segment());
      auto inside = scf::IfOp::create(
          code, code.less(first, plan.axes.column.extent()),
          /*withElseRegion=*/false);
      code.setInsertionPointToStart(inside.thenBlock());
      elements.forget();
    }
    emitSegment(members);
  }
}

void Epilogue::emit() {
  SmallVector<Run> runs = allRuns();
  if (plan.segment())
    return emitSegments(runs);
  bool rowsEnd = mayEnd(plan.axes.row, plan.tile.rows);
  bool columnsEnd = mayEnd(plan.axes.column, plan.tile.columns);
  if (rowsEnd || columnsEnd) {
    llvm::MapVector<std::pair<int64_t, int64_t>, SmallVector<Run>> groups;
    for (Run &run : runs)
      groups[{rowsEnd ? run.row : 0, columnsEnd ? run.column : 0}].push_back(
          run);
    for (auto &group : groups)
      emitInside(group.second);
    return totals.store();
  }
  for (size_t i = 0; i < runs.size(); i += 16)
    emit(MutableArrayRef(runs).slice(i, std::min<size_t>(16, runs.size() - i)));
  totals.store();
}

void mlir::amp::lowering::emitEpilogue(Code &code, const Plan &plan,
                                       const Sums &sums, ArrayRef<Value> bases,
                                       ArrayRef<int64_t> alignments,
                                       const IRMapping &scalars) {
  Epilogue(code, plan, sums, bases, alignments, scalars).emit();
}
