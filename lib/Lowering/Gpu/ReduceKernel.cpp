// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic {parallel, reduction}
//   ==>   threads of a block sum a part each; sums meet in shared memory; what
//         follows is done by the thread that holds the last one
#include "lib/Lowering/Cpu/Contraction.h"
#include "lib/Lowering/Gpu/KernelCode.h"
#include "lib/Lowering/Gpu/Lanes.h"
#include "lib/Lowering/Gpu/Rows.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using linalg::GenericOp;

namespace {
class Reduction {
public:
  Reduction(ArrayRef<Operation *> ops, KernelCode &code);
  Shape emit();

private:
  SmallVector<Value> start(Point &result);
  Point pointOf(Point &result, Value reduced);
  SmallVector<Value> reducePart(Point &result, Value lane, Value end,
                                ArrayRef<Value> starts, const Lanes &how);
  SmallVector<Value> meet(SmallVector<Value> parts, Value thread, Value lane,
                          const Lanes &how);
  Value combine(unsigned i, Value a, Value b);
  void finish(Point &result, SmallVector<Value> totals);
  Shape emitShared(const Lanes &how);
  Shape emitAlone();

  SmallVector<Operation *> before, after;
  GenericOp op;
  KernelCode &code;
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> kept, reduced; // loops: as the results lie, as read
  SmallVector<Operation *> combiners;
  int64_t numResults = 1, numReduced = 1;
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
  for (unsigned loop : kept)
    numResults *= sizes[loop];
  for (unsigned loop : reduced)
    numReduced *= sizes[loop];
}

SmallVector<Value> Reduction::start(Point &result) {
  SmallVector<Value> values;
  for (OpOperand &out : op.getDpsInitsMutable()) {
    auto fill = llvm::find_if(before, [&](Operation *each) {
      return cast<linalg::FillOp>(each).output() == out.get();
    });
    if (fill != before.end()) {
      values.push_back(code.mapped(cast<linalg::FillOp>(*fill).value()));
      continue;
    }
    auto type = cast<MemRefType>(out.get().getType());
    values.push_back(code.load(
        out.get(),
        AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext()),
        result, 1)[0]);
  }
  return values;
}

/// The point of all loops at one result and one place of what it sums.
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
  point.inner = reduced.empty() ? 0 : reduced.back();
  return point;
}

SmallVector<Value> Reduction::reducePart(Point &result, Value lane, Value end,
                                         ArrayRef<Value> starts,
                                         const Lanes &how) {
  auto &b = code.b;
  (void)code.indicesOf(result); // outside of the loop
  auto loop = scf::ForOp::create(b, code.times(lane, how.width), end,
                                 code.constant(how.lanes * how.width), starts);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Point point = pointOf(result, loop.getInductionVar());
  SmallVector<Value> sums(loop.getRegionIterArgs());
  SmallVector<SmallVector<Value>> arguments(op->getNumOperands());
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto &values = arguments[input->getOperandNumber()];
    if (op.getMatchingBlockArgument(input).use_empty())
      values.assign(how.width, Value()); // a window's shape, say
    else if (!isa<MemRefType>(input->get().getType()))
      values.assign(how.width, code.mapped(input->get()));
    else
      values = code.load(input->get(), op.getMatchingIndexingMap(input), point,
                         how.width);
  }
  for (int64_t k = 0; k < how.width; ++k) {
    SmallVector<Value> here;
    for (auto &argument : ArrayRef(arguments).take_front(op.getNumDpsInputs()))
      here.push_back(argument[k]);
    here.append(sums);
    sums = code.compute(op, point, k, here);
  }
  scf::YieldOp::create(b, sums);
  return SmallVector<Value>(loop.getResults());
}

Value Reduction::combine(unsigned i, Value left, Value right) {
  Operation *both = code.b.clone(*combiners[i]);
  both->setOperands({left, right});
  return both->getResult(0);
}

/// Half of the lanes take in the other half, until one is left.
SmallVector<Value> Reduction::meet(SmallVector<Value> parts, Value thread,
                                   Value lane, const Lanes &how) {
  auto &b = code.b;
  int64_t threads = how.lanes * how.results;
  int64_t stride = how.lanesAreNeighbours ? 1 : how.results;
  SmallVector<Value> shared;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  for (Value part : parts) {
    auto type = MemRefType::get({threads}, part.getType(),
                                MemRefLayoutAttrInterface(), space);
    shared.push_back(code.kernel.addWorkgroupAttribution(type, b.getLoc()));
    memref::StoreOp::create(b, part, shared.back(), thread);
  }
  gpu::BarrierOp::create(b);
  for (int64_t half = how.lanes / 2; half; half /= 2) {
    auto in = scf::IfOp::create(b, code.isBelow(lane, half), false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(in.thenBlock());
      Value partner = code.add(thread, code.constant(half * stride));
      for (auto [i, memory] : llvm::enumerate(shared)) {
        Value mine = memref::LoadOp::create(b, memory, thread);
        Value other = memref::LoadOp::create(b, memory, partner);
        memref::StoreOp::create(b, combine(i, mine, other), memory, thread);
      }
    }
    gpu::BarrierOp::create(b);
  }
  for (auto [part, memory] : llvm::zip(parts, shared))
    part = memref::LoadOp::create(b, memory, thread);
  return parts;
}

void Reduction::finish(Point &result, SmallVector<Value> totals) {
  SmallVector<OpOperand *> written;
  for (auto [out, total] : llvm::zip(op.getDpsInitsMutable(), totals)) {
    code.known[out.get()] = {total};
    written.push_back(&out);
  }
  emitPointwise(after, written, result, 1, code);
}

Shape Reduction::emitShared(const Lanes &how) {
  auto &b = code.b;
  Shape shape;
  shape.blocks = llvm::divideCeil(numResults, how.results);
  shape.threads = how.lanes * how.results;
  Value thread = code.threadId();
  Value split = code.constant(how.lanesAreNeighbours ? how.lanes : how.results);
  Value slow = arith::DivUIOp::create(b, thread, split);
  Value fast = arith::RemUIOp::create(b, thread, split);
  Value lane = how.lanesAreNeighbours ? fast : slow;
  Point result;
  for (unsigned loop : kept)
    result.sizes.push_back(sizes[loop]);
  result.inner = kept.empty() ? 0 : kept.size() - 1;
  result.linear = code.add(code.times(code.blockId(), how.results),
                           how.lanesAreNeighbours ? slow : fast);
  Value isResult = code.isBelow(result.linear, numResults);
  Value end = arith::SelectOp::create(b, isResult, code.constant(numReduced),
                                      code.constant(0));
  SmallVector<Value> neutral;
  for (Operation *combiner : combiners)
    neutral.push_back(
        arith::ConstantOp::create(b, *arith::getNeutralElement(combiner)));
  SmallVector<Value> parts = reducePart(result, lane, end, neutral, how);
  parts = meet(parts, thread, lane, how);
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                        code.constant(0));
  auto in =
      scf::IfOp::create(b, arith::AndIOp::create(b, isFirst, isResult), false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  for (auto [i, first] : llvm::enumerate(start(result)))
    parts[i] = combine(i, first, parts[i]);
  finish(result, parts);
  return shape;
}

/// A thread per result.
Shape Reduction::emitAlone() {
  auto &b = code.b;
  Shape shape;
  shape.threads =
      std::min<int64_t>(threadsPerBlock, llvm::alignTo(numResults, 32));
  shape.blocks = llvm::divideCeil(numResults, shape.threads);
  Point result;
  for (unsigned loop : kept)
    result.sizes.push_back(sizes[loop]);
  result.linear =
      code.add(code.times(code.blockId(), shape.threads), code.threadId());
  auto in =
      scf::IfOp::create(b, code.isBelow(result.linear, numResults), false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  SmallVector<Value> totals =
      reducePart(result, code.constant(0), code.constant(numReduced),
                 start(result), Lanes());
  finish(result, totals);
  return shape;
}

Shape Reduction::emit() {
  Lanes how;
  bool fillsChip = sumsProducts(op) && numResults >= 1 << 13;
  if (!fillsChip)
    combiners = combinersOf(op);
  if (!combiners.empty())
    how = chooseLanes(op, sizes, kept, reduced);
  return how.lanes > 1 ? emitShared(how) : emitAlone();
}

Shape amp::emitReduction(ArrayRef<Operation *> ops, KernelCode &code) {
  return Reduction(ops, code).emit();
}
