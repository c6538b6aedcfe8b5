// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call @product(%a, %b, %sum); ...; call @relu(%sum, %d)
//   ==>  call @product_relu(%a, %b, %d)   // %sum is allocated within
#include "lib/Lowering/Gpu/TensorCore/Units/JoinUnits.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;
using func::FuncOp;

namespace {
class Joiner {
public:
  Joiner(UnitCalls &calls, llvm::function_ref<bool(FuncOp)> isKernel)
      : calls(calls), isKernel(isKernel) {}

  void join(CallOp product);

private:
  CallOp joinOne(CallOp product);
  bool continues(CallOp product, CallOp other);
  CallOp tryJoin(CallOp product, CallOp reader);
  bool canMoveTogether(CallOp product, CallOp reader, bool up);
  FuncOp merged(const UnitPair &pair);

  UnitCalls &calls;
  llvm::function_ref<bool(FuncOp)> isKernel;
  llvm::SmallPtrSet<Operation *, 8> joined; // contractions merged into others
  llvm::StringMap<FuncOp> made; // by UnitPair::key(); null: no kernel
};
} // namespace

/// Returns true if one of the calls can move to the other: no op between them
/// conflicts with the moved call. `up`: `reader` moves to `product`.
bool Joiner::canMoveTogether(CallOp product, CallOp reader, bool up) {
  BufferEffects moved = calls.effectsOf(up ? reader : product);
  for (Operation *op = product->getNextNode(); op != reader;
       op = op->getNextNode())
    if (moved.conflictsWith(calls.effectsOf(op)))
      return false;
  if (!up)
    return true;
  return llvm::all_of(reader.getOperands(), [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return !op || op->getBlock() != product->getBlock() ||
           op->isBeforeInBlock(product) || isa<memref::AllocOp>(op);
  });
}

FuncOp Joiner::merged(const UnitPair &pair) {
  CallOp reader = pair.reader;
  IRMapping values;
  OpBuilder builder(reader->getContext());
  FuncOp unit = calls.begin(pair, /*more=*/{}, values, builder);
  inlineCall(reader, calls.unitOf(reader), values, builder);
  func::ReturnOp::create(builder, unit.getLoc());
  if (isKernel(unit))
    return calls.add(unit), unit;
  unit.erase();
  return nullptr;
}

/// Replaces both calls by one and returns it; null if they cannot be joined.
CallOp Joiner::tryJoin(CallOp product, CallOp reader) {
  UnitPair pair{product, reader, {}, {}};
  pair.operands.insert(product.operand_begin(), product.operand_end());
  pair.operands.insert(reader.operand_begin(), reader.operand_end());
  if (!pair.hasOneViewEach())
    return nullptr;
  bool up = canMoveTogether(product, reader, /*up=*/true);
  if (!up && !canMoveTogether(product, reader, /*up=*/false))
    return nullptr;
  for (Value operand : pair.operands)
    if (llvm::is_contained(product.getOperands(), operand) &&
        pair.owns(operand))
      pair.locals.push_back(operand);
  auto [entry, isNew] = made.try_emplace(pair.key());
  if (isNew)
    entry->second = merged(pair);
  if (!entry->second)
    return nullptr;
  SmallVector<Value> passed = pair.passed();
  for (Value operand : passed)
    if (Operation *op = operand.getDefiningOp<memref::AllocOp>();
        up && op && op->getBlock() == product->getBlock() &&
        product->isBeforeInBlock(op))
      op->moveBefore(product);
  OpBuilder builder(up ? product : reader);
  auto call = CallOp::create(builder, product.getLoc(), entry->second, passed);
  pair.erase();
  return call;
}

/// Returns true if `other` accumulates into the result of `product`.
bool Joiner::continues(CallOp product, CallOp other) {
  BufferEffects sums = calls.effectsOf(product);
  BufferEffects more = calls.effectsOf(other);
  return llvm::any_of(sums.writes, [&](Value buffer) {
    return more.writes.contains(buffer) && more.reads.contains(buffer);
  });
}

/// Joins `product` and the next call that continues its sum or reads its
/// result; returns the joined call, or null.
CallOp Joiner::joinOne(CallOp product) {
  for (CallOp other : calls.readersOf(product, {"contraction"}))
    if (continues(product, other))
      if (CallOp all = tryJoin(product, other)) {
        joined.insert(other);
        return all;
      }
  for (CallOp reader : calls.readersOf(product, {"elementwise", "reduction"}))
    if (CallOp joined = tryJoin(product, reader))
      return joined;
  return nullptr;
}

void Joiner::join(CallOp product) {
  if (joined.contains(product) || !isKernel(calls.unitOf(product)))
    return;
  while (product)
    product = joinOne(product);
}

void mlir::amp::lowering::joinUnits(ModuleOp module,
                                    llvm::function_ref<bool(FuncOp)> isKernel) {
  UnitCalls calls(module);
  Joiner joiner(calls, isKernel);
  for (CallOp product : calls.callsOf("contraction"))
    joiner.join(product);
  calls.eraseUncalled();
}
