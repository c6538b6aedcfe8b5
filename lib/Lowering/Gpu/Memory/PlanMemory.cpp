// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %a = memref.alloc   ==>   %a = memref.view %arena[%offset]
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PLANMEMORY
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
struct Buffer {
  memref::AllocOp alloc;
  int64_t bytes;
  int64_t first = INT64_MAX, last = -1; // live range, as numbers of ops
  Operation *user = nullptr;            // the first user
  int64_t offset = 0;
};

/// Preorder number of an op, and that of the last op nested in it.
using Numbers = llvm::DenseMap<Operation *, std::pair<int64_t, int64_t>>;
} // namespace

std::optional<int64_t> amp::lowering::storageOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape())
    return std::nullopt;
  Type element = shaped.getElementType();
  int64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(element))
    parts = 2, element = complex.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  int64_t bytes = parts * llvm::divideCeil(bits, 8);
  for (int64_t size : shaped.getShape())
    if (__builtin_mul_overflow(bytes, size, &bytes))
      return std::nullopt;
  return bytes;
}

static void number(Operation *op, int64_t &next, Numbers &numbers) {
  int64_t first = next++;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      number(&inner, next, numbers);
  numbers[op] = {first, next - 1};
}

/// Computes the live range of a buffer, through views. Fails if an op returns
/// another memref.
static LogicalResult findUses(Value value, Buffer &buffer,
                              const Numbers &numbers) {
  Block *block = buffer.alloc->getBlock();
  for (Operation *user : value.getUsers()) {
    Operation *here = block->findAncestorOpInBlock(*user);
    auto [first, last] = numbers.lookup(here);
    if (first < buffer.first)
      buffer.user = here;
    buffer.first = std::min(buffer.first, first);
    buffer.last = std::max(buffer.last, last);
    for (Value result : user->getResults())
      if (isa<BaseMemRefType>(result.getType())) {
        if (!isa<ViewLikeOpInterface>(user))
          return user->emitError("expects no buffers that ops choose between");
        if (failed(findUses(result, buffer, numbers)))
          return failure();
      }
  }
  return success();
}

/// Assigns offsets, largest buffer first: each gets the lowest offset that is
/// free during its live range. Returns the size of the arena.
static int64_t place(SmallVectorImpl<Buffer> &buffers) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order,
                    [](Buffer *a, Buffer *b) { return a->bytes > b->bytes; });
  int64_t total = 0;
  SmallVector<Buffer *> placed; // by offset
  for (Buffer *buffer : order) {
    int64_t offset = 0;
    for (Buffer *other : placed) {
      if (other->last < buffer->first || buffer->last < other->first)
        continue;
      if (offset + buffer->bytes <= other->offset)
        break;
      offset = std::max(offset, other->offset + other->bytes);
    }
    buffer->offset = offset;
    total = std::max(total, offset + buffer->bytes);
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](Buffer *a, Buffer *b) {
                                      return a->offset < b->offset;
                                    }),
                  buffer);
  }
  return total;
}

static void writePlan(func::FuncOp function, ArrayRef<Buffer> buffers,
                      int64_t total, bool poison) {
  if (buffers.empty())
    return;
  auto builder = OpBuilder::atBlockBegin(&function.front());
  auto type = MemRefType::get({total}, builder.getI8Type());
  auto arena = memref::AllocOp::create(builder, function.getLoc(), type);
  arena->setAttr(arenaAttrName, builder.getUnitAttr());
  for (const Buffer &buffer : buffers) {
    memref::AllocOp alloc = buffer.alloc;
    bool isPoisoned = poison && buffer.user && *storageOf(alloc.getType()) > 0;
    builder.setInsertionPoint(isPoisoned ? buffer.user : alloc);
    Value offset =
        arith::ConstantIndexOp::create(builder, alloc.getLoc(), buffer.offset);
    auto view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                                       arena, offset, ValueRange());
    if (isPoisoned)
      view->setAttr(poisonAttrName, builder.getUnitAttr());
    alloc.replaceAllUsesWith(view.getResult());
    alloc.erase();
  }
}

static void writeTotals(func::FuncOp function, int64_t temporaries) {
  int64_t arguments = 0, results = 0, constants = 0, shared = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    int64_t bytes = storageOf(function.getArgument(i).getType()).value_or(0);
    (isResult(function, i) ? results : arguments) += bytes;
  }
  llvm::SmallPtrSet<Attribute, 8> names;
  function.walk([&](memref::GetGlobalOp global) {
    if (names.insert(global.getNameAttr()).second)
      constants += storageOf(global.getType()).value_or(0);
  });
  function.walk([&](memref::CopyOp copy) {
    if (copy->hasAttr(donatedAttrName))
      shared += storageOf(copy.getTarget().getType()).value_or(0);
  });
  Builder builder(function.getContext());
  NamedAttrList totals;
  totals.append("arguments", builder.getI64IntegerAttr(arguments));
  totals.append("constants", builder.getI64IntegerAttr(constants));
  totals.append("results", builder.getI64IntegerAttr(results));
  if (shared)
    totals.append("shared", builder.getI64IntegerAttr(shared));
  totals.append("temporaries", builder.getI64IntegerAttr(temporaries));
  function->setAttr("amp.memory", totals.getDictionary(builder.getContext()));
}

static LogicalResult plan(func::FuncOp function, bool poison) {
  Numbers numbers;
  int64_t next = 0;
  number(function, next, numbers);
  SmallVector<Buffer> buffers;
  WalkResult walk = function.walk([&](memref::AllocOp alloc) {
    std::optional<int64_t> bytes = storageOf(alloc.getType());
    if (!bytes) {
      alloc.emitError("expects a temporary of static shape that 64 bits can "
                      "count, but got ")
          << alloc.getType();
      return WalkResult::interrupt();
    }
    Buffer buffer{alloc, static_cast<int64_t>(
                             llvm::alignTo(std::max<int64_t>(*bytes, 1), 256))};
    if (failed(findUses(alloc, buffer, numbers)))
      return WalkResult::interrupt();
    buffers.push_back(buffer);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  int64_t total = place(buffers);
  writePlan(function, buffers, total, poison);
  writeTotals(function, total);
  return success();
}

bool amp::lowering::isResult(func::FuncOp function, unsigned argument) {
  return function.getArgAttr(argument, "bufferize.result") != nullptr;
}

namespace {
struct PlanMemory : amp::impl::PlanMemoryBase<PlanMemory> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(plan(function, poison)))
        return signalPassFailure();
  }
};
} // namespace
