// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/RowCode.h"
#include "lib/Lowering/Gpu/Kernels/RowLanes.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using linalg::LinalgOp;

/// Limit on the elements that a thread loads before it computes: more registers
/// would leave fewer resident blocks per multiprocessor.
static constexpr int64_t maxLoaded = 48;

void RowCode::findRow(Value step) {
  Value thread = code.threadId();
  lane = thread;
  row = Point();
  row.sizes = rows.outer;
  row.linear = code.blockId();
  if (step)
    row.linear = code.add(code.times(row.linear, how.steps), step);
  if (how.rows > 1) {
    Value lanes = code.constant(how.lanes);
    lane = arith::RemUIOp::create(b, thread, lanes);
    row.linear = code.add(code.times(row.linear, how.rows),
                          arith::DivUIOp::create(b, thread, lanes));
    if (rows.count() % how.rows) {
      isRow = code.isBelow(row.linear, rows.count());
      row.linear = arith::SelectOp::create(b, isRow, row.linear,
                                           code.constant(rows.count() - 1));
    }
  }
  (void)code.indicesOf(row); // emits the indices before loops
  if (!how.peels)
    return;
  Value width = code.constant(how.width);
  Value over =
      arith::RemUIOp::create(b, code.times(row.linear, rows.length), width);
  head =
      arith::RemUIOp::create(b, arith::SubIOp::create(b, width, over), width);
}

RowChunk RowCode::chunkAt(Value position, bool inVectors, bool mayBeOut) {
  RowChunk chunk;
  chunk.width = inVectors ? how.width : 1;
  chunk.isIn = isRow;
  if (mayBeOut) {
    Value isIn = code.isBelow(position, inVectors ? how.vectors
                                                  : rows.length - how.vectors);
    chunk.isIn =
        isRow ? arith::AndIOp::create(b, isIn, isRow).getResult() : isIn;
  }
  if (head && inVectors) {
    position = code.add(position, head);
  } else if (head) {
    Value isBefore =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, position, head);
    Value behind = code.add(position, code.constant(how.vectors));
    position = arith::SelectOp::create(b, isBefore, position, behind);
  }
  chunk.point.sizes = rows.outer;
  chunk.point.sizes.push_back(rows.length);
  chunk.point.inner = rows.outer.size();
  chunk.point.indices = row.indices;
  chunk.point.indices.push_back(position);
  chunk.point.linear = code.add(code.times(row.linear, rows.length), position);
  return chunk;
}

/// Returns the per-row value of an operand: the computed one if known, else the
/// one that memory had before the kernel.
Value RowCode::wholeOf(Value memref, AffineMap map) {
  if (!isa<MemRefType>(memref.getType()))
    return code.mapped(memref);
  if (auto found = known.find(memref); found != known.end())
    return found->second;
  Value &value = loaded[{memref, map}];
  if (value)
    return value;
  OpBuilder::InsertionGuard guard(b);
  if (around)
    b.setInsertionPoint(around);
  Point point = row;
  if (map.getNumDims() != rows.outer.size()) {
    point.sizes.push_back(rows.length);
    point.indices.push_back(code.constant(0));
    point.linear = nullptr;
  }
  return value = code.load(memref, map, point, 1)[0];
}

/// Loads the elements of a chunk; zeros past the end of the row.
SmallVector<Value> RowCode::load(Value memref, AffineMap map, RowChunk &chunk) {
  SmallVector<Value> &values = chunk.loaded[{memref, map}];
  if (!values.empty())
    return values;
  if (!chunk.isIn)
    return values = code.load(memref, map, chunk.point, chunk.width);
  Type type = cast<MemRefType>(memref.getType()).getElementType();
  auto in =
      scf::IfOp::create(b, SmallVector<Type>(chunk.width, type), chunk.isIn,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  scf::YieldOp::create(b, code.load(memref, map, chunk.point, chunk.width));
  b.setInsertionPointToStart(in.elseBlock());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  scf::YieldOp::create(b, SmallVector<Value>(chunk.width, zero));
  return values = SmallVector<Value>(in.getResults());
}

SmallVector<Value> RowCode::read(OpOperand &operand, RowChunk &chunk) {
  auto op = cast<LinalgOp>(operand.getOwner());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (op.getMatchingBlockArgument(&operand).use_empty())
    return SmallVector<Value>(chunk.width, Value());
  if (!map.isFunctionOfDim(rows.outer.size()))
    return SmallVector<Value>(chunk.width, wholeOf(operand.get(), map));
  if (auto found = chunk.known.find(operand.get()); found != chunk.known.end())
    return found->second;
  return load(operand.get(), map, chunk);
}

void RowCode::loadAll(MutableArrayRef<RowChunk> chunks) {
  llvm::SmallPtrSet<Value, 8> written;
  int64_t budget = maxLoaded;
  for (Operation *op : ops) {
    auto linalgOp = cast<LinalgOp>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = linalgOp.getMatchingIndexingMap(&operand);
      bool isSum =
          linalgOp.isDpsInit(&operand) && *partOf(op, rows) == RowPart::Columns;
      if (!isa<MemRefType>(operand.get().getType()) || isSum ||
          written.contains(operand.get()) ||
          linalgOp.getMatchingBlockArgument(&operand).use_empty())
        continue;
      if (!map.isFunctionOfDim(rows.outer.size())) {
        wholeOf(operand.get(), map);
        continue;
      }
      int64_t count = chunks.size() * how.width;
      if (!map.isPermutation() || budget < count ||
          chunks.front().loaded.contains({operand.get(), map}))
        continue;
      for (RowChunk &chunk : chunks)
        load(operand.get(), map, chunk);
      budget -= count;
    }
    written.insert_range(linalgOp.getDpsInits());
  }
}

void RowCode::computeWhole(Operation *op) {
  SmallVector<Value> values;
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    values = {code.mapped(fill.value())};
  } else {
    auto generic = cast<GenericOp>(op);
    SmallVector<Value> arguments;
    for (OpOperand &operand : op->getOpOperands())
      arguments.push_back(
          generic.getMatchingBlockArgument(&operand).use_empty()
              ? Value()
              : wholeOf(operand.get(),
                        generic.getMatchingIndexingMap(&operand)));
    values = code.compute(generic, row, 0, arguments);
  }
  for (auto [out, value] : llvm::zip(cast<LinalgOp>(op).getDpsInits(), values))
    known[out] = value;
  results[op] = values;
}

void RowCode::computeElements(Operation *op, RowChunk &chunk) {
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    chunk.known[fill.output()] =
        SmallVector<Value>(chunk.width, code.mapped(fill.value()));
    return;
  }
  auto generic = cast<GenericOp>(op);
  SmallVector<SmallVector<Value>> arguments, values(generic.getNumDpsInits());
  for (OpOperand &operand : op->getOpOperands())
    arguments.push_back(read(operand, chunk));
  for (int64_t k = 0; k < chunk.width; ++k) {
    SmallVector<Value> here;
    for (auto &argument : arguments)
      here.push_back(argument[k]);
    for (auto [list, value] :
         llvm::zip(values, code.compute(generic, chunk.point, k, here)))
      list.push_back(value);
  }
  for (auto [out, value] : llvm::zip(generic.getDpsInits(), values))
    chunk.known[out] = std::move(value);
}

SmallVector<Value> RowCode::neutralOf(GenericOp op) {
  SmallVector<Value> values;
  for (Operation *combiner : combinersOf(op))
    values.push_back(
        arith::ConstantOp::create(b, *arith::getNeutralElement(combiner)));
  return values;
}

SmallVector<Value> RowCode::addTo(SmallVector<Value> sums, GenericOp op,
                                  RowChunk &chunk) {
  SmallVector<SmallVector<Value>> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(read(*input, chunk));
  SmallVector<Value> before = sums;
  for (int64_t k = 0; k < chunk.width; ++k) {
    SmallVector<Value> here;
    for (auto &argument : arguments)
      here.push_back(argument[k]);
    here.append(sums);
    sums = code.compute(op, chunk.point, k, here);
  }
  if (chunk.isIn)
    for (auto [sum, old] : llvm::zip(sums, before))
      sum = arith::SelectOp::create(b, chunk.isIn, sum, old);
  return sums;
}

/// Returns the index in shared memory of the thread's column sum `sum`, or,
/// `group` groups further, of the thread with the same columns.
Value RowCode::placeOf(int64_t sum, int64_t group) {
  int64_t threads = how.lanes * how.rows;
  return code.add(code.threadId(),
                  code.constant(sum * threads + group * how.lanes));
}

void RowCode::beginColumns(GenericOp op) {
  int64_t sums = how.chunks * how.width;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  Value neutral = neutralOf(op).front();
  Value shared = code.kernel.addWorkgroupAttribution(
      MemRefType::get({sums * how.lanes * how.rows}, neutral.getType(),
                      MemRefLayoutAttrInterface(), space),
      b.getLoc());
  columns[op] = shared;
  if (how.steps > 1)
    for (int64_t sum = 0; sum < sums; ++sum)
      memref::StoreOp::create(b, neutral, shared, placeOf(sum, 0));
}

void RowCode::addToColumns(GenericOp op, RowChunk &chunk, int64_t number) {
  SmallVector<SmallVector<Value>> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(read(*input, chunk));
  Value shared = columns.lookup(op), neutral = neutralOf(op).front();
  for (int64_t k = 0; k < chunk.width; ++k) {
    Value place = placeOf(number * how.width + k, 0);
    SmallVector<Value> here;
    for (auto &argument : arguments)
      here.push_back(argument[k]);
    here.push_back(how.steps > 1
                       ? memref::LoadOp::create(b, shared, place).getResult()
                       : neutral);
    Value sum = code.compute(op, chunk.point, k, here)[0];
    memref::StoreOp::create(b, sum, shared, place);
  }
}

void RowCode::storeColumns(GenericOp op, MutableArrayRef<RowChunk> chunks) {
  Operation *combiner = combinersOf(op).front();
  Value shared = columns.lookup(op), out = op.getDpsInits()[0];
  AffineMap map = op.getIndexingMapsArray().back();
  unsigned reduced = op.getNumParallelLoops() - 1; // the first reduction loop
  int64_t parts = cast<MemRefType>(out.getType()).getDimSize(0);
  Value part = arith::RemUIOp::create(b, code.blockId(), code.constant(parts));
  SmallVector<AffineExpr> dims = {b.getAffineDimExpr(reduced)};
  llvm::append_range(dims, map.getResults().drop_front());
  auto withPart = AffineMap::get(map.getNumDims(), 0, dims, b.getContext());
  for (auto [i, chunk] : llvm::enumerate(chunks)) {
    OpBuilder::InsertionGuard guard(b);
    if (chunk.isIn) {
      auto in = scf::IfOp::create(b, chunk.isIn, /*withElseRegion=*/false);
      b.setInsertionPointToStart(in.thenBlock());
    }
    SmallVector<Value> totals;
    for (int64_t k = 0; k < chunk.width; ++k) {
      Value total;
      for (int64_t group = 0; group < how.rows; ++group) {
        Value sum = memref::LoadOp::create(b, shared,
                                           placeOf(i * how.width + k, group));
        total = total ? combine(combiner, total, sum, b) : sum;
      }
      totals.push_back(total);
    }
    Point point = chunk.point;
    point.linear = nullptr;
    point.sizes[reduced] = parts;
    point.indices[reduced] = part;
    code.store(totals, out, withPart, point);
  }
}

void RowCode::finishSums(GenericOp op, ArrayRef<Value> sums) {
  SmallVector<Operation *> combiners = combinersOf(op);
  SmallVector<Value> totals =
      totalsOf(sums, combiners, {how.lanes, 1, how.rows}, code);
  for (auto [i, out] : llvm::enumerate(op.getDpsInits())) {
    Value start = wholeOf(out, op.getIndexingMapsArray().back());
    Operation *both = b.clone(*combiners[i]);
    both->setOperands({start, totals[i]});
    known[out] = totals[i] = both->getResult(0);
  }
  results[op] = totals;
}

SetVector<Value> RowCode::written(bool perElement) {
  SetVector<Value> outs;
  for (Operation *op : ops)
    if (RowPart part = *partOf(op, rows);
        part != RowPart::Columns && (part == RowPart::Elements) == perElement)
      for (Value out : cast<LinalgOp>(op).getDpsInits())
        if (!code.isLocal(out))
          outs.insert(out);
  return outs;
}

void RowCode::storeElements(RowChunk &chunk) {
  OpBuilder::InsertionGuard guard(b);
  if (chunk.isIn) {
    auto in = scf::IfOp::create(b, chunk.isIn, /*withElseRegion=*/false);
    b.setInsertionPointToStart(in.thenBlock());
  }
  auto all = b.getMultiDimIdentityMap(rows.outer.size() + 1);
  for (Value out : written(/*perElement=*/true))
    code.store(chunk.known[out], out, all, chunk.point);
}

/// The first thread of a row stores, after all threads have read.
void RowCode::storeWhole() {
  SetVector<Value> outs = written(/*perElement=*/false);
  if (outs.empty())
    return;
  if (how.lanes > 1 && llvm::any_of(loaded, [&](auto &entry) {
        return outs.contains(entry.first.first);
      }))
    gpu::BarrierOp::create(b);
  OpBuilder::InsertionGuard guard(b);
  Value stores = isRow;
  if (how.lanes > 1) {
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                          code.constant(0));
    stores =
        isRow ? arith::AndIOp::create(b, isFirst, isRow).getResult() : isFirst;
  }
  if (stores) {
    auto in = scf::IfOp::create(b, stores, /*withElseRegion=*/false);
    b.setInsertionPointToStart(in.thenBlock());
  }
  auto all = b.getMultiDimIdentityMap(rows.outer.size());
  for (Value out : outs)
    code.store({known[out]}, out, all, row);
}
