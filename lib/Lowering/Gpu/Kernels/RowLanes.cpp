// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/RowLanes.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr int64_t warp = 32;

/// Combines the parts of threads whose numbers differ by `below` / 2, ..., 2 *
/// `from`, `from`: butterfly shuffles.
static void exchangeAll(SmallVector<Value> &parts,
                        ArrayRef<Operation *> combiners, int64_t from,
                        int64_t below, ImplicitLocOpBuilder &b) {
  for (int64_t distance = below / 2; distance >= from; distance /= 2)
    for (auto [part, combiner] : llvm::zip(parts, combiners))
      part = combine(combiner, part, exchange(part, distance, b), b);
}

Value amp::lowering::share(Value part, Value inWarp, int64_t stride,
                           int64_t warps, KernelCode &code) {
  auto &b = code.b;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  Value shared = code.kernel.addWorkgroupAttribution(
      MemRefType::get({warps * stride}, part.getType(),
                      MemRefLayoutAttrInterface(), space),
      b.getLoc());
  // the other threads of the warp have the same values
  auto in = scf::IfOp::create(b, code.isBelow(inWarp, stride),
                              /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  Value number =
      arith::DivUIOp::create(b, code.threadId(), code.constant(warp));
  memref::StoreOp::create(b, part, shared,
                          code.add(code.times(number, stride), inWarp));
  return shared;
}

SmallVector<Value> amp::lowering::totalsOf(ArrayRef<Value> values,
                                           ArrayRef<Operation *> combiners,
                                           const Sharing &how,
                                           KernelCode &code) {
  auto &b = code.b;
  SmallVector<Value> parts(values), shared;
  int64_t threads = how.lanes * how.stride; // of a group
  exchangeAll(parts, combiners, how.stride, std::min(threads, warp), b);
  if (threads <= warp)
    return parts;
  Value thread = code.threadId();
  Value inWarp = arith::RemUIOp::create(b, thread, code.constant(warp));
  for (Value part : parts)
    shared.push_back(
        share(part, inWarp, how.stride, threads * how.groups / warp, code));
  gpu::BarrierOp::create(b);
  int64_t count = threads / warp * how.stride; // stored values of a group
  int64_t atOnce = std::min<int64_t>(llvm::PowerOf2Ceil(count), warp);
  Value place = arith::RemUIOp::create(b, thread, code.constant(atOnce));
  Value isIn = atOnce > count ? code.isBelow(place, count) : Value();
  if (isIn)
    place = arith::SelectOp::create(b, isIn, place, code.constant(0));
  if (how.groups > 1)
    place = code.add(place, code.times(arith::DivUIOp::create(
                                           b, thread, code.constant(threads)),
                                       count));
  for (auto [part, memory, combiner] : llvm::zip(parts, shared, combiners)) {
    part = memref::LoadOp::create(b, memory, place);
    for (int64_t next = atOnce; next < count; next += atOnce) {
      Value other = memref::LoadOp::create(
          b, memory, code.add(place, code.constant(next)));
      part = combine(combiner, part, other, b);
    }
    if (isIn)
      part = arith::SelectOp::create(
          b, isIn, part,
          arith::ConstantOp::create(b, *arith::getNeutralElement(combiner)));
  }
  exchangeAll(parts, combiners, how.stride, atOnce, b);
  return parts;
}
