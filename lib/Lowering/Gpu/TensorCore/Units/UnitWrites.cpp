// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generic outs(%d)   ==>   the newest value of %d, which is stored in the end
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitReader.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

/// A part of it, at least.
bool UnitReader::isWritten(Value buffer) const {
  return llvm::any_of(written, [&](auto &entry) {
    return wholeOf(entry.first) == wholeOf(buffer);
  });
}

LogicalResult UnitReader::write(OpOperand &operand, LinalgOp op,
                                ArrayRef<unsigned> loops, unsigned source) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isPermutation())
    return fail("an op sums over rows or columns of the product");
  if (!written.contains(operand.get()) && isWritten(operand.get()))
    return fail("a part of a buffer is read after it is written");
  Written &entry = written[operand.get()];
  entry.source = source;
  entry.loops.clear();
  for (AffineExpr expr : map.getResults())
    entry.loops.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
  return success();
}

/// Stores what outlives the unit, and checks that no other block of threads
/// can still read what a store overwrites.
LogicalResult UnitReader::finish() {
  if (!starts.empty())
    return fail("it fills a buffer with other than zeros");
  unsigned reads = result.accesses.size();
  for (const Total &total : result.totals)
    for (auto [i, other] : llvm::enumerate(result.accesses))
      if (i != total.access &&
          other.argument == result.accesses[total.access].argument)
        return fail("it overwrites what other threads read");
  for (auto &[buffer, entry] : written) {
    auto argument = dyn_cast<BlockArgument>(wholeOf(buffer));
    if (!argument)
      continue;
    unsigned rank = entry.loops.size();
    FailureOr<Access> access = accessOf(
        buffer, AffineMap::getMultiDimIdentityMap(rank, unit.getContext()),
        entry.loops, result.sizes.size(), why);
    if (failed(access))
      return failure();
    for (unsigned i : llvm::seq(reads))
      if (Access &other = result.accesses[i];
          other.argument == access->argument &&
          (i < 2 || !other.isSamePlace(*access)))
        return fail("it overwrites what other threads read");
    for (Operation *op : result.setup)
      if (auto load = dyn_cast<memref::LoadOp>(op);
          load && wholeOf(load.getMemRef()) == argument)
        return fail("it overwrites what other threads read");
    result.stores.push_back(
        {entry.source, static_cast<unsigned>(result.accesses.size())});
    result.accesses.push_back(std::move(*access));
  }
  return success();
}

SmallVector<unsigned> Contraction::written() const {
  SmallVector<unsigned> arguments;
  for (const Store &store : stores)
    arguments.push_back(accesses[store.access].argument);
  for (const Total &total : totals)
    arguments.push_back(accesses[total.access].argument);
  return arguments;
}
