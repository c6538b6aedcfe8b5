// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Units/UnitReader.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

static bool isZero(Value value) {
  FloatAttr constant;
  return matchPattern(value, m_Constant(&constant)) &&
         constant.getValue().isPosZero();
}

LogicalResult UnitReader::loopsOf(LinalgOp op, SmallVector<unsigned> &loops) {
  loops.assign(op.getNumLoops(), ~0u);
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = written.find(operand.get());
    if (found == written.end())
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, loop] : llvm::zip(map.getResults(), found->second.loops)) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        return fail("an op reads the product at other places than its own");
      unsigned &known = loops[dim.getPosition()];
      if (known != ~0u && known != loop)
        return fail("an op reads the product in two orders");
      known = loop;
    }
  }
  if (llvm::is_contained(loops, ~0u))
    return fail("an op does not follow the product element by element");
  return success();
}

FailureOr<unsigned> UnitReader::access(OpOperand &operand, LinalgOp op,
                                       ArrayRef<unsigned> loops) {
  if (isWritten(operand.get()))
    return fail("a part of a buffer is read after it is written");
  FailureOr<Access> access =
      accessOf(operand.get(), op.getMatchingIndexingMap(&operand), loops,
               result.sizes.size(), why);
  if (failed(access))
    return failure();
  result.accesses.push_back(std::move(*access));
  return result.accesses.size() - 1;
}

FailureOr<Source> UnitReader::source(OpOperand &operand, LinalgOp op,
                                     ArrayRef<unsigned> loops) {
  Value value = operand.get();
  if (op.getMatchingBlockArgument(&operand).use_empty())
    return Source{Source::Scalar, 0, {}};
  if (!isa<MemRefType>(value.getType()))
    return Source{Source::Scalar, 0, value};
  if (auto found = written.find(value); found != written.end())
    return Source{Source::Register, found->second.source, {}};
  FailureOr<unsigned> index = access(operand, op, loops);
  if (failed(index))
    return failure();
  return Source{Source::Memory, *index, {}};
}

LogicalResult UnitReader::readProduct(LinalgOp op) {
  FailureOr<Product> product = readProductOf(op, why);
  if (failed(product))
    return failure();
  this->product = op;
  result.needsTf32 = product->needsTf32;
  result.allowTf32 = product->allowTf32;
  for (int64_t size : op.getStaticLoopRanges())
    result.sizes.push_back(size);
  if (llvm::any_of(result.sizes, ShapedType::isDynamic))
    return fail("a shape is not static");
  if (llvm::is_contained(result.sizes, 0))
    return fail("its contraction is empty");
  result.roles = product->roles;
  auto loops = llvm::to_vector(llvm::seq<unsigned>(0, result.sizes.size()));
  for (OpOperand *input : op.getDpsInputOperands())
    if (failed(access(*input, op, loops)))
      return failure();
  OpOperand &out = *op.getDpsInitOperand(0);
  if (!zeros.contains(out.get())) {
    FailureOr<unsigned> start = access(out, op, loops);
    if (failed(start))
      return failure();
    result.start = *start;
  }
  AffineMap map = op.getMatchingIndexingMap(&out);
  Written &entry = written[out.get()];
  entry.source = 0;
  for (AffineExpr expr : map.getResults())
    entry.loops.push_back(cast<AffineDimExpr>(expr).getPosition());
  return success();
}

/// Returns the contraction that `op` is, if it accumulates into the result of
/// the first contraction in the same loops.
FailureOr<Product> UnitReader::continuedBy(LinalgOp op) {
  auto found = op.getNumDpsInits() == 1 ? written.find(op.getDpsInits()[0])
                                        : written.end();
  std::string other;
  if (found == written.end() || found->second.source != 0 ||
      !result.steps.empty() || !result.totals.empty() ||
      op.getIndexingMapsArray() != product.getIndexingMapsArray() ||
      op.getStaticLoopRanges() != product.getStaticLoopRanges())
    return failure();
  return readProductOf(op, other);
}

LogicalResult UnitReader::readMore(LinalgOp op, const Product &more) {
  std::array<unsigned, 2> pair;
  auto loops = llvm::to_vector(llvm::seq<unsigned>(0, result.sizes.size()));
  for (auto [factor, input] : llvm::enumerate(op.getDpsInputOperands())) {
    FailureOr<unsigned> index = access(*input, op, loops);
    if (failed(index))
      return failure();
    pair[factor] = *index;
    const Access &first = result.accesses[factor];
    const Access &other = result.accesses[*index];
    if (first.view || other.view || first.type != other.type ||
        first.offset != other.offset || first.strides != other.strides)
      return fail("its contractions read factors of other strides");
  }
  result.allowTf32 &= more.allowTf32;
  result.more.push_back(pair);
  return success();
}

LogicalResult UnitReader::checkBody(Block &body) {
  for (Operation &op : body.without_terminator()) {
    if (!isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
        !isa<linalg::IndexOp>(op))
      return fail("an op after the product computes '" +
                  op.getName().getStringRef() + "'");
  }
  return success();
}

/// Adds an access per loop for linalg.index: an access of stride 1 along the
/// loop.
void UnitReader::countLoops(LinalgOp op, ArrayRef<unsigned> loops,
                            SmallVectorImpl<unsigned> &indices) {
  if (op.getBlock()->getOps<linalg::IndexOp>().empty())
    return;
  for (unsigned loop : loops) {
    Access access{Access::noArgument, IndexType::get(unit.getContext())};
    access.strides.assign(result.sizes.size(), 0);
    access.strides[loop] = 1;
    indices.push_back(result.accesses.size());
    result.accesses.push_back(std::move(access));
  }
}

LogicalResult UnitReader::readStep(LinalgOp op) {
  if (op.getNumLoops() != op.getNumParallelLoops())
    return readReduction(op);
  Block &body = *op.getBlock();
  SmallVector<unsigned> loops;
  if (failed(loopsOf(op, loops)) || failed(checkBody(body)))
    return failure();
  Step step{op, {}, {}, registers};
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<Source> input = source(operand, op, loops);
    if (failed(input))
      return failure();
    step.inputs.push_back(*input);
  }
  for (OpOperand &out : op.getDpsInitsMutable())
    if (failed(write(out, op, loops, registers++)))
      return failure();
  countLoops(step.op, loops, step.indices);
  result.steps.push_back(std::move(step));
  return success();
}

/// Reads the initial value of the contraction, or of a reduction.
LogicalResult UnitReader::readFill(linalg::FillOp fill) {
  Attribute start;
  bool isSum = result.sizes.empty();
  if (isSum ? !isZero(fill.value())
            : !matchPattern(fill.value(), m_Constant(&start)))
    return fail("it fills a buffer with other than zeros");
  if (isSum)
    zeros.insert(fill.output());
  else
    starts[fill.output()] = start;
  return success();
}

/// Collects scalars and views, which each thread computes once, before
/// everything else.
LogicalResult UnitReader::readSetup(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    if (isWritten(load.getMemRef()) ||
        !isa<BlockArgument>(wholeOf(load.getMemRef())))
      return fail("a part of a buffer is read after it is written");
  if (!isa<ViewLikeOpInterface>(op) ||
      isa<BlockArgument>(wholeOf(op->getResult(0))))
    result.setup.push_back(op);
  return success();
}

LogicalResult UnitReader::readOp(Operation *op) {
  if (isa<memref::AllocOp, memref::DeallocOp, func::ReturnOp>(op))
    return success();
  if (isa<memref::LoadOp, ViewLikeOpInterface>(op) || isPure(op))
    return readSetup(op);
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return readFill(fill);
  auto linalgOp = dyn_cast<LinalgOp>(op);
  if (!linalgOp)
    return fail("it holds '" + op->getName().getStringRef() + "'");
  if (linalgOp.getNumReductionLoops() && result.sizes.empty())
    return readProduct(linalgOp);
  if (FailureOr<Product> more = continuedBy(linalgOp); succeeded(more))
    return readMore(linalgOp, *more);
  return readStep(linalgOp);
}

FailureOr<Contraction> UnitReader::read() {
  if (!unit.getBody().hasOneBlock())
    return fail("it is not one block");
  for (Operation &op : unit.front())
    if (failed(readOp(&op)))
      return failure();
  if (result.sizes.empty())
    return fail("it holds no contraction");
  if (failed(finish()))
    return failure();
  return std::move(result);
}

FailureOr<Contraction> mlir::amp::lowering::readContraction(func::FuncOp unit,
                                                            std::string &why) {
  return UnitReader(unit, why).read();
}

//===----------------------------------------------------------------------===//
// fill ins(neutral) outs(%parts); generic ins(%d) outs(%parts[0, ...]) {addf}
//   ==>   Total: each warp or block writes a partial sum
//===----------------------------------------------------------------------===//

bool UnitReader::startsNeutral(Value buffer, Operation *combiner) const {
  return starts.lookup(buffer) ==
         Attribute(arith::getNeutralElement(combiner).value());
}

/// Adds a Total and returns its access to the first partial sum: a reduction
/// into index 0 of the first dim may use all indices of that dim.
FailureOr<unsigned> UnitReader::partsOf(LinalgOp op, ArrayRef<unsigned> loops) {
  OpOperand &out = *op.getDpsInitOperand(0);
  auto parts = dyn_cast<BlockArgument>(out.get());
  AffineMap map = op.getMatchingIndexingMap(&out);
  auto type = cast<MemRefType>(out.get().getType());
  if (!parts || !map.getNumResults() ||
      map.getResult(0) != getAffineConstantExpr(0, unit.getContext()) ||
      !map.dropResult(0).isProjectedPermutation() ||
      !type.getLayout().isIdentity() || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() > 32)
    return failure();
  Access access{parts.getArgNumber(), type.getElementType()};
  access.strides.assign(result.sizes.size(), 0);
  int64_t step = 1;
  for (unsigned dim = map.getNumResults() - 1; dim; --dim) {
    access.strides[loops[map.getDimPosition(dim)]] = step;
    step *= type.getDimSize(dim);
  }
  result.totals.push_back({cast<linalg::GenericOp>(*op),
                           {},
                           {},
                           static_cast<unsigned>(result.accesses.size()),
                           type.getDimSize(0),
                           step});
  result.accesses.push_back(std::move(access));
  return result.totals.back().access;
}

static constexpr StringLiteral sumsAcross =
    "an op sums over rows or columns of the product";

LogicalResult UnitReader::readTotal(linalg::GenericOp op,
                                    ArrayRef<unsigned> loops) {
  if (failed(partsOf(op, loops)))
    return fail(sumsAcross);
  countLoops(op, loops, result.totals.back().indices);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    FailureOr<Source> input = source(*operand, op, loops);
    if (failed(input))
      return failure();
    result.totals.back().inputs.push_back(*input);
  }
  return success();
}

/// Reads a reduction over one loop, with one result per iteration of the
/// others.
LogicalResult UnitReader::readSegments(linalg::GenericOp op,
                                       ArrayRef<unsigned> loops,
                                       Operation *combiner) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  Step step{op, {}, {}, registers, combiner};
  if (reduced.size() != 1)
    return fail(sumsAcross);
  step.loop = loops[reduced.front()];
  if (auto before = result.segmentLoop();
      before.value_or(step.loop) != step.loop)
    return fail(sumsAcross);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    FailureOr<Source> input = source(*operand, op, loops);
    if (failed(input))
      return failure();
    step.inputs.push_back(*input);
  }
  countLoops(step.op, loops, step.indices);
  result.steps.push_back(std::move(step));
  return write(*op.getDpsInitOperand(0), op, loops, registers++);
}

LogicalResult UnitReader::readReduction(LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  if (!generic || op.getNumDpsInits() != 1)
    return fail(sumsAcross);
  SmallVector<Operation *> combiners = combinersOf(generic);
  if (combiners.empty() ||
      !startsNeutral(op.getDpsInits()[0], combiners.front()))
    return fail(sumsAcross);
  SmallVector<unsigned> loops;
  if (failed(loopsOf(op, loops)) || failed(checkBody(*op.getBlock())))
    return failure();
  starts.erase(op.getDpsInits()[0]);
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.isProjectedPermutation() &&
      map.getNumResults() == op.getNumParallelLoops())
    return readSegments(generic, loops, combiners.front());
  return readTotal(generic, loops);
}

//===----------------------------------------------------------------------===//
// generic outs(%d)   ==>   the newest value of %d, which is stored in the end
//===----------------------------------------------------------------------===//

/// Returns true if `buffer`, or a part of it, is written.
bool UnitReader::isWritten(Value buffer) const {
  return llvm::any_of(written, [&](auto &entry) {
    return wholeOf(entry.first) == wholeOf(buffer);
  });
}

LogicalResult UnitReader::write(OpOperand &operand, LinalgOp op,
                                ArrayRef<unsigned> loops, unsigned source) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops())
    return fail(sumsAcross);
  if (!written.contains(operand.get()) && isWritten(operand.get()))
    return fail("a part of a buffer is read after it is written");
  Written &entry = written[operand.get()];
  entry.source = source;
  entry.loops.clear();
  for (AffineExpr expr : map.getResults())
    entry.loops.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
  return success();
}

/// Adds the stores to arguments, and checks that other blocks cannot still read
/// the elements that a store overwrites.
LogicalResult UnitReader::finish() {
  if (!starts.empty())
    return fail("it fills a buffer with other than zeros");
  unsigned reads = result.accesses.size();
  SmallVector<unsigned> factors = result.operands();
  for (const Total &total : result.totals)
    for (auto [i, other] : llvm::enumerate(result.accesses))
      if (i != total.access &&
          other.argument == result.accesses[total.access].argument)
        return fail("it overwrites what other threads read");
  for (auto &[buffer, entry] : written) {
    auto argument = dyn_cast<BlockArgument>(wholeOf(buffer));
    if (!argument)
      continue;
    unsigned rank = entry.loops.size();
    FailureOr<Access> access = accessOf(
        buffer, AffineMap::getMultiDimIdentityMap(rank, unit.getContext()),
        entry.loops, result.sizes.size(), why);
    if (failed(access))
      return failure();
    for (unsigned i : llvm::seq(reads))
      if (Access &other = result.accesses[i];
          other.argument == access->argument &&
          (llvm::is_contained(factors, i) || !other.isSamePlace(*access)))
        return fail("it overwrites what other threads read");
    for (Operation *op : result.setup)
      if (auto load = dyn_cast<memref::LoadOp>(op);
          load && wholeOf(load.getMemRef()) == argument)
        return fail("it overwrites what other threads read");
    result.stores.push_back(
        {entry.source, static_cast<unsigned>(result.accesses.size())});
    result.accesses.push_back(std::move(*access));
  }
  return success();
}

std::optional<unsigned> Contraction::segmentLoop() const {
  for (const Step &step : steps)
    if (step.combiner)
      return step.loop;
  return std::nullopt;
}

SmallVector<unsigned> Contraction::operands(unsigned operand) const {
  SmallVector<unsigned> all = {operand};
  for (const std::array<unsigned, 2> &pair : more)
    all.push_back(pair[operand]);
  return all;
}

SmallVector<unsigned> Contraction::operands() const {
  SmallVector<unsigned> all = operands(0);
  llvm::append_range(all, operands(1));
  return all;
}

SmallVector<unsigned> Contraction::written() const {
  SmallVector<unsigned> arguments;
  for (const Store &store : stores)
    arguments.push_back(accesses[store.access].argument);
  for (const Total &total : totals)
    arguments.push_back(accesses[total.access].argument);
  return arguments;
}
