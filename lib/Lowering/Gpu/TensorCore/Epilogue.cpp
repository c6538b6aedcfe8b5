// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for 16 pairs of sums at a time: load what the ops read, compute, store, so
// that loads wait for each other and not for stores; where rows or columns may
// end within the tile, each pair (or single sum) under its own condition, after
// what all of them know of their rows and columns
#include "lib/Lowering/Gpu/TensorCore/Epilogue.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Totals.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
/// One sum, or two beside each other, and what was loaded for them by access.
struct Run {
  Run(int64_t row, int64_t column, ArrayRef<Value> sums)
      : row(row), column(column), sums(sums) {}

  int64_t row, column;
  SmallVector<Value, 2> sums;
  llvm::DenseMap<unsigned, SmallVector<Value, 2>> loaded;
  SmallVector<SmallVector<Value>, 2> registers;
};

class Epilogue {
public:
  Epilogue(Code &code, const Plan &plan, const Sums &sums,
           ArrayRef<Value> bases, ArrayRef<int64_t> alignments,
           const IRMapping &scalars)
      : code(code), plan(plan), from(plan.contraction), sums(sums),
        bases(bases), alignments(alignments), scalars(scalars),
        totals(code, plan, sums, bases, scalars) {}

  void emit();

private:
  Value addressOf(unsigned access, const Run &run, int64_t more);
  bool isPaired(unsigned access, const Run &run) const;
  int64_t bytesOf(unsigned access) const;
  void load(Run &run, unsigned access);
  Offset placeOf(unsigned access, const Run &run, int64_t more);
  Offset along(const Axis &axis, unsigned access, Value first, int64_t step);
  IRMapping valuesOf(const Step &step, const Run &run, int64_t more);
  SmallVector<Value> read(ArrayRef<Source> inputs, const Run &run, size_t i);
  void loadAll(Run &run, ArrayRef<Source> inputs);
  void compute(Run &run);
  void addTotals(const Run &run);
  void store(const Run &run, const Store &store);
  void emit(MutableArrayRef<Run> runs);
  void emitInside(Run run);

  Code &code;
  const Plan &plan;
  const Contraction &from;
  const Sums &sums;
  ArrayRef<Value> bases;
  ArrayRef<int64_t> alignments;
  const IRMapping &scalars;
  Totals totals;
  /// The first condition: offsets before it serve all conditions.
  Operation *firstCondition = nullptr;
  std::map<std::tuple<const Axis *, unsigned, int64_t>, Offset> offsets;
};
} // namespace

/// The offset of an access along an axis, `step` after the thread's first sum.
Offset Epilogue::along(const Axis &axis, unsigned access, Value first,
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

Offset Epilogue::placeOf(unsigned access, const Run &run, int64_t more) {
  return code.add(
      along(plan.axes.row, access, sums.row, run.row),
      along(plan.axes.column, access, sums.column, run.column + more));
}

Value Epilogue::addressOf(unsigned access, const Run &run, int64_t more) {
  return code.address(bases[access], from.accesses[access].type,
                      placeOf(access, run, more));
}

/// Maps the captured values of a step's body, and the indices of its loops.
IRMapping Epilogue::valuesOf(const Step &step, const Run &run, int64_t more) {
  IRMapping values = scalars;
  linalg::LinalgOp op = step.op;
  for (auto index : op.getBlock()->getOps<linalg::IndexOp>()) {
    unsigned access = step.indices[index.getDim()];
    Offset place = placeOf(access, run, more);
    Value turn = code.add(bases[access], place.constant);
    if (place.dynamic)
      turn = code.add(turn, place.dynamic);
    values.map(index.getResult(),
               arith::IndexCastOp::create(code, code.getIndexType(), turn));
  }
  return values;
}

int64_t Epilogue::bytesOf(unsigned access) const {
  return llvm::divideCeil(from.accesses[access].type.getIntOrFloatBitWidth(),
                          8);
}

bool Epilogue::isPaired(unsigned access, const Run &run) const {
  const Access &where = from.accesses[access];
  return run.sums.size() == 2 && !where.type.isInteger(1) &&
         alignments[where.argument] >= 2 * bytesOf(access) &&
         plan.axes.widthAlong(plan.axes.column, where, access, 2) == 2;
}

void Epilogue::load(Run &run, unsigned access) {
  SmallVector<Value, 2> &values = run.loaded[access];
  if (!values.empty())
    return;
  Type type = from.accesses[access].type;
  unsigned bytes = bytesOf(access);
  if (!isPaired(access, run)) {
    for (size_t i = 0; i < run.sums.size(); ++i)
      values.push_back(
          LLVM::LoadOp::create(code, type, addressOf(access, run, i), bytes));
    return;
  }
  Value both = LLVM::LoadOp::create(code, VectorType::get(2, type),
                                    addressOf(access, run, 0), 2 * bytes);
  for (int64_t i : {0, 1})
    values.push_back(LLVM::ExtractElementOp::create(code, both, code.i32(i)));
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
  unsigned bytes = bytesOf(store.access);
  if (!isPaired(store.access, run)) {
    for (size_t i = 0; i < run.sums.size(); ++i)
      LLVM::StoreOp::create(code, run.registers[i][store.source],
                            addressOf(store.access, run, i), bytes);
    return;
  }
  Value both = LLVM::PoisonOp::create(
      code, VectorType::get(2, from.accesses[store.access].type));
  for (int64_t i : {0, 1})
    both = LLVM::InsertElementOp::create(
        code, both, run.registers[i][store.source], code.i32(i));
  LLVM::StoreOp::create(code, both, addressOf(store.access, run, 0), 2 * bytes);
}

void Epilogue::loadAll(Run &run, ArrayRef<Source> inputs) {
  for (const Source &source : inputs)
    if (source.kind == Source::Memory)
      load(run, source.index);
}

void Epilogue::emit(MutableArrayRef<Run> runs) {
  for (Run &run : runs) {
    if (from.start)
      load(run, *from.start);
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

void Epilogue::emitInside(Run run) {
  Value inside = code.both(
      code.less(code.add(sums.row, run.row), plan.axes.row.extent()),
      code.less(code.add(sums.column, run.column), plan.axes.column.extent()));
  SmallVector<Value *> summed = totals.at(run.row, run.column, run.sums.size());
  auto before = llvm::map_to_vector(summed, [](Value *v) { return *v; });
  auto isInside = scf::IfOp::create(code, TypeRange(ValueRange(before)), inside,
                                    /*withElseRegion=*/!before.empty());
  if (!firstCondition)
    firstCondition = isInside;
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(isInside.thenBlock());
    emit(run);
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

void Epilogue::emit() {
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
  if (plan.axes.row.extent() % plan.tile.rows ||
      plan.axes.column.extent() % plan.tile.columns) {
    for (Run &run : runs)
      emitInside(run);
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
