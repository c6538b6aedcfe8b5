// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// queries: for each tile of keys: x = logits(Q K^T); g = dropout'(dO V^T);
//            p = exp(x - m) / 2^l; dQ = dQ + f'(p (g - t)) K
// keys:    for each tile of queries: x = logits(K Q^T); g = dropout'(V dO^T);
//            p = exp(x - m) / 2^l; dV = dV + dropout(p) dO;
//            dK = dK + f'(p (g - t)) Q
//
// With a causal mask, tiles that are masked for all rows of the block are
// skipped, unless a row may give them nonzero probabilities: the last tiles of
// keys, or the first tiles of queries (CausalMask.h).
//
// A warp has all columns of its 16 rows. Reductions have a fixed order.
#include "lib/Lowering/Gpu/Attention/Gradient/GradientLoop.h"
#include "lib/Lowering/Gpu/Attention/Exponential.h"
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "lib/Lowering/Gpu/Attention/TileMatmul.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Copy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Maximum head size for which row fragments stay in registers; fragments of
/// wider heads are loaded again for each tile.
static constexpr int64_t maxKeptDepth = 64;

namespace {
/// Contraction of rows and columns over the head dimension.
struct HeadMatmul {
  const Plan &plan;
  FragmentReader rowReader;
  TileMatmul product;
  SmallVector<Fragment> kept; // row fragments, by K slice

  HeadMatmul(Code &code, const Plan &plan, Value thread, Value lane,
             Value warpRow, Value shared)
      : plan(plan), rowReader(code, plan, 0, lane, warpRow, shared),
        product(code, plan, lane, shared) {
    if (TileMatmul::suitsRows(plan))
      product.readRows(code, thread, shared);
  }
  int64_t slices() const { return plan.depth() / 16; }
  void keepRows(Code &code);
  /// Returns accumulators by 8-column block, row and column of the pair.
  SmallVector<Value> emit(Code &code, Value stage);
};

class GradientLoop {
public:
  GradientLoop(Code &code, const GradientPlan &plan, ArrayRef<Value> bases,
               Value rowTile, Value shared);
  GradientSums run();

private:
  using Body = llvm::function_ref<void(Value, SmallVector<Value> &)>;

  Value number(float value) {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  }
  Value parity(Value tile) {
    return code.bitAnd(tile, AttentionTile::stages - 1);
  }
  int64_t blocks() const { return plan.tile.keys / 8; }
  void startRows(Value firstColumns);
  void startColumns(Value tile);
  void startNext(Value tile, Value end);
  SmallVector<Value> loop(Value begin, Value end, Value copied,
                          ArrayRef<Value> state, Body body);
  SmallVector<Value> loopByMask(Value begin, Value end, ArrayRef<Value> state,
                                Body body);
  Value anyHasProbability(Value shows);
  Value endOfKeys();
  Value firstQueryTile();
  /// Emits m, l or t (`i`: 0, 1 or 2) of the query of an accumulator.
  Value statistic(unsigned i, unsigned half, int64_t step) {
    return reads.at(code, plan.statistics + i, half, step);
  }
  ElementwiseBody codeOf(Region &body) const {
    unsigned others = AttentionGradientOp(op).getOthers().size();
    return {body, plan.others, others, plan.counts,
            isFull ? &*plan.mask : nullptr};
  }
  void apply(Region &body, SmallVector<Value> &values);
  SmallVector<Value> logits(Value tile, float &operand);
  SmallVector<Value> gradients(Value tile);
  void addProduct(const Plan &plan, const TileMatmul &product,
                  ArrayRef<Value> operands, Value tile, Value *sums);
  void addGradients(Value tile, SmallVector<Value> &state, bool ofKeys);

  Code &code;
  const GradientPlan &plan;
  AttentionGradientOp op;
  ArrayRef<Value> bases;
  Value shared, thread, lane, warpRow, firstRow, row;
  HeadMatmul scores, weights;
  TileMatmul firstProduct, secondProduct;
  StagedReads staged;
  TileReads reads;
  bool isFull = false; // the mask hides no score of the tile
};
} // namespace

void HeadMatmul::keepRows(Code &code) {
  if (product.readsRows())
    return;
  for (int64_t slice = 0; slice < slices(); ++slice)
    kept.push_back(rowReader.read(code, code.i32(0), slice)[0]);
}

SmallVector<Value> HeadMatmul::emit(Code &code, Value parity) {
  Value stage = code.mul(parity, plan.sharedTiles[1].bytes());
  Value zero = arith::ConstantOp::create(code, code.getF32FloatAttr(0));
  SmallVector<Value> sums(plan.tile.columns / 2, zero);
  product.add(
      code,
      [&](int64_t slice) {
        return kept.empty() ? rowReader.read(code, code.i32(0), slice)[0]
                            : kept[slice];
      },
      stage, sums);
  return sums;
}

static Value threadOf(Code &code) {
  return NVVM::ThreadIdXOp::create(code, code.getI32Type());
}

GradientLoop::GradientLoop(Code &code, const GradientPlan &plan,
                           ArrayRef<Value> bases, Value rowTile, Value shared)
    : code(code), plan(plan), op(plan.op), bases(bases), shared(shared),
      thread(threadOf(code)), lane(code.rem(thread, 32)),
      warpRow(code.mul(code.div(thread, 32), AttentionTile::warpRows)),
      firstRow(code.mul(rowTile, plan.tile.rows)),
      row(code.add(code.add(firstRow, warpRow), code.div(lane, 4))),
      scores(code, plan.scores, thread, lane, warpRow, shared),
      weights(code, plan.weights, thread, lane, warpRow, shared),
      firstProduct(code, plan.first, lane, shared),
      secondProduct(code, plan.second, lane, shared),
      staged(code, plan.scores, plan.staging, bases, shared, thread, firstRow),
      reads(code, plan.scores, plan.statistics, bases, lane, row, &staged) {}

/// Starts the copies of the row tiles and of the first column tile, if it is
/// known. Keeps the row fragments in registers if heads are small.
void GradientLoop::startRows(Value firstColumns) {
  for (auto [of, access] : {std::pair(&plan.scores, GradientPlan::row),
                            std::pair(&plan.weights, GradientPlan::moreRow)})
    SharedTileCopy(code, *of, 0, thread, firstRow, shared)
        .start(code, bases[access], code.i32(0), code.i32(0));
  NVVM::CpAsyncCommitGroupOp::create(code);
  if (firstColumns)
    startColumns(firstColumns);
  bool readsBoth = scores.product.readsRows() && weights.product.readsRows();
  if (readsBoth ||
      std::max(plan.scores.depth(), plan.weights.depth()) > maxKeptDepth)
    return;
  NVVM::CpAsyncWaitGroupOp::create(code, firstColumns ? 1u : 0u);
  NVVM::BarrierOp::create(code);
  scores.keepRows(code);
  weights.keepRows(code);
}

/// Starts the copies of a column tile to the stage of the parity of `tile`.
void GradientLoop::startColumns(Value tile) {
  for (auto [of, access] : {std::pair(&plan.scores, GradientPlan::column),
                            std::pair(&plan.weights, GradientPlan::moreColumn)})
    SharedTileCopy(code, *of, 1, thread, code.mul(tile, plan.tile.keys), shared)
        .start(code, bases[access], code.i32(0),
               code.mul(parity(tile), of->sharedTiles[1].bytes()));
  staged.start(code, tile);
  NVVM::CpAsyncCommitGroupOp::create(code);
}

void GradientLoop::startNext(Value tile, Value end) {
  Value next = code.add(tile, 1);
  Value less =
      arith::CmpIOp::create(code, arith::CmpIPredicate::ult, next, end);
  auto isLeft = scf::IfOp::create(code, less, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(isLeft.thenBlock());
  startColumns(next);
}

/// Emits the loop over column tiles: `body` runs after the copies of its tile.
/// The copies of the first tile are already started. The next tile, if it is
/// before `copied`, is copied to the stage that all warps have finished.
SmallVector<Value> GradientLoop::loop(Value begin, Value end, Value copied,
                                      ArrayRef<Value> state, Body body) {
  auto loop = scf::ForOp::create(code, begin, end, code.i32(1), state);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(loop.getBody());
  Value tile = loop.getInductionVar();
  NVVM::CpAsyncWaitGroupOp::create(code, 0u);
  if (plan.byWarpgroups())
    fenceAsyncProxy(code);
  NVVM::BarrierOp::create(code);
  startNext(tile, copied);
  SmallVector<Value> inner(loop.getRegionIterArgs());
  body(tile, inner);
  scf::YieldOp::create(code, inner);
  return SmallVector<Value>(loop.getResults());
}

/// Emits the same loop, with fewer instructions for tiles without a masked
/// score: the first tiles of keys, or the last tiles of queries.
SmallVector<Value> GradientLoop::loopByMask(Value begin, Value end,
                                            ArrayRef<Value> state, Body body) {
  if (!plan.mask)
    return loop(begin, end, end, state, body);
  bool isFullFirst = !op.isByKeys();
  Value middle = isFullFirst
                     ? fullTiles(code, *plan.mask, plan.scores, firstRow, end)
                     : firstFullTile(code, *plan.mask, plan.scores, firstRow,
                                     begin, plan.columnTiles());
  isFull = isFullFirst;
  SmallVector<Value> half = loop(begin, middle, end, state, body);
  isFull = !isFullFirst;
  half = loop(middle, end, end, half, body);
  isFull = false;
  return half;
}

Value GradientLoop::anyHasProbability(Value shows) {
  Value slots = code.address(shared, code.getI8Type(),
                             {Value(), plan.scores.sharedTiles[1].begin});
  return anyInBlock(code, shows, slots, plan.tile.threads() / 32);
}

/// Emits the number of key tiles to visit: those visible to the queries of the
/// block, or all if a query may give masked keys nonzero probabilities.
Value GradientLoop::endOfKeys() {
  Value visible =
      visibleTiles(code, *plan.mask, plan.scores, firstRow, plan.columnTiles());
  Value shows;
  for (unsigned half : {0, 1}) {
    Value may = mayHaveProbability(code, *plan.mask, statistic(0, half, 0));
    shows = shows ? arith::OrIOp::create(code, shows, may) : may;
  }
  Value any = anyHasProbability(
      code.both(shows, code.less(visible, plan.columnTiles())));
  return arith::SelectOp::create(code, any, code.i32(plan.columnTiles()),
                                 visible);
}

/// Emits the first query tile to visit: the first one that sees a key of the
/// block, or 0 if an earlier query may give the keys nonzero probabilities.
Value GradientLoop::firstQueryTile() {
  Value first = firstVisibleTile(code, *plan.mask, plan.scores, firstRow,
                                 plan.columnTiles());
  const Axis &queries = plan.scores.axes.column;
  auto loop =
      scf::ForOp::create(code, thread, code.mul(first, plan.tile.keys),
                         code.i32(plan.tile.threads()),
                         ValueRange{arith::ConstantIntOp::create(code, 0, 1)});
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(loop.getBody());
    Type type = code.getF32Type();
    Value last = code.i32(queries.extent() - 1);
    Value query = arith::MinUIOp::create(code, loop.getInductionVar(), last);
    Offset offset = queries.offset(code, plan.statistics, query);
    Value maximum = LLVM::LoadOp::create(
        code, type, code.address(bases[plan.statistics], type, offset), 4);
    Value shows =
        arith::OrIOp::create(code, loop.getRegionIterArg(0),
                             mayHaveProbability(code, *plan.mask, maximum));
    scf::YieldOp::create(code, shows);
  }
  Value any = anyHasProbability(loop.getResult(0));
  return arith::SelectOp::create(code, any, code.i32(0), first);
}

/// Applies a body, unless it is empty, to the values of a tile. Values past the
/// last column become 0.
void GradientLoop::apply(Region &body, SmallVector<Value> &values) {
  applyInside(code, codeOf(body), reads, values, 0);
}

/// Selects `tile` for the following reads. Returns x; logits are `operand` * x.
SmallVector<Value> GradientLoop::logits(Value tile, float &operand) {
  reads.beginTile(code, tile);
  SmallVector<Value> x = scores.emit(code, parity(tile));
  operand = emitLogits(code, codeOf(op.getLogit()), reads, x);
  return x;
}

/// Returns the gradients of the probabilities of a tile.
SmallVector<Value> GradientLoop::gradients(Value tile) {
  SmallVector<Value> g = weights.emit(code, parity(tile));
  apply(op.getDropoutGradient(), g);
  return g;
}

/// Accumulates operands * columns. The accumulators of 16 columns already have
/// the register layout of operand A of mma.sync.
void GradientLoop::addProduct(const Plan &of, const TileMatmul &product,
                              ArrayRef<Value> operands, Value tile,
                              Value *sums) {
  Value stage = code.mul(parity(tile), of.sharedTiles[1].bytes());
  product.add(code,
              [&](int64_t slice) {
                return roundSums(code, plan.scores,
                                 operands.slice(slice * 8, 8));
              },
              stage, {sums, size_t(of.tile.columns / 2)});
}

void GradientLoop::addGradients(Value tile, SmallVector<Value> &state,
                                bool ofKeys) {
  float operand;
  SmallVector<Value> p = logits(tile, operand);
  replaceEach(p, [&](Value value, unsigned half, int64_t step) {
    return emitExponential(code, value, statistic(0, half, step),
                           statistic(1, half, step), operand);
  });
  if (ofKeys) {
    SmallVector<Value> dropped = p;
    apply(op.getDropout(), dropped);
    addProduct(plan.second, secondProduct, dropped, tile,
               &state[plan.first.tile.columns / 8 * 4]);
  }
  SmallVector<Value> g = gradients(tile);
  replaceEach(g, [&](Value value, unsigned half, int64_t step) -> Value {
    return arith::MulFOp::create(
        code, p[step / 8 * 4 + half * 2 + step % 2],
        arith::SubFOp::create(code, value, statistic(2, half, step)));
  });
  apply(op.getScore(), g);
  addProduct(plan.first, firstProduct, g, tile, state.begin());
}

GradientSums GradientLoop::run() {
  GradientSums sums;
  sums.row = row;
  sums.column = code.mul(code.rem(lane, 4), 2);
  bool ofKeys = op.isByKeys();
  Value from = code.i32(0), to = code.i32(plan.columnTiles());
  startRows(plan.mask ? Value() : from);
  if (plan.mask) {
    (ofKeys ? from : to) = ofKeys ? firstQueryTile() : endOfKeys();
    startColumns(from);
  }
  size_t firsts = plan.first.tile.columns / 8 * 4;
  size_t seconds = ofKeys ? plan.second.tile.columns / 8 * 4 : 0;
  SmallVector<Value> begin(firsts + seconds, number(0));
  SmallVector<Value> end =
      loopByMask(from, to, begin, [&](Value tile, SmallVector<Value> &state) {
        addGradients(tile, state, ofKeys);
      });
  sums.first.assign(end.begin(), end.begin() + firsts);
  sums.second.assign(end.begin() + firsts, end.end());
  return sums;
}

GradientSums mlir::amp::lowering::emitGradientLoops(Code &code,
                                                    const GradientPlan &plan,
                                                    ArrayRef<Value> bases,
                                                    Value rowTile,
                                                    Value shared) {
  return GradientLoop(code, plan, bases, rowTile, shared).run();
}
