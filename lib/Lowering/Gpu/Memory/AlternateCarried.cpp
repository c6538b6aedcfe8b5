// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scf.for iter_args(%a = %x) { %b = memref.alloc; ...; yield %b }
//   ==>   scf.for { ... of %x into %y; ... of %y into %x }   // half as often
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
/// Buffers that alternate iterations read and write.
struct Turns {
  scf::ForOp loop;
  SmallVector<memref::AllocOp> made; // in the loop's body; null elsewhere
  SmallVector<Value> read, written;  // null for what is no memref
  SmallVector<Value> carried;        // that; null for memrefs

  void emit(Value number, OpBuilder &builder);
};
} // namespace

/// The buffer that `loop` makes for what it carries on as its `i`th value.
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

/// Clones the loop's body, which ends with the next turn's reads.
void Turns::emit(Value number, OpBuilder &builder) {
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
  Turns turns{loop, {}, {}, {}, {}};
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    turns.made.push_back(madeIn(loop, i));
  if (llvm::none_of(turns.made, [](memref::AllocOp alloc) { return alloc; }))
    return false;

  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  turns.read = ownBuffers(loop.getInitArgs(), loop, builder);
  for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
    turns.written.push_back(
        turns.made[i] ? allocateOwn(init.getType(), builder, loc) : Value());
    turns.carried.push_back(turns.read[i] ? Value() : init);
  }
  int64_t start = *from;
  if (trips % 2) {
    turns.emit(loop.getLowerBound(), builder);
    start += *by;
  }
  SmallVector<Value> inits;
  llvm::copy_if(turns.carried, std::back_inserter(inits),
                [](Value value) { return value != nullptr; });
  auto pairs = scf::ForOp::create(
      builder, loc, arith::ConstantIndexOp::create(builder, loc, start),
      loop.getUpperBound(),
      arith::ConstantIndexOp::create(builder, loc, 2 * *by), inits,
      [](OpBuilder &, Location, Value, ValueRange) {});
  builder.setInsertionPointToStart(pairs.getBody());
  auto carry = [&](ValueRange values) {
    unsigned next = 0;
    for (Value &value : turns.carried)
      if (value)
        value = values[next++];
  };
  carry(pairs.getRegionIterArgs());
  turns.emit(pairs.getInductionVar(), builder);
  turns.emit(plus(pairs.getInductionVar(), *by, builder), builder);
  SmallVector<Value> yielded;
  llvm::copy_if(turns.carried, std::back_inserter(yielded),
                [](Value value) { return value != nullptr; });
  scf::YieldOp::create(builder, loc, yielded);

  builder.setInsertionPointAfter(pairs);
  carry(pairs.getResults());
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    result.replaceAllUsesWith(
        turns.read[i] ? viewAs(result.getType(), turns.read[i], builder, loc)
                      : turns.carried[i]);
  loop->erase();
  return true;
}
