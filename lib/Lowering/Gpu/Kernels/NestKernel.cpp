// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scf.for %i { scf.for %j { %m[%x, %j] += ... } }
//   ==>   thread %j: scf.for %i { %m[%x, %j] += ... }
//    or   thread %i, %j: atomic update of %m[%x, %j]
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Limit on serial iterations: more of them take longer than contended atomic
/// updates. The order of atomic additions varies.
static constexpr int64_t maxSerial = 64;

namespace {
struct Update {
  memref::StoreOp store;
  memref::LoadOp load;
  arith::AtomicRMWKind kind;
  Value value;
};

struct Nest {
  explicit Nest(Operation *root);
  bool writesAt(scf::ForOp loop) const;
  bool canSplit(scf::ForOp loop) const;

  Operation *root;
  SmallVector<memref::StoreOp> stores;
  SmallVector<memref::LoadOp> loads; // from the stored buffers
  SmallVector<Update> updates;       // one per store, or empty
};
} // namespace

static std::optional<arith::AtomicRMWKind> kindOf(Operation *op) {
  Type type = op->getResult(0).getType();
  unsigned width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (width != 32 && width != 64 && !type.isF16() && !type.isBF16())
    return std::nullopt;
  if (isa<arith::AddFOp>(op))
    return arith::AtomicRMWKind::addf;
  if (isa<arith::AddIOp>(op))
    return arith::AtomicRMWKind::addi;
  return std::nullopt;
}

static std::optional<Update> updateOf(memref::StoreOp store) {
  Operation *op = store.getValueToStore().getDefiningOp();
  if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !op->hasOneUse())
    return std::nullopt;
  auto kind = kindOf(op);
  for (unsigned i : {0, 1}) {
    auto load = op->getOperand(i).getDefiningOp<memref::LoadOp>();
    if (kind && load && load->hasOneUse() &&
        load.getMemRef() == store.getMemRef() &&
        load.getIndices() == store.getIndices())
      return Update{store, load, *kind, op->getOperand(1 - i)};
  }
  return std::nullopt;
}

Nest::Nest(Operation *root) : root(root) {
  llvm::SmallPtrSet<Value, 4> written;
  root->walk([&](memref::StoreOp store) {
    stores.push_back(store);
    written.insert(bufferOf(store.getMemRef()));
    if (auto update = updateOf(store))
      updates.push_back(*update);
  });
  root->walk([&](memref::LoadOp load) {
    if (written.contains(bufferOf(load.getMemRef())))
      loads.push_back(load);
  });
  if (updates.size() != stores.size() || loads.size() != stores.size())
    updates.clear();
}

/// Returns true if each access to the written memref has the induction variable
/// at the same index position.
bool Nest::writesAt(scf::ForOp loop) const {
  std::optional<unsigned> place;
  auto isAt = [&](ValueRange indices) {
    for (auto [i, index] : llvm::enumerate(indices))
      if (index == loop.getInductionVar() && (!place || *place == i)) {
        place = i;
        return true;
      }
    return false;
  };
  memref::StoreOp first = stores.front();
  Value memref = first.getMemRef();
  return llvm::all_of(stores,
                      [&](memref::StoreOp store) {
                        return store.getMemRef() == memref &&
                               isAt(store.getIndices());
                      }) &&
         llvm::all_of(loads, [&](memref::LoadOp load) {
           return load.getMemRef() == memref && isAt(load.getIndices());
         });
}

static int64_t tripsOf(scf::ForOp loop) {
  auto begin = getConstantIntValue(loop.getLowerBound()),
       end = getConstantIntValue(loop.getUpperBound()),
       step = getConstantIntValue(loop.getStep());
  if (!begin || !end || !step)
    return -1;
  return *end > *begin ? llvm::divideCeil(*end - *begin, *step) : 0;
}

/// Returns true if the iterations may run in different threads, which all
/// repeat the enclosing ops.
bool Nest::canSplit(scf::ForOp loop) const {
  if (tripsOf(loop) < 1 || loop.getNumResults() || stores.empty())
    return false;
  for (Operation *op = loop; op != root; op = op->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp>(op->getParentOp()) ||
        op->getParentOp()->getNumResults())
      return false;
  return llvm::all_of(stores, [&](memref::StoreOp store) {
    return loop->isProperAncestor(store);
  });
}

static void makeAtomic(Operation *root) {
  for (Update &update : Nest(root).updates) {
    OpBuilder builder(update.store);
    Operation *op = update.store.getValueToStore().getDefiningOp();
    memref::AtomicRMWOp::create(builder, update.store.getLoc(), update.kind,
                                update.value, update.store.getMemRef(),
                                update.store.getIndices());
    update.store.erase();
    op->erase();
    update.load.erase();
  }
}

/// Returns the loops to distribute over threads; sets `atomic` if updates must
/// then be atomic.
static SmallVector<scf::ForOp> chooseLoops(const Nest &nest, bool &atomic) {
  SmallVector<scf::ForOp> loops, all;
  int64_t serial = 1;
  nest.root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (!nest.canSplit(loop))
      return;
    all.push_back(loop);
    if (nest.writesAt(loop))
      loops.push_back(loop);
    else
      serial *= tripsOf(loop);
  });
  atomic = serial > maxSerial && !nest.updates.empty();
  return atomic ? all : loops;
}

/// Emits serial code for one thread.
static void cloneSerially(ArrayRef<Operation *> ops, KernelCode &code) {
  IRRewriter rewriter(code.b);
  for (Operation *op : ops) {
    Operation *copy = code.b.clone(*op, code.map);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(copy)) {
      rewriter.setInsertionPoint(copy);
      if (succeeded(linalg::linalgOpToLoops(rewriter, linalgOp)))
        rewriter.eraseOp(copy);
    }
  }
}

Shape amp::lowering::emitNest(ArrayRef<Operation *> ops, KernelCode &code) {
  auto &b = code.b;
  Point point;
  SmallVector<scf::ForOp> loops;
  bool atomic = false;
  if (ops.size() == 1 && isa<scf::SCFDialect>(ops.front()->getDialect())) {
    Nest nest(ops.front());
    loops = chooseLoops(nest, atomic);
  }
  int64_t threads = 1;
  for (scf::ForOp loop : loops) {
    point.sizes.push_back(tripsOf(loop));
    threads *= point.sizes.back();
  }
  Shape shape;
  shape.threads = std::min<int64_t>(128, llvm::alignTo(threads, 32));
  shape.blocks = llvm::divideCeil(threads, shape.threads);
  point.linear =
      code.add(code.times(code.blockId(), shape.threads), code.threadId());
  auto in = scf::IfOp::create(b, code.isBelow(point.linear, threads), false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  SmallVector<Value> indices(code.indicesOf(point));
  cloneSerially(ops, code);
  if (loops.empty())
    return shape;

  Operation *nest = &*std::prev(in.thenBlock()->getTerminator()->getIterator());
  if (atomic)
    makeAtomic(nest);
  IRRewriter rewriter(code.b);
  for (auto [loop, index] : llvm::zip(loops, indices)) {
    auto copy = cast<scf::ForOp>(code.map.lookup(loop.getInductionVar())
                                     .getParentBlock()
                                     ->getParentOp());
    rewriter.setInsertionPoint(copy);
    Value counter = arith::AddIOp::create(
        rewriter, copy.getLoc(), copy.getLowerBound(),
        arith::MulIOp::create(rewriter, copy.getLoc(), index, copy.getStep()));
    rewriter.eraseOp(copy.getBody()->getTerminator());
    rewriter.inlineBlockBefore(copy.getBody(), copy, counter);
    rewriter.eraseOp(copy);
  }
  return shape;
}
