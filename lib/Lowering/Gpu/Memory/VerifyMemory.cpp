// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies that views of an arena that share bytes have disjoint live ranges.
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::amp {
#define GEN_PASS_DEF_VERIFYMEMORY
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
struct Part {
  memref::ViewOp view;
  int64_t begin, end;
  SmallVector<Operation *> users;
};
} // namespace

static void findUsers(Value value, SmallVectorImpl<Operation *> &users) {
  for (Operation *user : value.getUsers()) {
    if (!isa<ViewLikeOpInterface>(user)) {
      users.push_back(user);
      continue;
    }
    for (Value result : user->getResults())
      findUsers(result, users);
  }
}

/// Returns true if all users of `a` precede all users of `b` in the innermost
/// block that holds both views. Each iteration of a loop has buffers of its
/// own, and an op executes one of its regions at a time.
static bool isBefore(const Part &a, const Part &b) {
  memref::ViewOp first = a.view, second = b.view;
  Block *block = first->getBlock();
  while (!block->findAncestorOpInBlock(*second.getOperation()))
    block = block->getParentOp()->getBlock();
  if (block->findAncestorOpInBlock(*first.getOperation()) ==
      block->findAncestorOpInBlock(*second.getOperation()))
    return true;
  for (Operation *early : a.users)
    for (Operation *late : b.users) {
      Operation *x = block->findAncestorOpInBlock(*early);
      Operation *y = block->findAncestorOpInBlock(*late);
      if (!x || !y || x == y || !x->isBeforeInBlock(y))
        return false;
    }
  return true;
}

static LogicalResult verify(memref::AllocOp arena) {
  int64_t size = cast<MemRefType>(arena.getType()).getNumElements();
  SmallVector<Part> parts;
  SmallVector<Operation *> users(arena->getUsers());
  for (Operation *user : llvm::reverse(users)) { // in block order
    auto view = dyn_cast<memref::ViewOp>(user);
    APInt offset;
    if (!view || !matchPattern(view.getByteShift(), m_ConstantInt(&offset)))
      return user->emitError("expects a view at a constant place of the arena");
    int64_t begin = offset.getSExtValue();
    Part part{view, begin, begin + storageOf(view.getType()).value_or(0), {}};
    if (begin % 256 || part.end > size)
      return view.emitError("expects 256-byte alignment inside of ")
             << size << " bytes, but got bytes " << begin << " to " << part.end;
    findUsers(view, part.users);
    parts.push_back(std::move(part));
  }
  llvm::stable_sort(
      parts, [](const Part &a, const Part &b) { return a.begin < b.begin; });
  for (auto [i, part] : llvm::enumerate(parts))
    for (const Part &other : llvm::drop_begin(parts, i + 1)) {
      if (other.begin >= part.end)
        break;
      if (isBefore(part, other) || isBefore(other, part))
        continue;
      InFlightDiagnostic error = other.view->emitError("bytes ");
      error << other.begin << " to " << other.end
            << " are alive at the same time as bytes " << part.begin << " to "
            << part.end;
      error.attachNote(part.view->getLoc()) << "which are used here";
      return error;
    }
  return success();
}

namespace {
struct VerifyMemory : amp::impl::VerifyMemoryBase<VerifyMemory> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](memref::AllocOp alloc) {
      return alloc->hasAttr(arenaAttrName) && failed(verify(alloc))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
