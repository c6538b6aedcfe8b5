// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = scf.for iter_args(%a = %init) { ...; yield %b }
//   ==>   copy %init, %own; scf.for { ...; copy %b, %own }
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Units.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_OWNCARRIED
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static Value allocate(Type carried, OpBuilder &builder, Location loc) {
  auto type = cast<MemRefType>(carried);
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
}

/// `buffer` with the type that its users expect.
static Value viewAs(Type type, Value buffer, OpBuilder &builder, Location loc) {
  if (buffer.getType() == type)
    return buffer;
  return memref::CastOp::create(builder, loc, type, buffer);
}

/// A temporary that nothing but `loop` uses from now on.
static bool diesIn(Value init, Operation *loop) {
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

/// Each value's buffer, which holds `inits` when `loop` starts.
static SmallVector<Value> ownBuffers(ValueRange inits, Operation *loop,
                                     OpBuilder &builder) {
  SmallVector<Value> buffers;
  for (Value init : inits) {
    if (!isa<MemRefType>(init.getType())) {
      buffers.push_back(nullptr);
    } else if (diesIn(init, loop)) {
      buffers.push_back(init);
    } else {
      buffers.push_back(allocate(init.getType(), builder, loop->getLoc()));
      memref::CopyOp::create(builder, loop->getLoc(), init, buffers.back());
    }
  }
  return buffers;
}

/// Copies `values` to `buffers` as if all at once.
static void writeBack(ValueRange values, ArrayRef<Value> buffers,
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
      from = allocate(value.getType(), builder, loc);
      memref::CopyOp::create(builder, loc, value, from);
    }
    copies.push_back({from, buffer});
  }
  for (auto [from, to] : copies)
    memref::CopyOp::create(builder, loc, from, to);
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
      yield->setOperand(i, argument); // for canonicalization to drop
  builder.setInsertionPointAfter(loop);
  replaceArguments(loop.getResults(), buffers, builder, loc);
  builder.setInsertionPoint(loop);
  for (auto [i, buffer] : llvm::enumerate(buffers))
    if (buffer)
      loop.getInitArgsMutable()[i].set(
          viewAs(loop.getInitArgs()[i].getType(), buffer, builder, loc));
}

namespace {
struct OwnCarried : amp::impl::OwnCarriedBase<OwnCarried> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      own(loop);
  }
};
} // namespace
