// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generic {max of rows}; generic {exp(x - max)}; generic {sum of rows}; ...
//   ==>   threads that share a row: load it once; max, sum by shuffles; store
//
// A row that is too long for registers is loaded again after each reduction,
// and values computed from it are recomputed.
#include "lib/Lowering/Gpu/Kernels/RowCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using linalg::LinalgOp;

namespace {
class RowKernel : RowCode {
public:
  using RowCode::RowCode;
  Shape emit();

private:
  SmallVector<RowChunk> chunksOfRow();
  void emitKept();
  void emitColumns(ArrayRef<GenericOp> sums);

  void findDepths();
  void replay(unsigned depth, llvm::function_ref<void(Operation *)> visit);
  llvm::SmallPtrSet<Operation *, 8> neededFor(ArrayRef<Operation *> last);
  using Body = llvm::function_ref<SmallVector<Value>(MutableArrayRef<RowChunk>,
                                                     SmallVector<Value>)>;
  SmallVector<Value> loop(SmallVector<Value> starts, Body body);
  SmallVector<Value> loop(int64_t from, int64_t to, int64_t chunks,
                          bool inVectors, SmallVector<Value> starts, Body body);
  void emitSums(unsigned depth);
  void emitLoops();

  llvm::DenseMap<Operation *, unsigned> depths; // row reductions before the op
  llvm::DenseMap<Operation *, SmallVector<Operation *>> producers;
};
} // namespace

SmallVector<RowChunk> RowKernel::chunksOfRow() {
  SmallVector<RowChunk> chunks;
  for (int64_t i = 0; i < how.chunks; ++i) {
    int64_t end = (i + 1) * how.lanes * how.width;
    chunks.push_back(chunkAt(code.add(code.times(lane, how.width),
                                      code.constant(i * how.lanes * how.width)),
                             /*inVectors=*/true,
                             /*mayBeOut=*/end > how.vectors));
  }
  if (how.peels)
    chunks.push_back(chunkAt(lane, /*inVectors=*/false, /*mayBeOut=*/true));
  return chunks;
}

/// Returns `ops` with column sums directly behind the definitions of their
/// inputs, which are then live in registers for a shorter time.
static SmallVector<Operation *> sumEarly(ArrayRef<Operation *> ops) {
  SmallVector<Operation *> order;
  for (Operation *op : ops) {
    auto sum = dyn_cast<GenericOp>(op);
    auto *place = order.end();
    while (
        sum && sumsColumns(sum) && place != order.begin() &&
        llvm::none_of(cast<LinalgOp>(place[-1]).getDpsInits(), [&](Value out) {
          return llvm::is_contained(sum.getInputs(), out);
        }))
      --place;
    order.insert(place, op);
  }
  return order;
}

void RowKernel::emitKept() {
  SmallVector<RowChunk> chunks = chunksOfRow();
  loadAll(chunks);
  for (Operation *op : sumEarly(ops)) {
    RowPart part = *partOf(op, rows);
    if (part == RowPart::Whole) {
      computeWhole(op);
    } else if (part == RowPart::Elements) {
      for (RowChunk &chunk : chunks)
        computeElements(op, chunk);
    } else if (part == RowPart::Columns) {
      if (auto generic = dyn_cast<GenericOp>(op))
        for (auto [i, chunk] : llvm::enumerate(chunks))
          addToColumns(generic, chunk, i);
    } else {
      auto generic = cast<GenericOp>(op);
      SmallVector<Value> sums = neutralOf(generic);
      for (RowChunk &chunk : chunks)
        sums = addTo(sums, generic, chunk);
      finishSums(generic, sums);
    }
  }
  for (RowChunk &chunk : chunks)
    storeElements(chunk);
}

/// Executes the rows of a block group by group, and sums columns while their
/// elements are in registers. The column sums are in shared memory: in
/// registers, they would leave fewer resident blocks per multiprocessor.
void RowKernel::emitColumns(ArrayRef<GenericOp> sums) {
  for (GenericOp sum : sums)
    beginColumns(sum);
  auto loop = scf::ForOp::create(b, code.constant(0), code.constant(how.steps),
                                 code.constant(1));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    findRow(loop.getInductionVar());
    emitKept();
    storeWhole();
    gpu::BarrierOp::create(b); // row reductions use shared memory, too
  }
  // the first group of threads has the first row
  auto first = scf::IfOp::create(b, code.isBelow(code.threadId(), how.lanes),
                                 /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(first.thenBlock());
  findRow(code.constant(0));
  SmallVector<RowChunk> chunks = chunksOfRow();
  for (GenericOp sum : sums)
    storeColumns(sum, chunks);
}

/// Computes the number of row reductions before each op, and the elementwise
/// definitions of its operands.
void RowKernel::findDepths() {
  llvm::DenseMap<Value, std::pair<unsigned, Operation *>> last;
  for (Operation *op : ops) {
    auto linalgOp = cast<LinalgOp>(op);
    unsigned &depth = depths[op];
    for (OpOperand &operand : op->getOpOperands()) {
      auto found = last.find(operand.get());
      if (found == last.end())
        continue;
      auto [known, producer] = found->second;
      depth = std::max(depth, known);
      if (partOf(producer, rows) == RowPart::Elements)
        producers[op].push_back(producer);
    }
    bool sums = linalgOp.getNumReductionLoops();
    for (Value out : linalgOp.getDpsInits())
      last[out] = {depth + sums, op};
  }
}

llvm::SmallPtrSet<Operation *, 8>
RowKernel::neededFor(ArrayRef<Operation *> last) {
  llvm::SmallPtrSet<Operation *, 8> needed;
  SmallVector<Operation *> work(last);
  while (!work.empty())
    for (Operation *producer : producers[work.pop_back_val()])
      if (needed.insert(producer).second)
        work.push_back(producer);
  return needed;
}

/// Visits the ops in order, with the per-row values known at each of them.
/// Computes per-row ops that need at most `depth` reductions.
void RowKernel::replay(unsigned depth,
                       llvm::function_ref<void(Operation *)> visit) {
  known.clear();
  for (Operation *op : ops) {
    if (auto found = results.find(op); found != results.end()) {
      for (auto [out, value] :
           llvm::zip(cast<LinalgOp>(op).getDpsInits(), found->second))
        known[out] = value;
      continue;
    }
    if (partOf(op, rows) != RowPart::Whole)
      visit(op);
    else if (depths[op] <= depth)
      computeWhole(op);
  }
}

/// Emits a loop over the elements from `from` to `to`, with `chunks` chunks of
/// a lane per iteration.
SmallVector<Value> RowKernel::loop(int64_t from, int64_t to, int64_t chunks,
                                   bool inVectors, SmallVector<Value> starts,
                                   Body body) {
  if (from == to)
    return starts;
  int64_t width = inVectors ? how.width : 1, stride = how.lanes * width;
  Value first = code.times(lane, width);
  bool isWhole = (to - from) % (stride * chunks) == 0;
  // one trip count for all lanes, or fewer iterations for the last lanes
  auto each = scf::ForOp::create(
      b, isWhole ? code.constant(from) : code.add(first, code.constant(from)),
      code.constant(to), code.constant(stride * chunks), starts);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(each.getBody());
  Operation *outer = std::exchange(around, each);
  Value position = each.getInductionVar();
  if (isWhole)
    position = code.add(position, first);
  SmallVector<RowChunk> parts;
  for (int64_t i = 0; i < chunks; ++i)
    parts.push_back(
        chunkAt(i ? code.add(position, code.constant(i * stride)) : position,
                inVectors, /*mayBeOut=*/false));
  SmallVector<Value> sums =
      body(parts, SmallVector<Value>(each.getRegionIterArgs()));
  if (!starts.empty())
    scf::YieldOp::create(b, sums);
  around = outer;
  return SmallVector<Value>(each.getResults());
}

/// Emits the loops over a row: with `how.chunks` chunks per iteration, then
/// with one, then over the elements outside of vectors.
SmallVector<Value> RowKernel::loop(SmallVector<Value> starts, Body body) {
  int64_t step = how.lanes * how.width * how.chunks;
  int64_t bulk = how.vectors / step * step;
  starts = loop(0, bulk, how.chunks, true, std::move(starts), body);
  starts = loop(bulk, how.vectors, 1, true, std::move(starts), body);
  return loop(0, rows.length - how.vectors, 1, false, std::move(starts), body);
}

/// Emits all row reductions that need `depth` others, in one loop.
void RowKernel::emitSums(unsigned depth) {
  SmallVector<Operation *> sums;
  SmallVector<Value> starts;
  for (Operation *op : ops)
    if (partOf(op, rows) == RowPart::Sums && depths[op] == depth) {
      sums.push_back(op);
      starts.append(neutralOf(cast<GenericOp>(op)));
    }
  auto needed = neededFor(sums);
  replay(depth, [](Operation *) {});
  if (sums.empty())
    return;
  starts = loop(
      starts, [&](MutableArrayRef<RowChunk> chunks, SmallVector<Value> before) {
        SmallVector<Value> after;
        replay(depth, [&](Operation *op) {
          auto generic = dyn_cast<GenericOp>(op);
          if (needed.contains(op))
            for (RowChunk &chunk : chunks)
              computeElements(op, chunk);
          if (!llvm::is_contained(sums, op))
            return;
          auto mine = llvm::to_vector(llvm::ArrayRef<Value>(before).slice(
              after.size(), generic.getNumDpsInits()));
          for (RowChunk &chunk : chunks)
            mine = addTo(mine, generic, chunk);
          after.append(mine);
        });
        return after;
      });
  for (Operation *op : sums) {
    auto generic = cast<GenericOp>(op);
    unsigned count = generic.getNumDpsInits();
    // combines with the initial value that is known at the op
    replay(depth, [&](Operation *other) {
      if (other == op)
        finishSums(generic, llvm::ArrayRef<Value>(starts).take_front(count));
    });
    starts.erase(starts.begin(), starts.begin() + count);
  }
}

void RowKernel::emitLoops() {
  findDepths();
  unsigned deepest = 0;
  for (auto [op, depth] : depths)
    deepest = std::max(deepest, depth);
  for (unsigned depth = 0; depth <= deepest; ++depth)
    emitSums(depth);
  SmallVector<Operation *> last;
  for (Operation *op : ops)
    if (partOf(op, rows) == RowPart::Elements &&
        llvm::any_of(cast<LinalgOp>(op).getDpsInits(),
                     [&](Value out) { return !code.isLocal(out); }))
      last.push_back(op);
  replay(deepest + 1, [](Operation *) {});
  if (last.empty())
    return;
  auto needed = neededFor(last);
  needed.insert(last.begin(), last.end());
  loop({}, [&](MutableArrayRef<RowChunk> chunks, SmallVector<Value>) {
    replay(deepest + 1, [&](Operation *op) {
      if (needed.contains(op))
        for (RowChunk &chunk : chunks)
          computeElements(op, chunk);
    });
    for (RowChunk &chunk : chunks)
      storeElements(chunk);
    return SmallVector<Value>();
  });
}

Shape RowKernel::emit() {
  SmallVector<GenericOp> columns;
  for (Operation *op : ops)
    if (auto sum = dyn_cast<GenericOp>(op); sum && sumsColumns(sum))
      columns.push_back(sum);
  if (!columns.empty()) {
    emitColumns(columns);
  } else {
    findRow();
    if (how.keeps)
      emitKept();
    else
      emitLoops();
    storeWhole();
  }
  Shape shape;
  shape.threads = how.lanes * how.rows;
  shape.blocks = llvm::divideCeil(rows.count(), how.rows * how.steps);
  return shape;
}

Shape amp::lowering::emitRows(ArrayRef<Operation *> ops, KernelCode &code) {
  return RowKernel(ops, code).emit();
}
