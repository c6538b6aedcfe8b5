// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = scf.for iter_args(%a = %init) { ...; yield %b }
//   ==>   copy %init, %own; scf.for { ...; copy %b, %own }
#include "lib/Lowering/Gpu/Memory/OwnCarried.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::amp {
#define GEN_PASS_DEF_OWNCARRIED
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

Value amp::lowering::allocateOwn(Type carried, OpBuilder &builder,
                                 Location loc) {
  auto type = cast<MemRefType>(carried);
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
}

Value amp::lowering::viewAs(Type type, Value buffer, OpBuilder &builder,
                            Location loc) {
  if (buffer.getType() == type)
    return buffer;
  return memref::CastOp::create(builder, loc, type, buffer);
}

/// Returns the type of `view` for a source of type `source`.
static MemRefType typeOfView(Operation *view, MemRefType source) {
  auto type = cast<MemRefType>(view->getResult(0).getType());
  if (auto slice = dyn_cast<memref::SubViewOp>(view))
    return memref::SubViewOp::inferRankReducedResultType(
        type.getShape(), source, slice.getMixedOffsets(), slice.getMixedSizes(),
        slice.getMixedStrides());
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(view))
    return memref::CollapseShapeOp::computeCollapsedType(
        source, collapse.getReassociationIndices());
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(view))
    return *memref::ExpandShapeOp::computeExpandedType(
        source, type.getShape(), expand.getReassociationIndices());
  return type;
}

/// Changes the layout of `value`, and those of its views accordingly.
static void retypeViews(Value value, MemRefType type) {
  value.setType(type);
  for (Operation *user : value.getUsers())
    if (isa<ViewLikeOpInterface>(user) && !isa<memref::CastOp>(user))
      retypeViews(user->getResult(0), typeOfView(user, type));
}

/// Returns true if `init` is a temporary that has no uses after `loop`.
static bool isLastUseIn(Value init, Operation *loop) {
  auto alloc = init.getDefiningOp<memref::AllocOp>();
  return alloc && isPlain(init.getType()) &&
         llvm::all_of(init.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           return (user == loop &&
                   llvm::count(loop->getOperands(), init) == 1) ||
                  (user->getBlock() == loop->getBlock() &&
                   user->isBeforeInBlock(loop) && !user->getNumResults());
         });
}

SmallVector<Value> amp::lowering::ownBuffers(ValueRange inits, Operation *loop,
                                             OpBuilder &builder) {
  SmallVector<Value> buffers;
  for (Value init : inits) {
    if (!isa<MemRefType>(init.getType())) {
      buffers.push_back(nullptr);
    } else if (isLastUseIn(init, loop)) {
      buffers.push_back(init);
    } else {
      buffers.push_back(allocateOwn(init.getType(), builder, loop->getLoc()));
      memref::CopyOp::create(builder, loop->getLoc(), init, buffers.back());
    }
  }
  return buffers;
}

void amp::lowering::writeBack(ValueRange values, ArrayRef<Value> buffers,
                              OpBuilder &builder, Location loc) {
  SmallVector<std::pair<Value, Value>> copies;
  for (auto [value, buffer] : llvm::zip(values, buffers)) {
    if (!buffer || value == buffer)
      continue;
    Value from = value;
    if (llvm::is_contained(buffers, bufferOf(value))) {
      if (auto cast = value.getDefiningOp<memref::CastOp>();
          cast && cast.getSource() == buffer)
        continue;
      from = allocateOwn(value.getType(), builder, loc);
      memref::CopyOp::create(builder, loc, value, from);
    }
    copies.push_back({from, buffer});
  }
  for (auto [from, to] : copies)
    memref::CopyOp::create(builder, loc, from, to);
}

/// Gives `value`, a memref with a static offset or with strides, the identity
/// layout, and updates the types of its views.
static void makePlain(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  auto plain =
      type ? MemRefType::get(type.getShape(), type.getElementType()) : nullptr;
  if (type && !memref::CastOp::areCastCompatible(plain, type))
    retypeViews(value, plain);
}

static void makePlain(ValueRange values) {
  for (Value value : values)
    makePlain(value);
}

static void replaceArguments(ValueRange arguments, ArrayRef<Value> buffers,
                             OpBuilder &builder, Location loc) {
  for (auto [argument, buffer] : llvm::zip(arguments, buffers))
    if (buffer && !argument.use_empty())
      argument.replaceAllUsesWith(
          viewAs(argument.getType(), buffer, builder, loc));
}

static void own(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> buffers = ownBuffers(loop.getInitArgs(), loop, builder);
  builder.setInsertionPointToStart(loop.getBody());
  replaceArguments(loop.getRegionIterArgs(), buffers, builder, loc);
  Operation *yield = loop.getBody()->getTerminator();
  builder.setInsertionPoint(yield);
  writeBack(yield->getOperands(), buffers, builder, loc);
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    if (buffers[i])
      yield->setOperand(i, argument); // canonicalization removes it
  builder.setInsertionPointAfter(loop);
  replaceArguments(loop.getResults(), buffers, builder, loc);
  builder.setInsertionPoint(loop);
  for (auto [i, buffer] : llvm::enumerate(buffers))
    if (buffer)
      loop.getInitArgsMutable()[i].set(
          viewAs(loop.getRegionIterArg(i).getType(), buffer, builder, loc));
}

/// Returns the buffer of a result: the buffer of an argument that the before
/// region passes on, or a new one to which the before region copies `passed`.
static Value bufferOfResult(Value passed, ValueRange arguments,
                            ArrayRef<Value> buffers, scf::WhileOp loop) {
  if (!isa<MemRefType>(passed.getType()))
    return nullptr;
  for (auto [argument, buffer] : llvm::zip(arguments, buffers))
    if (passed == buffer || passed == argument)
      return buffer;
  OpBuilder builder(loop);
  Value result = allocateOwn(passed.getType(), builder, loop.getLoc());
  builder.setInsertionPoint(loop.getConditionOp());
  memref::CopyOp::create(builder, loop.getLoc(), passed, result);
  return result;
}

static void own(scf::WhileOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> buffers = ownBuffers(loop.getInits(), loop, builder);
  for (ValueRange values :
       {ValueRange(loop.getBeforeArguments()),
        ValueRange(loop.getAfterArguments()), ValueRange(loop.getResults())})
    makePlain(values);
  SmallVector<Value> results;
  for (Value passed : loop.getConditionOp().getArgs())
    results.push_back(
        bufferOfResult(passed, loop.getBeforeArguments(), buffers, loop));
  builder.setInsertionPointToStart(loop.getBeforeBody());
  replaceArguments(loop.getBeforeArguments(), buffers, builder, loc);
  builder.setInsertionPointToStart(loop.getAfterBody());
  replaceArguments(loop.getAfterArguments(), results, builder, loc);
  builder.setInsertionPoint(loop.getYieldOp());
  writeBack(loop.getYieldOp().getOperands(), buffers, builder, loc);
  builder.setInsertionPointAfter(loop);
  replaceArguments(loop.getResults(), results, builder, loc);
  // The same buffer before, within and after the loop: canonicalization removes
  // these values.
  builder.setInsertionPoint(loop);
  for (auto [i, buffer] : llvm::enumerate(buffers))
    if (buffer) {
      Value same =
          viewAs(loop.getBeforeArguments()[i].getType(), buffer, builder, loc);
      loop.getInitsMutable()[i].set(same);
      loop.getYieldOp()->setOperand(i, same);
    }
  for (auto [i, result] : llvm::enumerate(results))
    if (result)
      loop.getConditionOp().getArgsMutable()[i].set(
          viewAs(loop.getResult(i).getType(), result, builder, loc));
}

/// %r = scf.if { yield %a } else { yield %b }
///   ==>   scf.if { copy %a, %r } else { copy %b, %r }
static void ownResults(Operation *branches) {
  OpBuilder builder(branches);
  Location loc = branches->getLoc();
  for (OpResult result : branches->getResults()) {
    if (!isa<MemRefType>(result.getType()))
      continue;
    makePlain(result);
    builder.setInsertionPoint(branches);
    Value buffer = allocateOwn(result.getType(), builder, loc);
    Value same = viewAs(result.getType(), buffer, builder, loc);
    for (Region &region : branches->getRegions()) {
      Operation *yield = region.front().getTerminator();
      OpOperand &passed = yield->getOpOperand(result.getResultNumber());
      builder.setInsertionPoint(yield);
      memref::CopyOp::create(builder, loc, passed.get(), buffer);
      passed.set(same);
    }
    result.replaceAllUsesWith(same);
  }
}

namespace {
struct OwnCarried : amp::impl::OwnCarriedBase<OwnCarried> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (auto counted = dyn_cast<scf::ForOp>(op)) {
        makePlain(counted.getRegionIterArgs());
        makePlain(counted.getResults());
        if (!alternate(counted))
          own(counted);
      } else if (auto loop = dyn_cast<scf::WhileOp>(op))
        own(loop);
      else
        ownResults(op);
  }
};
} // namespace
