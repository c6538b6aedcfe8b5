// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/RowLanes.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr int64_t warp = 32;

static void exchangeAll(SmallVector<Value> &parts,
                        ArrayRef<Operation *> combiners, int64_t lanes,
                        ImplicitLocOpBuilder &b) {
  for (int64_t distance = lanes / 2; distance; distance /= 2)
    for (auto [part, combiner] : llvm::zip(parts, combiners))
      part = combine(combiner, part, exchange(part, distance, b), b);
}

/// One value per warp, in memory that the block's threads share.
static Value share(Value part, Value thread, int64_t warps, KernelCode &code) {
  auto &b = code.b;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  Value shared = code.kernel.addWorkgroupAttribution(
      MemRefType::get({warps}, part.getType(), MemRefLayoutAttrInterface(),
                      space),
      b.getLoc());
  // all threads of a warp have the same, and the first one writes it
  Value isFirst = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq,
      arith::RemUIOp::create(b, thread, code.constant(warp)), code.constant(0));
  auto in = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(in.thenBlock());
  Value number = arith::DivUIOp::create(b, thread, code.constant(warp));
  memref::StoreOp::create(b, part, shared, number);
  return shared;
}

SmallVector<Value> amp::totalsOf(ArrayRef<Value> values,
                                 ArrayRef<Operation *> combiners,
                                 const RowShape &how, KernelCode &code) {
  auto &b = code.b;
  SmallVector<Value> parts(values), shared;
  exchangeAll(parts, combiners, std::min(how.lanes, warp), b);
  if (how.lanes <= warp)
    return parts;
  Value thread = code.threadId();
  for (Value part : parts)
    shared.push_back(share(part, thread, how.lanes * how.rows / warp, code));
  gpu::BarrierOp::create(b);
  int64_t warps = how.lanes / warp; // of a row
  Value place = arith::RemUIOp::create(b, thread, code.constant(warps));
  if (how.rows > 1)
    place = code.add(place, code.times(arith::DivUIOp::create(
                                           b, thread, code.constant(how.lanes)),
                                       warps));
  for (auto [part, memory] : llvm::zip(parts, shared))
    part = memref::LoadOp::create(b, memory, place);
  exchangeAll(parts, combiners, warps, b);
  return parts;
}
