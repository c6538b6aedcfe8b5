// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic {parallel}, linalg.generic {parallel}
//   ==>   thread: load 8 adjacent elements; both bodies; store 8 elements
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/Steps.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static void computePoints(Operation *op, Point &point, int64_t width,
                          KernelCode &code) {
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    code.known[fill.output()] =
        SmallVector<Value>(width, code.mapped(fill.value()));
    return;
  }
  auto generic = cast<linalg::GenericOp>(op);
  auto arguments = code.arguments(generic, point, width);
  SmallVector<SmallVector<Value>> results(generic.getNumDpsInits());
  for (int64_t k = 0; k < width; ++k) {
    SmallVector<Value> here;
    for (auto &argument : arguments)
      here.push_back(argument[k]);
    for (auto [list, result] :
         llvm::zip(results, code.compute(generic, point, k, here, width)))
      list.push_back(result);
  }
  for (auto [out, result] : llvm::zip(generic.getDpsInits(), results))
    code.known[out] = std::move(result);
}

void amp::lowering::emitPointwise(ArrayRef<Operation *> ops,
                                  ArrayRef<OpOperand *> before, Point &point,
                                  int64_t width, KernelCode &code) {
  SmallVector<OpOperand *> written(before);
  for (Operation *op : ops) {
    computePoints(op, point, width, code);
    for (OpOperand &out : cast<linalg::LinalgOp>(op).getDpsInitsMutable()) {
      llvm::erase_if(
          written, [&](OpOperand *other) { return other->get() == out.get(); });
      written.push_back(&out);
    }
  }
  for (OpOperand *out : written)
    if (!code.isLocal(out->get())) {
      // the points of a reduction enumerate the dims of its result
      auto type = cast<MemRefType>(out->get().getType());
      auto op = cast<linalg::LinalgOp>(out->getOwner());
      AffineMap map = op.getNumReductionLoops()
                          ? AffineMap::getMultiDimIdentityMap(type.getRank(),
                                                              type.getContext())
                          : op.getMatchingIndexingMap(out);
      code.store(code.known[out->get()], out->get(), map, point);
    }
}

/// Limit on the ops of a thread when accesses are widened.
static constexpr int64_t maxOps = 1024;

static int64_t opsOf(ArrayRef<Operation *> ops) {
  int64_t count = 0;
  for (Operation *op : ops)
    count += cast<linalg::LinalgOp>(op).getBlock()->getOperations().size();
  return count;
}

/// Returns true if each element has the same offset in all operands, so that
/// vectors may cross the ends of rows.
static bool isFlat(ArrayRef<Operation *> ops) {
  return llvm::all_of(ops, [](Operation *op) {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    return linalgOp.getBlock()->getOps<linalg::IndexOp>().empty() &&
           llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
             auto type = dyn_cast<MemRefType>(operand.get().getType());
             return !type || type.getRank() == 0 ||
                    (isPlain(type) &&
                     linalgOp.getMatchingIndexingMap(&operand).isIdentity());
           });
  });
}

Shape amp::lowering::emitMap(ArrayRef<Operation *> ops, KernelCode &code) {
  if (std::optional<Shape> shape = emitTransposed(ops, code))
    return *shape;
  Point point;
  auto first = cast<linalg::LinalgOp>(ops.front());
  point.sizes = first.getStaticLoopRanges();
  int64_t points = 1, width = 1;
  for (int64_t size : point.sizes)
    points *= size;
  if (!point.sizes.empty()) {
    point.inner = point.sizes.size() - 1;
    width = widestVectors(ops, point.inner);
    if (!isFlat(ops))
      width = vectorWidth(ops, point.inner, width);
    while (points % width || (width > 1 && width * opsOf(ops) > maxOps))
      width /= 2;
  }
  Shape shape;
  int64_t threads = points / width;
  shape.threads =
      std::min<int64_t>(threadsPerBlock, llvm::alignTo(threads, 32));
  shape.blocks = llvm::divideCeil(threads, shape.threads);
  Value thread =
      code.add(code.times(code.blockId(), shape.threads), code.threadId());
  OpBuilder::InsertionGuard guard(code.b);
  if (threads % shape.threads) {
    auto in = scf::IfOp::create(code.b, code.isBelow(thread, threads), false);
    code.b.setInsertionPointToStart(in.thenBlock());
  }
  point.linear = code.times(thread, width);
  emitPointwise(ops, {}, point, width, code);
  return shape;
}
