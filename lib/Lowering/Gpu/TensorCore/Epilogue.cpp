// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for 16 pairs of sums at a time: load what the ops read, compute, store, so
// that loads wait for each other and not for stores; where rows or columns may
// end within the tile, the sums of a row, or of a column, under one condition,
// after what all of them know of their rows and columns
#include "lib/Lowering/Gpu/TensorCore/Epilogue.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/ElementAccess.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Totals.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
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
  void compute(Run &run);
  void addTotals(const Run &run);
  void store(const Run &run, const Store &store);
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

void Epilogue::compute(Run &run) {
  for (auto [i, sum] : llvm::enumerate(run.sums)) {
    if (from.start)
      sum = arith::AddFOp::create(code, run.loaded[*from.start][i], sum);
    SmallVector<Value> &registers = run.registers.emplace_back();
    registers.push_back(sum);
    for (const Step &step : from.steps) {
      linalg::LinalgOp op = step.op;
      llvm::append_range(registers, cloneBody(code, *op.getBlock(),
                                              read(step.inputs, run, i),
                                              valuesOf(step, run, i)));
    }
  }
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

void Epilogue::emit(MutableArrayRef<Run> runs) {
  for (Run &run : runs) {
    if (from.start)
      elements.load(run, *from.start);
    for (const Step &step : from.steps)
      loadAll(run, step.inputs);
    for (const Total &total : from.totals)
      loadAll(run, total.inputs);
  }
  for (Run &run : runs)
    compute(run);
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

void Epilogue::emit() {
  SmallVector<Run> runs = allRuns();
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
