// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic {parallel, reduction}
//   ==>   the threads of a block compute partial results of one result, or of
//         adjacent ones; shuffles combine these; one thread computes the ops
//         on the result
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/Lanes.h"
#include "lib/Lowering/Gpu/Kernels/Rows.h"
#include "lib/Lowering/Gpu/Kernels/Selection.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Selections of fewer elements use one thread per result. So do those with
/// `manyThreads` results, or with `manyNeighbours` that adjacent threads read
/// contiguously.
static constexpr int64_t fewElements = 64, manyNeighbours = 1 << 12;

namespace {
class Reduction {
public:
  Reduction(ArrayRef<Operation *> ops, KernelCode &code);
  Shape emit();

private:
  int64_t width() const { return how.ofOneResult ? 1 : how.width; }
  /// Returns the elements of one result that a thread reduces per iteration.
  int64_t together() const { return how.width / width(); }
  Point resultAt(Value number);
  SmallVector<Value> start(Point &result);
  Point pointOf(Point &result, Value reduced);
  SmallVector<SmallVector<Value>> loadInputs(Point &point);
  SmallVector<Value> reducePart(Point &result, Value begin, Value end,
                                int64_t step, ArrayRef<Value> starts);
  void finish(Point &result, ArrayRef<Value> totals);
  Shape emitShared();
  Shape emitOrdered(const Selection &selection);
  Shape emitAlone();

  SmallVector<Operation *> before, after;
  GenericOp op;
  KernelCode &code;
  Lanes how;
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> kept, reduced; // result loops, reduction loops
  unsigned inner = 0; // dim of the results that is most contiguous in the input
  SmallVector<Operation *> combiners;
  int64_t numResults = 1, numReduced = 1; // groups of `width` results; elements
};
} // namespace

Reduction::Reduction(ArrayRef<Operation *> ops, KernelCode &code) : code(code) {
  const auto *found = llvm::find_if(ops, [](Operation *each) {
    return cast<linalg::LinalgOp>(each).getNumReductionLoops() > 0;
  });
  op = cast<GenericOp>(*found);
  for (Operation *each : ops)
    if (each != op)
      (isa<linalg::FillOp>(each) &&
               llvm::is_contained(op.getDpsInits(),
                                  cast<linalg::FillOp>(each).output())
           ? before
           : after)
          .push_back(each);
  sizes = op.getStaticLoopRanges();
  for (AffineExpr result :
       op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    kept.push_back(cast<AffineDimExpr>(result).getPosition());
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(kept, loop))
      reduced.push_back(loop);
  llvm::stable_sort(reduced, [&](unsigned a, unsigned b) {
    return isContiguous(op, a) < isContiguous(op, b);
  });
  for (auto [dim, loop] : llvm::enumerate(kept)) {
    numResults *= sizes[loop];
    if (inner < dim && !isContiguous(op, kept[inner]))
      inner = dim;
  }
  for (unsigned loop : reduced)
    numReduced *= sizes[loop];
}

/// Returns the first point of group `number` of adjacent results.
Point Reduction::resultAt(Value number) {
  Point numbered, result;
  for (unsigned loop : kept)
    result.sizes.push_back(sizes[loop]);
  result.inner = inner;
  result.linear = code.times(number, width());
  if (inner + 1 >= kept.size())
    return result;
  numbered.linear = std::exchange(result.linear, nullptr);
  numbered.sizes = result.sizes;
  std::rotate(numbered.sizes.begin() + inner,
              numbered.sizes.begin() + inner + 1, numbered.sizes.end());
  result.indices = llvm::to_vector(code.indicesOf(numbered));
  std::rotate(result.indices.begin() + inner, result.indices.end() - 1,
              result.indices.end());
  return result;
}

/// Emits the initial values: all outputs at one point, then at the next.
SmallVector<Value> Reduction::start(Point &result) {
  unsigned count = op.getNumDpsInits();
  SmallVector<Value> values(count * width());
  for (auto [i, out] : llvm::enumerate(op.getDpsInits())) {
    auto fill = llvm::find_if(before, [&, &out = out](Operation *each) {
      return cast<linalg::FillOp>(each).output() == out;
    });
    auto type = cast<MemRefType>(out.getType());
    SmallVector<Value> firsts =
        fill != before.end()
            ? SmallVector<Value>(
                  width(), code.mapped(cast<linalg::FillOp>(*fill).value()))
            : code.load(out, code.b.getMultiDimIdentityMap(type.getRank()),
                        result, width());
    for (auto [k, first] : llvm::enumerate(firsts))
      values[k * count + i] = first;
  }
  return values;
}

/// Returns the point of all loops at one result and one reduced index.
Point Reduction::pointOf(Point &result, Value place) {
  Point parts{{}, place, {}, 0}, point;
  for (unsigned loop : reduced)
    parts.sizes.push_back(sizes[loop]);
  point.sizes = sizes;
  point.indices.resize(sizes.size());
  for (auto [loop, index] : llvm::zip(kept, code.indicesOf(result)))
    point.indices[loop] = index;
  for (auto [loop, index] : llvm::zip(reduced, code.indicesOf(parts)))
    point.indices[loop] = index;
  if (!how.ofOneResult)
    point.inner = kept[inner];
  else if (!reduced.empty())
    point.inner = reduced.back();
  return point;
}

/// Loads the inputs at `how.width` adjacent points.
SmallVector<SmallVector<Value>> Reduction::loadInputs(Point &point) {
  SmallVector<SmallVector<Value>> arguments(op->getNumOperands());
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto &values = arguments[input->getOperandNumber()];
    if (op.getMatchingBlockArgument(input).use_empty())
      values.assign(how.width, Value()); // for example a window's shape
    else if (!isa<MemRefType>(input->get().getType()))
      values.assign(how.width, code.mapped(input->get()));
    else
      values = code.load(input->get(), op.getMatchingIndexingMap(input), point,
                         how.width);
  }
  return arguments;
}

SmallVector<Value> Reduction::reducePart(Point &result, Value begin, Value end,
                                         int64_t step, ArrayRef<Value> starts) {
  auto &b = code.b;
  (void)code.indicesOf(result); // emits the indices before the loop
  auto loop = scf::ForOp::create(b, begin, end, code.constant(step), starts);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Point point = pointOf(result, loop.getInductionVar());
  SmallVector<Value> sums(loop.getRegionIterArgs());
  SmallVector<SmallVector<Value>> arguments = loadInputs(point);
  unsigned count = op.getNumDpsInits();
  for (int64_t k = 0; k < how.width; ++k) {
    SmallVector<Value> here;
    for (auto &argument : ArrayRef(arguments).take_front(op.getNumDpsInputs()))
      here.push_back(argument[k]);
    auto *own = sums.begin() + k / together() * count;
    here.append(own, own + count);
    llvm::copy(code.compute(op, point, k, here), own);
  }
  scf::YieldOp::create(b, sums);
  return SmallVector<Value>(loop.getResults());
}

void Reduction::finish(Point &result, ArrayRef<Value> totals) {
  SmallVector<OpOperand *> written;
  for (auto [i, out] : llvm::enumerate(op.getDpsInitsMutable())) {
    SmallVector<Value> &values = code.known[out.get()];
    for (int64_t k = 0; k < width(); ++k)
      values.push_back(totals[k * op.getNumDpsInits() + i]);
    written.push_back(&out);
  }
  emitPointwise(after, written, result, width(), code);
}

Shape Reduction::emitShared() {
  auto &b = code.b;
  Shape shape;
  const auto &[lanes, stride, groups] = how.sharing;
  shape.threads = how.sharing.threads();
  shape.blocks = llvm::divideCeil(numResults, how.resultsOfBlock());
  Value thread = code.threadId();
  auto part = [&](int64_t size, int64_t count) -> Value {
    Value number = size == 1
                       ? thread
                       : arith::DivUIOp::create(b, thread, code.constant(size));
    return arith::RemUIOp::create(b, number, code.constant(count));
  };
  Value lane = part(stride, lanes);
  Value number =
      code.add(code.times(code.blockId(), how.resultsOfBlock()),
               code.add(code.times(part(lanes * stride, groups), stride),
                        part(1, stride)));
  Point result = resultAt(number);
  Value isResult = code.isBelow(number, numResults);
  Value end = arith::SelectOp::create(b, isResult, code.constant(numReduced),
                                      code.constant(0));
  SmallVector<Operation *> all;
  SmallVector<Value> neutral;
  for (int64_t k = 0; k < width(); ++k)
    for (Operation *combiner : combiners) {
      all.push_back(combiner);
      neutral.push_back(
          arith::ConstantOp::create(b, *arith::getNeutralElement(combiner)));
    }
  SmallVector<Value> parts = reducePart(result, code.times(lane, together()),
                                        end, lanes * together(), neutral);
  parts = totalsOf(parts, all, how.sharing, code);
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                        code.constant(0));
  auto in =
      scf::IfOp::create(b, arith::AndIOp::create(b, isFirst, isResult), false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  for (auto [part, first, combiner] : llvm::zip(parts, start(result), all))
    part = combine(combiner, first, part, b);
  finish(result, parts);
  return shape;
}

/// Emits one block per result; each thread has two or more consecutive
/// elements.
Shape Reduction::emitOrdered(const Selection &selection) {
  auto &b = code.b;
  int64_t lanes = std::min<int64_t>(llvm::bit_floor(uint64_t(numReduced) / 2),
                                    numResults < 128 ? 1024 : 256);
  Point result = resultAt(code.blockId());
  // the first threads have one element more
  Value thread = code.threadId(), rest = code.constant(numReduced % lanes);
  auto placeOf = [&](Value number) {
    return code.add(code.times(number, numReduced / lanes),
                    arith::MinUIOp::create(b, number, rest));
  };
  Value begin = placeOf(thread),
        end = placeOf(code.add(thread, code.constant(1)));
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, thread,
                                        code.constant(0));
  SmallVector<Value> init = start(result), arguments;
  Point point = pointOf(result, begin);
  SmallVector<SmallVector<Value>> inputs = loadInputs(point);
  for (auto &values : ArrayRef(inputs).take_front(op.getNumDpsInputs()))
    arguments.push_back(values.front());
  arguments.append(init);
  SmallVector<Value> first =
      code.compute(op, selection.getElements(), point, 0, arguments);
  for (auto [element, merged] :
       llvm::zip(first, selection.merge(init, first, code)))
    element = arith::SelectOp::create(b, isFirst, merged, element);
  SmallVector<Value> total = selection.totalOf(
      reducePart(result, code.add(begin, code.constant(1)), end, 1, first),
      lanes, code);
  gpu::BarrierOp::create(b); // all threads have read the initial values
  auto in = scf::IfOp::create(b, isFirst, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  finish(result, total);
  return {numResults, lanes};
}

/// Emits one thread per group of `width` results, which has all their elements.
Shape Reduction::emitAlone() {
  auto &b = code.b;
  Shape shape;
  shape.threads =
      std::min<int64_t>(threadsPerBlock, llvm::alignTo(numResults, 32));
  shape.blocks = llvm::divideCeil(numResults, shape.threads);
  Value number =
      code.add(code.times(code.blockId(), shape.threads), code.threadId());
  auto in = scf::IfOp::create(b, code.isBelow(number, numResults), false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  Point result = resultAt(number);
  finish(result, reducePart(result, code.constant(0), code.constant(numReduced),
                            together(), start(result)));
  return shape;
}

Shape Reduction::emit() {
  combiners = combinersOf(op);
  if (!combiners.empty())
    how = chooseLanes(op, kept, reduced, after, inner);
  else if (numReduced >= fewElements && numResults < manyThreads &&
           !(numResults >= manyNeighbours && isContiguous(op, kept[inner])))
    if (std::optional<Selection> selection = Selection::of(op))
      return emitOrdered(*selection);
  numResults /= width();
  return how.sharing.lanes > 1 ? emitShared() : emitAlone();
}

Shape amp::lowering::emitReduction(ArrayRef<Operation *> ops,
                                   KernelCode &code) {
  return Reduction(ops, code).emit();
}
