// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scf.for iter_args(%a = %x) { %b = memref.alloc; ...; yield %b }
//   ==>   scf.for { ... reads %x, writes %y; ... reads %y, writes %x }
// with half the iterations
#include "lib/Lowering/Gpu/Memory/OwnCarried.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
/// Double buffers of a loop: each iteration reads one and writes the other.
struct Iterations {
  scf::ForOp loop;
  SmallVector<memref::AllocOp> made; // allocated in the loop's body, or null
  SmallVector<Value> read, written;  // null if not a memref
  SmallVector<Value> carried;        // non-memref values; null for memrefs

  void emit(Value number, OpBuilder &builder);
};
} // namespace

/// Returns the allocation in the body of `loop` that it yields as its `i`th
/// value, or null.
static memref::AllocOp madeIn(scf::ForOp loop, unsigned i) {
  Operation *yield = loop.getBody()->getTerminator();
  Value value = yield->getOperand(i);
  if (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != loop.getBody() ||
      !isPlain(alloc.getType()))
    return nullptr;
  for (OpOperand &other : yield->getOpOperands())
    if (other.getOperandNumber() != i && bufferOf(other.get()) == value)
      return nullptr;
  return alloc;
}

/// Clones the loop's body as one iteration, then swaps the buffers for the next
/// one.
void Iterations::emit(Value number, OpBuilder &builder) {
  Location loc = loop.getLoc();
  IRMapping map;
  map.map(loop.getInductionVar(), number);
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    map.map(argument, read[i]
                          ? viewAs(argument.getType(), read[i], builder, loc)
                          : carried[i]);
  for (auto [i, alloc] : llvm::enumerate(made))
    if (alloc)
      map.map(alloc.getResult(), written[i]);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!llvm::is_contained(made, &op))
      builder.clone(op, map);
  SmallVector<Value> values, buffers;
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
    Value next = map.lookupOrDefault(value);
    if (!read[i])
      carried[i] = next;
    else if (!made[i])
      values.push_back(next), buffers.push_back(read[i]);
  }
  writeBack(values, buffers, builder, loc);
  for (auto [i, alloc] : llvm::enumerate(made))
    if (alloc)
      std::swap(read[i], written[i]);
}

static Value plus(Value x, int64_t y, OpBuilder &builder) {
  Location loc = x.getLoc();
  return arith::AddIOp::create(builder, loc, x,
                               arith::ConstantIndexOp::create(builder, loc, y));
}

bool amp::lowering::alternate(scf::ForOp loop) {
  auto from = getConstantIntValue(loop.getLowerBound()),
       to = getConstantIntValue(loop.getUpperBound()),
       by = getConstantIntValue(loop.getStep());
  if (!from || !to || !by || *by < 1 || *to - *from <= *by ||
      !loop.getInductionVar().getType().isIndex())
    return false;
  int64_t trips = llvm::divideCeil(*to - *from, *by);
  Iterations iterations{loop, {}, {}, {}, {}};
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    iterations.made.push_back(madeIn(loop, i));
  if (llvm::none_of(iterations.made,
                    [](memref::AllocOp alloc) { return alloc; }))
    return false;

  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  iterations.read = ownBuffers(loop.getInitArgs(), loop, builder);
  for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
    iterations.written.push_back(iterations.made[i]
                                     ? allocateOwn(init.getType(), builder, loc)
                                     : Value());
    iterations.carried.push_back(iterations.read[i] ? Value() : init);
  }
  int64_t start = *from;
  if (trips % 2) {
    iterations.emit(loop.getLowerBound(), builder);
    start += *by;
  }
  SmallVector<Value> inits;
  llvm::copy_if(iterations.carried, std::back_inserter(inits),
                [](Value value) { return value != nullptr; });
  auto pairs = scf::ForOp::create(
      builder, loc, arith::ConstantIndexOp::create(builder, loc, start),
      loop.getUpperBound(),
      arith::ConstantIndexOp::create(builder, loc, 2 * *by), inits,
      [](OpBuilder &, Location, Value, ValueRange) {});
  builder.setInsertionPointToStart(pairs.getBody());
  auto carry = [&](ValueRange values) {
    unsigned next = 0;
    for (Value &value : iterations.carried)
      if (value)
        value = values[next++];
  };
  carry(pairs.getRegionIterArgs());
  iterations.emit(pairs.getInductionVar(), builder);
  iterations.emit(plus(pairs.getInductionVar(), *by, builder), builder);
  SmallVector<Value> yielded;
  llvm::copy_if(iterations.carried, std::back_inserter(yielded),
                [](Value value) { return value != nullptr; });
  scf::YieldOp::create(builder, loc, yielded);

  builder.setInsertionPointAfter(pairs);
  carry(pairs.getResults());
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    result.replaceAllUsesWith(
        iterations.read[i]
            ? viewAs(result.getType(), iterations.read[i], builder, loc)
            : iterations.carried[i]);
  loop->erase();
  return true;
}
