// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %x = a * b; %m = max (%x); %e = exp(%x - %m), %s = sum (%e); %d = f(%e)
//   ==>
// %y = a * b as rows x parts x 64            // in one kernel, not stored:
// %mp = max (%y), %sp = sum (exp(%y - %mp))  // of each part
// %m = max (%mp), %s = sum (%sp * exp(%mp - %m))
// %x = a * b; %d = f(exp(%x - %m))           // a second kernel
//
// The sums are those of the online softmax (Milakov and Gimelshein, 2018), by
// parts.
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Common/NestReduction.h"
#include "lib/Lowering/Gpu/Kernels/RowShape.h"
#include "lib/Lowering/Gpu/Logits/MatchLogits.h"
#include "lib/Lowering/Gpu/Logits/Roundings.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_RECOMPUTELOGITS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using utils::IteratorType;

/// Rows of the smallest tile of these kernels.
static constexpr int64_t tileRows = 64;

/// Returns the columns of a part: a tile if several fill the row, else half.
static int64_t segmentOf(int64_t columns) {
  bool isWhole = columns % tileColumns == 0 && columns > tileColumns;
  return isWhole ? tileColumns : tileColumns / 2;
}

namespace {
class Rewriter {
public:
  Rewriter(const Logits &logits, IRRewriter &rewriter)
      : logits(logits), rewriter(rewriter), shift(logits.shift),
        rank(logits.row() + 1),
        segment(segmentOf(logits.type().getShape().back())) {}

  void rewrite();

private:
  void nestChain();
  void replaceMaximum();
  void replaceSum();
  void replacePick(const Pick &pick);
  void replaceExtract(const Pick &pick, Value picked);
  Value shifted(OpBuilder &b, Location loc, Value maximum) const;
  Value partsLike(Value start);
  GenericOp reduceParts(Location loc, ValueRange inputs,
                        ArrayRef<AffineMap> maps, Value init,
                        function_ref<void(OpBuilder &, Location, ValueRange)>);
  AffineMap all(unsigned loops) const {
    return rewriter.getMultiDimIdentityMap(loops);
  }

  const Logits &logits;
  IRRewriter &rewriter;
  Value shift;
  unsigned rank;      // of the logits
  int64_t segment;    // columns of a part
  Value nested;       // the logits in parts
  Value partMaximums; // rows x parts
};
} // namespace

/// Replaces operands of `op` that are views of `logits` by `nested`.
static void readNested(GenericOp op, Value logits, Value nested,
                       IRRewriter &rewriter) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto view = operand.get().getDefiningOp<tensor::ExpandShapeOp>();
    if (!view || view.getSrc() != logits)
      continue;
    operand.set(nested);
    if (view.use_empty())
      rewriter.eraseOp(view);
  }
}

void Rewriter::nestChain() {
  Value before;
  for (GenericOp op : logits.chain) {
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    GenericOp copy =
        nestLoop(op, out.getDimPosition(rank - 1), segment, rewriter);
    if (before)
      readNested(copy, before, nested, rewriter);
    before = op->getResult(0);
    nested = copy->getResult(0);
  }
}

void Rewriter::replaceMaximum() {
  GenericOp maximum = logits.maximum;
  GenericOp copy = nestLoop(maximum, rank - 1, segment, rewriter);
  readNested(copy, logits.value(), nested, rewriter);
  rewriter.setInsertionPoint(maximum);
  GenericOp last = reduceByParts(copy, rank - 1, rank - 1, rewriter);
  partMaximums = last.getDpsInputs()[0];
  rewriter.eraseOp(copy);
  if (shift == maximum->getResult(0))
    shift = last->getResult(0);
  rewriter.replaceAllUsesWith(maximum->getResult(0), last->getResult(0));
}

/// Emits `maximum` if it is finite, else 0.
Value Rewriter::shifted(OpBuilder &b, Location loc, Value maximum) const {
  auto constant = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0).getType(),
                                     b.getFloatAttr(b.getF32Type(), value));
  };
  const auto &semantics = APFloat::IEEEsingle();
  Value size = math::AbsFOp::create(b, loc, maximum);
  Value isFinite =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, size,
                            constant(APFloat::getInf(semantics)));
  return arith::SelectOp::create(b, loc, isFinite, maximum,
                                 constant(APFloat::getZero(semantics)));
}

/// Emits a tensor of rows x parts, filled with `start`.
Value Rewriter::partsLike(Value start) {
  auto type = cast<RankedTensorType>(partMaximums.getType());
  Location loc = start.getLoc();
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  return linalg::FillOp::create(rewriter, loc, start, empty).getResult(0);
}

GenericOp Rewriter::reduceParts(
    Location loc, ValueRange inputs, ArrayRef<AffineMap> maps, Value init,
    function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  unsigned loops = maps.front().getNumDims();
  SmallVector<IteratorType> kinds(loops, IteratorType::parallel);
  kinds.back() = IteratorType::reduction;
  return GenericOp::create(rewriter, loc, init.getType(), inputs, init, maps,
                           kinds, body);
}

/// Clones `value` and the ops of its body that compute it.
static Value cloneTree(OpBuilder &b, Value value, IRMapping &values) {
  Operation *op = value.getDefiningOp();
  if (!op || values.contains(value) || !isa<GenericOp>(op->getParentOp()))
    return values.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    cloneTree(b, operand, values);
  b.clone(*op, values);
  return values.lookup(value);
}

void Rewriter::replaceSum() {
  GenericOp sum = logits.sum;
  Location loc = sum.getLoc();
  rewriter.setInsertionPoint(sum);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getF32FloatAttr(0));
  Value lowest = arith::ConstantOp::create(
      rewriter, loc,
      rewriter.getF32FloatAttr(-std::numeric_limits<float>::infinity()));
  Operation *adds =
      sum.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  auto add = [&](OpBuilder &b, Value left, Value right) {
    Operation *copy = b.clone(*adds);
    copy->setOperands({left, right});
    return copy->getResult(0);
  };
  AffineMap elements = all(rank + 1), places = all(rank);
  GenericOp parts = reduceParts(
      loc, {nested, partMaximums},
      {elements, elements.dropResult(rank), elements.dropResult(rank)},
      partsLike(zero), [&](OpBuilder &b, Location loc, ValueRange given) {
        Value element = given[0];
        if (logits.predicate) {
          IRMapping values;
          Value counts = cloneTree(b, logits.predicate->getResult(0), values);
          element = arith::SelectOp::create(b, loc, counts, element, lowest);
        }
        Value difference =
            arith::SubFOp::create(b, loc, element, shifted(b, loc, given[1]));
        Value taken =
            math::ExpOp::create(b, loc, difference, arith::FastMathFlags::afn);
        linalg::YieldOp::create(b, loc, add(b, given[2], taken));
      });
  nestIndices(*parts.getBody(), rank - 1, segment, rewriter);
  rewriter.setInsertionPoint(sum);
  GenericOp last = reduceParts(
      loc, {parts->getResult(0), partMaximums, shift},
      {places, places, places.dropResult(rank - 1),
       places.dropResult(rank - 1)},
      sum.getDpsInits()[0], [&](OpBuilder &b, Location loc, ValueRange given) {
        // at most 1: a part without unmasked elements has a shift of 0
        Value difference =
            arith::SubFOp::create(b, loc, shifted(b, loc, given[1]), given[2]);
        Value weight = math::ExpOp::create(
            b, loc, arith::MinimumFOp::create(b, loc, difference, zero));
        Value taken = arith::MulFOp::create(b, loc, given[0], weight);
        linalg::YieldOp::create(b, loc, add(b, given[3], taken));
      });
  Value result = last->getResult(0);
  if (!logits.isFinite) { // NaN where the shift is infinite
    AffineMap rows = all(rank - 1);
    SmallVector<IteratorType> kinds(rank - 1, IteratorType::parallel);
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, cast<RankedTensorType>(result.getType()).getShape(),
        rewriter.getF32Type());
    result =
        GenericOp::create(
            rewriter, loc, result.getType(), ValueRange{result, shift}, empty,
            ArrayRef{rows, rows, rows}, kinds,
            [&](OpBuilder &b, Location loc, ValueRange given) {
              Value none = arith::SubFOp::create(b, loc, given[1], given[1]);
              linalg::YieldOp::create(
                  b, loc,
                  arith::AddFOp::create(b, loc, given[0], none).getResult());
            })
            .getResult(0);
  }
  rewriter.replaceAllUsesWith(sum->getResult(0), result);
}

/// Computes the picked element as a row sum in which all other terms are 0.
void Rewriter::replacePick(const Pick &pick) {
  GenericOp op = pick.op;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  ArrayRef<int64_t> shape = logits.type().getShape().drop_back();
  AffineMap rows = all(rank - 1), elements = all(rank + 1), places = all(rank);
  SmallVector<IteratorType> kinds(rank - 1, IteratorType::parallel);
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(input));
  SmallVector<Value> inputs(op.getDpsInputs());
  maps.push_back(rows);
  Type word = rewriter.getI32Type();
  Value indices =
      GenericOp::create(
          rewriter, loc, RankedTensorType::get(shape, word), inputs,
          tensor::EmptyOp::create(rewriter, loc, shape, word).getResult(), maps,
          kinds,
          [&](OpBuilder &b, Location loc, ValueRange given) {
            IRMapping values;
            values.map(op.getBody()->getArguments().take_front(inputs.size()),
                       given.drop_back());
            tensor::ExtractOp extract = pick.extract;
            Value place = cloneTree(b, extract.getIndices().back(), values);
            linalg::YieldOp::create(
                b, loc,
                arith::IndexCastOp::create(b, loc, word, place).getResult());
          })
          .getResult(0);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getF32FloatAttr(0));
  GenericOp parts = reduceParts(
      loc, {nested, indices},
      {elements, elements.dropResult(rank).dropResult(rank - 1),
       elements.dropResult(rank)},
      partsLike(zero), [&](OpBuilder &b, Location loc, ValueRange given) {
        Value place = arith::IndexCastOp::create(
            b, loc, word, linalg::IndexOp::create(b, loc, rank - 1));
        Value isPicked = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                               place, given[1]);
        Value taken = arith::SelectOp::create(b, loc, isPicked, given[0], zero);
        linalg::YieldOp::create(
            b, loc, arith::AddFOp::create(b, loc, given[2], taken).getResult());
      });
  nestIndices(*parts.getBody(), rank - 1, segment, rewriter);
  rewriter.setInsertionPoint(op);
  Value start =
      linalg::FillOp::create(
          rewriter, loc, zero,
          tensor::EmptyOp::create(rewriter, loc, shape, rewriter.getF32Type())
              .getResult())
          .getResult(0);
  Value picked =
      reduceParts(
          loc, parts->getResult(0), {places, places.dropResult(rank - 1)},
          start,
          [&](OpBuilder &b, Location loc, ValueRange given) {
            linalg::YieldOp::create(
                b, loc,
                arith::AddFOp::create(b, loc, given[1], given[0]).getResult());
          })
          .getResult(0);
  replaceExtract(pick, picked);
}

/// Replaces the extract from the logits by `picked`.
void Rewriter::replaceExtract(const Pick &pick, Value picked) {
  GenericOp op = pick.op;
  Operation *extract = tensor::ExtractOp(pick.extract);
  size_t place = op.getNumDpsInputs();
  SmallVector<Value> inputs(op.getDpsInputs());
  inputs.push_back(picked);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + place, all(rank - 1));
  rewriter.setInsertionPoint(op);
  auto copy =
      GenericOp::create(rewriter, op.getLoc(), op->getResultTypes(), inputs,
                        op.getOutputs(), maps, op.getIteratorTypesArray(),
                        [&](OpBuilder &b, Location loc, ValueRange given) {
                          IRMapping values;
                          SmallVector<Value> own(given);
                          own.erase(own.begin() + place);
                          values.map(op.getBody()->getArguments(), own);
                          for (Operation &inner : *op.getBody()) {
                            if (&inner == extract)
                              values.map(inner.getResult(0), given[place]);
                            else
                              b.clone(inner, values);
                          }
                        });
  rewriter.replaceOp(op, copy);
}

/// Splits the softmax, and computes the logits again before their reader.
void Rewriter::rewrite() {
  nestChain();
  replaceMaximum();
  replaceSum();
  rewriter.eraseOp(logits.sum);
  rewriter.eraseOp(logits.maximum);
  for (const Pick &pick : logits.picks)
    replacePick(pick);
  SmallVector<GenericOp> again(logits.chain);
  if (logits.exponentials)
    again.push_back(logits.exponentials);
  if (GenericOp reader = logits.reader)
    for (GenericOp op : again)
      op->moveBefore(reader);
  for (GenericOp op : llvm::reverse(again))
    if (op.use_empty())
      rewriter.eraseOp(op);
}

static int64_t rowsOf(RankedTensorType type) {
  return type.getNumElements() / type.getShape().back();
}

/// Returns true if whole tiles cover all rows, and whole parts each row.
static bool hasTiles(RankedTensorType type) {
  int64_t columns = type.getShape().back(), segment = segmentOf(columns);
  return columns % segment == 0 && columns > segment &&
         rowsOf(type) % tileRows == 0;
}

/// Returns true if the logits are recomputed instead of stored: always if they
/// are f32 and their operands are 16-bit, else if recomputing them takes less
/// time than writing and reading them. `price`: picoseconds for each byte saved
/// in memory.
static bool isWorthIt(const Logits &logits, const Chip &chip, double price) {
  if (!logits.reader)
    return true;
  GenericOp product = logits.chain.front();
  double products = 1;
  for (int64_t range : product.getStaticLoopRanges())
    products *= range;
  auto factor =
      cast<FloatType>(getElementTypeOrSelf(product.getDpsInputs()[0]));
  FloatType format = formatOf(logits.chain.back());
  // The largest tensor of a language model's step: in f32 it takes more memory
  // than a policy of 16 bits lets users expect.
  if (!format && !factor.isF32())
    return true;
  double again =
      2 * products / chip.rateOfProducts(factor, factor.isF32()); // picoseconds
  RankedTensorType type = logits.type();
  double bytes = type.getNumElements() * (format ? format.getWidth() / 8 : 4);
  // If no kernel keeps the row, the maximum, the sum and the reader each read
  // it: first from memory, then twice from the L2 cache, about 2.5 times as
  // fast as memory on A100 and H100.
  double reads = type.getShape().back() > longestKept ? 1.8 : 1;
  double move = 1e3 / (chip.memory * multiprocessor::memory);
  return again <= bytes * ((1 + reads) * move + price);
}

/// Returns true if `op` is elementwise and its only users are tensor.extract.
static bool isPicked(GenericOp op) {
  return hasOnlyParallelLoops(op) && op->getNumResults() == 1 &&
         !op.use_empty() &&
         llvm::all_of(
             op.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isa<tensor::ExtractOp>(user);
         });
}

/// Replaces each extract from `op` by a clone of its body.
static void inlinePicked(GenericOp op, IRRewriter &rewriter) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto extract = cast<tensor::ExtractOp>(user);
    rewriter.setInsertionPoint(extract);
    Location loc = extract.getLoc();
    IRMapping values;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      SmallVector<Value> place;
      for (unsigned i = 0; i < map.getNumResults(); ++i)
        place.push_back(extract.getIndices()[map.getDimPosition(i)]);
      BlockArgument argument = op.getMatchingBlockArgument(input);
      values.map(argument, isa<TensorType>(input->get().getType())
                               ? tensor::ExtractOp::create(rewriter, loc,
                                                           input->get(), place)
                                     .getResult()
                               : input->get());
    }
    for (Operation &inner : op.getBody()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        values.map(index.getResult(), extract.getIndices()[index.getDim()]);
      else
        rewriter.clone(inner, values);
    }
    Value result = op.getBody()->getTerminator()->getOperand(0);
    rewriter.replaceOp(extract, values.lookupOrDefault(result));
  }
  rewriter.eraseOp(op);
}

namespace {
struct RecomputeLogits : amp::impl::RecomputeLogitsBase<RecomputeLogits> {
  using Base::Base;

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    SmallVector<GenericOp> roundings =
        collectRoundings(getOperation(), rewriter);
    SmallVector<GenericOp> maximums;
    getOperation().walk([&](GenericOp op) {
      if (op.getNumReductionLoops() == 1)
        maximums.push_back(op);
    });
    for (GenericOp op : maximums) {
      auto users = op.getDpsInputs()[0].getUsers();
      llvm::SetVector<Operation *> readers(users.begin(), users.end());
      for (Operation *reader : readers)
        if (auto picked = dyn_cast<GenericOp>(reader);
            picked && isPicked(picked))
          inlinePicked(picked, rewriter);
    }
    SmallVector<Logits> found;
    for (GenericOp op : maximums)
      if (std::optional<Logits> logits = matchLogits(op);
          logits && hasTiles(logits->type()) &&
          isWorthIt(*logits, *target, price))
        found.push_back(*logits);
    for (GenericOp rounding : roundings)
      if (llvm::none_of(found, [&](const Logits &logits) {
            return llvm::is_contained(logits.chain, rounding);
          }))
        storeRounded(rounding, rewriter);
    for (const Logits &logits : found) {
      emitRemark(logits.value().getLoc(), "logits are not stored")
          << (logits.reader ? ": they are computed again where they are read"
                            : "");
      Rewriter(logits, rewriter).rewrite();
    }
  }
};
} // namespace
