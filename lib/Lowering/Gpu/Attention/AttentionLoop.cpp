// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// start the copies of the query tile and of the first key and value tiles
// for each key tile: wait for its copies; barrier; start the copies of the next
//   tile to the stage that all warps have finished; x = logits(Q K^T);
//   m' = max(m, max x); p = exp(x - m'); a = exp(m - m');
//   l = a l + sum p; O = a O + dropout(p) V
//
// With a causal mask, tiles that are masked for all rows of the block come
// last. They are skipped unless a row may give them weight (CausalMask.h).
//
// A warp has all keys of its 16 rows. Reductions have a fixed order.
#include "lib/Lowering/Gpu/Attention/AttentionLoop.h"
#include "lib/Lowering/Gpu/Attention/Exponential.h"
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "lib/Lowering/Gpu/Attention/TileMatmul.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Copy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Maximum head size for which query fragments stay in registers; fragments of
/// wider heads are loaded again for each tile.
static constexpr int64_t maxKeptDepth = 128;

namespace {
/// Loop-carried values of a thread.
struct State {
  Value maxima[2], sums[2];
  SmallVector<Value> products;

  SmallVector<Value> values() const;
  static State of(ValueRange values);
};

class KeyLoop {
public:
  KeyLoop(Code &code, const AttentionPlan &plan, ArrayRef<Value> bases,
          Value rowTile, Value shared);
  AttentionSums run();

private:
  void startCopies(Value tile);
  void startFirst();
  void startNext(Value tile, Value end);
  SmallVector<Fragment> readQueries(int64_t slice);
  SmallVector<Value> scores(Value tile);
  void shift(SmallVector<Value> &logits, float operand, State &state);
  void addProducts(ArrayRef<Value> weights, Value tile, State &state);
  void emitTile(Value tile, Value copied, State &state);
  State loop(Value begin, Value end, Value copied, const State &state);
  State loopOverRest(Value begin, const State &state);
  SmallVector<Value> keptNumbers(Value undefined);
  void findDroppedRows(const State &state, AttentionSums &sums);

  int64_t keyBlocks() const { return plan.tile.keys / 8; }
  ElementwiseBody codeOf(Region &body) const {
    AttentionOp op = plan.op;
    return {body, plan.others, unsigned(op.getOthers().size()), plan.counts,
            isFull ? &*plan.mask : nullptr};
  }
  Value number(float value) {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  }

  Code &code;
  const AttentionPlan &plan;
  ArrayRef<Value> bases;
  Value shared, thread, lane, warpRow, firstRow, row;
  SharedTileCopy valueCopy;
  FragmentReader queryReader;
  TileMatmul keyProduct, valueProduct;
  StagedReads staged;
  TileReads reads;
  bool isFull = false; // the mask hides no score of the tile
  SmallVector<SmallVector<Fragment>> queries; // by K slice, if kept
};
} // namespace

SmallVector<Value> State::values() const {
  SmallVector<Value> all = {maxima[0], maxima[1], sums[0], sums[1]};
  llvm::append_range(all, products);
  return all;
}

State State::of(ValueRange values) {
  State state;
  for (unsigned half : {0, 1}) {
    state.maxima[half] = values[half];
    state.sums[half] = values[2 + half];
  }
  state.products.assign(values.begin() + 4, values.end());
  return state;
}

static Value threadOf(Code &code) {
  return NVVM::ThreadIdXOp::create(code, code.getI32Type());
}

KeyLoop::KeyLoop(Code &code, const AttentionPlan &plan, ArrayRef<Value> bases,
                 Value rowTile, Value shared)
    : code(code), plan(plan), bases(bases), shared(shared),
      thread(threadOf(code)), lane(code.rem(thread, 32)),
      warpRow(code.mul(code.div(thread, 32), AttentionTile::warpRows)),
      firstRow(code.mul(rowTile, plan.tile.rows)),
      row(code.add(code.add(firstRow, warpRow), code.div(lane, 4))),
      valueCopy(code, plan.values, 1, thread, code.i32(0), shared),
      queryReader(code, plan.scores, 0, lane, warpRow, shared),
      keyProduct(code, plan.scores, lane, shared),
      valueProduct(code, plan.values, lane, shared),
      staged(code, plan.scores, plan.staging, bases, shared, thread, firstRow),
      reads(code, plan.scores, plan.others, bases, lane, row, &staged) {
  if (TileMatmul::suitsRows(plan.scores))
    keyProduct.readRows(code, thread, shared);
}

/// Starts the copies of a key and a value tile to the stage of its parity.
void KeyLoop::startCopies(Value tile) {
  Value stage = code.bitAnd(tile, AttentionTile::stages - 1);
  SharedTileCopy keyCopy(code, plan.scores, 1, thread,
                         code.mul(tile, plan.tile.keys), shared);
  keyCopy.start(code, bases[AttentionPlan::key], code.i32(0),
                code.mul(stage, plan.scores.sharedTiles[1].bytes()));
  valueCopy.start(code, bases[AttentionPlan::value], tile,
                  code.mul(stage, plan.values.sharedTiles[1].bytes()));
  staged.start(code, tile);
}

void KeyLoop::startFirst() {
  SharedTileCopy queryCopy(code, plan.scores, 0, thread, firstRow, shared);
  queryCopy.start(code, bases[AttentionPlan::query], code.i32(0), code.i32(0));
  NVVM::CpAsyncCommitGroupOp::create(code);
  startCopies(code.i32(0));
  NVVM::CpAsyncCommitGroupOp::create(code);
  if (keyProduct.readsRows() || plan.scores.depth() > maxKeptDepth)
    return;
  NVVM::CpAsyncWaitGroupOp::create(code, 1u);
  NVVM::BarrierOp::create(code);
  for (int64_t slice = 0; slice < plan.scores.depth() / 16; ++slice)
    queries.push_back(queryReader.read(code, code.i32(0), slice));
}

void KeyLoop::startNext(Value tile, Value end) {
  Value next = code.add(tile, 1);
  Value less =
      arith::CmpIOp::create(code, arith::CmpIPredicate::ult, next, end);
  auto isLeft = scf::IfOp::create(code, less, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(isLeft.thenBlock());
    startCopies(next);
  }
  NVVM::CpAsyncCommitGroupOp::create(code);
}

SmallVector<Fragment> KeyLoop::readQueries(int64_t slice) {
  if (!queries.empty())
    return queries[slice];
  return queryReader.read(code, code.i32(0), slice);
}

/// Returns accumulators of Q K^T, by 8-key block, row and key of the pair.
SmallVector<Value> KeyLoop::scores(Value tile) {
  Value stage = code.mul(code.bitAnd(tile, AttentionTile::stages - 1),
                         plan.scores.sharedTiles[1].bytes());
  SmallVector<Value> sums(keyBlocks() * 4, number(0));
  keyProduct.add(
      code, [&](int64_t slice) { return readQueries(slice)[0]; }, stage, sums);
  return sums;
}

/// Step of the online softmax: replaces x by exp(operand x - m), m being the
/// running maximum of the row, and rescales the running sums to m. If m is -inf
/// (all keys so far are masked), 0 is subtracted instead.
void KeyLoop::shift(SmallVector<Value> &x, float operand, State &state) {
  Value none = number(-std::numeric_limits<float>::infinity());
  for (unsigned half : {0, 1}) {
    Value maximum = state.maxima[half], before = maximum;
    Value tileMaximum = none;
    for (int64_t j = 0; j < keyBlocks(); ++j)
      for (unsigned i : {0, 1})
        tileMaximum = arith::MaximumFOp::create(code, tileMaximum,
                                                x[j * 4 + half * 2 + i]);
    for (int64_t distance : {1, 2})
      tileMaximum = arith::MaximumFOp::create(
          code, tileMaximum, exchange(tileMaximum, distance, code));
    tileMaximum = scaled(code, tileMaximum, operand);
    maximum = arith::MaximumFOp::create(code, maximum, tileMaximum);
    Value isNone =
        arith::CmpFOp::create(code, arith::CmpFPredicate::OEQ, maximum, none);
    Value shift = arith::SelectOp::create(code, isNone, number(0), maximum);
    Value scale = emitExponential(code, before, shift);
    Value sum = arith::MulFOp::create(code, state.sums[half], scale);
    for (int64_t j = 0; j < keyBlocks(); ++j)
      for (unsigned i : {0, 1}) {
        Value &value = x[j * 4 + half * 2 + i];
        value = emitExponential(code, value, shift, Value(), operand);
        sum = arith::AddFOp::create(code, sum, value);
      }
    for (size_t i = 0; i < state.products.size(); i += 4)
      for (unsigned of : {0, 1}) {
        Value &product = state.products[i + half * 2 + of];
        product = arith::MulFOp::create(code, product, scale);
      }
    state.maxima[half] = maximum;
    state.sums[half] = sum;
  }
}

/// Accumulates weights * values. The accumulators of 16 keys already have the
/// register layout of operand A of mma.sync.
void KeyLoop::addProducts(ArrayRef<Value> weights, Value tile, State &state) {
  Value stage = code.mul(code.bitAnd(tile, AttentionTile::stages - 1),
                         plan.values.sharedTiles[1].bytes());
  valueProduct.add(
      code,
      [&](int64_t slice) {
        return roundSums(code, plan.values, weights.slice(slice * 8, 8));
      },
      stage, state.products);
}

/// Emits one iteration. `copied`: end of the tiles to copy; the next tile is
/// copied if it is before that end.
void KeyLoop::emitTile(Value tile, Value copied, State &state) {
  NVVM::CpAsyncWaitGroupOp::create(code, 0u);
  if (plan.byWarpgroups())
    fenceAsyncProxy(code);
  NVVM::BarrierOp::create(code);
  startNext(tile, copied);
  SmallVector<Value> x = scores(tile);
  AttentionOp op = plan.op;
  ElementwiseBody logit = codeOf(op.getLogit()),
                  dropout = codeOf(op.getDropout());
  reads.beginTile(code, tile);
  float operand = emitLogits(code, logit, reads, x);
  shift(x, operand, state);
  applyInside(code, dropout, reads, x, 0);
  addProducts(x, tile, state);
}

State KeyLoop::loop(Value begin, Value end, Value copied, const State &state) {
  auto loop = scf::ForOp::create(code, begin, end, code.i32(1), state.values());
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(loop.getBody());
  State inner = State::of(loop.getRegionIterArgs());
  emitTile(loop.getInductionVar(), copied, inner);
  scf::YieldOp::create(code, inner.values());
  return State::of(loop.getResults());
}

/// Emits the loop over the masked tiles from `begin` on, which runs if a row of
/// the block may give them nonzero probabilities.
State KeyLoop::loopOverRest(Value begin, const State &state) {
  Value shows;
  for (unsigned half : {0, 1}) {
    Value may = mayHaveProbability(code, *plan.mask, state.maxima[half]);
    shows = shows ? arith::OrIOp::create(code, shows, may) : may;
  }
  Value slots = code.address(shared, code.getI8Type(),
                             {Value(), plan.scores.sharedTiles[1].begin});
  Value any =
      anyInBlock(code, code.both(shows, code.less(begin, plan.keyTiles())),
                 slots, plan.tile.threads() / 32);
  SmallVector<Value> values = state.values();
  auto rest = scf::IfOp::create(code, TypeRange(ValueRange(values)), any,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(rest.elseBlock());
  scf::YieldOp::create(code, values);
  code.setInsertionPointToStart(rest.thenBlock());
  startCopies(begin);
  NVVM::CpAsyncCommitGroupOp::create(code);
  Value tiles = code.i32(plan.keyTiles());
  State end = loop(begin, tiles, tiles, state);
  scf::YieldOp::create(code, end.values());
  return State::of(rest.getResults());
}

/// Returns, per row, true if dropout keeps a probability of the thread's keys:
/// NaN stays NaN in the body of the dropout. `undefined`: a row has no valid
/// sum; else, the test is skipped.
SmallVector<Value> KeyLoop::keptNumbers(Value undefined) {
  AttentionOp op = plan.op;
  Value no = arith::ConstantIntOp::create(code, 0, 1);
  undefined = LLVM::ExpectOp::create(code, undefined, no);
  Value nan = number(std::numeric_limits<float>::quiet_NaN());
  auto isAny = scf::IfOp::create(code, TypeRange{no.getType(), no.getType()},
                                 undefined, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(isAny.elseBlock());
  scf::YieldOp::create(code, ValueRange{no, no});
  code.setInsertionPointToStart(isAny.thenBlock());
  auto loop = scf::ForOp::create(code, code.i32(0), code.i32(plan.keyTiles()),
                                 code.i32(1), ValueRange{no, no});
  scf::YieldOp::create(code, loop.getResults());
  code.setInsertionPointToStart(loop.getBody());
  TileReads direct(code, plan.scores, plan.others, bases, lane, row);
  ElementwiseBody dropout = codeOf(op.getDropout());
  direct.beginTile(code, loop.getInductionVar());
  SmallVector<Value> kept(loop.getRegionIterArgs());
  SmallVector<Value> values(keyBlocks() * 4, nan);
  replaceEach(values, [&](Value value, unsigned half, int64_t step) {
    value = emitBodies(code, dropout, direct, value, half, step).front();
    Value isNan =
        arith::CmpFOp::create(code, arith::CmpFPredicate::UNO, value, value);
    kept[half] = arith::OrIOp::create(
        code, kept[half], code.both(isNan, direct.isInside(code, step)));
    return value;
  });
  scf::YieldOp::create(code, kept);
  return SmallVector<Value>(isAny.getResults());
}

/// Sets `isDropped` for rows whose sum is 0 or NaN (all keys masked) and of
/// which a select of the dropout keeps nothing: the result is 0, not 0 * inf.
void KeyLoop::findDroppedRows(const State &state, AttentionSums &sums) {
  AttentionOp op = plan.op;
  if (op.getDropout().empty() ||
      op.getDropout().front().getOps<arith::SelectOp>().empty())
    return;
  Value undefined[2];
  for (unsigned half : {0, 1})
    undefined[half] =
        arith::CmpFOp::create(code, arith::CmpFPredicate::ULE,
                              sumOfRow(code, state.sums[half]), number(0));
  SmallVector<Value> kept =
      keptNumbers(arith::OrIOp::create(code, undefined[0], undefined[1]));
  Value yes = arith::ConstantIntOp::create(code, 1, 1);
  for (unsigned half : {0, 1}) {
    Value any = kept[half];
    for (int64_t distance : {1, 2})
      any = arith::OrIOp::create(code, any, exchange(any, distance, code));
    sums.isDropped[half] =
        code.both(undefined[half], arith::XOrIOp::create(code, any, yes));
  }
}

AttentionSums KeyLoop::run() {
  startFirst();
  State begin;
  for (unsigned half : {0, 1}) {
    begin.maxima[half] = number(-std::numeric_limits<float>::infinity());
    begin.sums[half] = number(0);
  }
  begin.products.assign(plan.values.tile.columns / 8 * 4, number(0));
  Value full = code.i32(0), tiles = code.i32(plan.keyTiles());
  if (plan.mask) {
    tiles =
        visibleTiles(code, *plan.mask, plan.scores, firstRow, plan.keyTiles());
    full = fullTiles(code, *plan.mask, plan.scores, firstRow, tiles);
    isFull = true;
    begin = loop(code.i32(0), full, tiles, begin);
    isFull = false;
  }
  State end = loop(full, tiles, tiles, begin);
  if (plan.mask)
    end = loopOverRest(tiles, end);
  AttentionSums sums{row,
                     code.mul(code.rem(lane, 4), 2),
                     {end.sums[0], end.sums[1]},
                     {end.maxima[0], end.maxima[1]},
                     {},
                     end.products};
  findDroppedRows(end, sums);
  return sums;
}

AttentionSums mlir::amp::lowering::emitAttentionLoop(Code &code,
                                                     const AttentionPlan &plan,
                                                     ArrayRef<Value> bases,
                                                     Value rowTile,
                                                     Value shared) {
  return KeyLoop(code, plan, bases, rowTile, shared).run();
}
