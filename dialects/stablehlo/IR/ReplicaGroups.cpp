// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies that ids are unique. The set of existing devices is not known here.
#include "dialects/stablehlo/IR/ReplicaGroups.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

/// Verifies that ids are non-negative and unique.
static LogicalResult expectIds(Operation *op, StringRef what,
                               SmallVector<int64_t> ids) {
  if (failed(stablehlo::expectAtLeast(op, what, ids, 0)))
    return failure();
  llvm::sort(ids);
  auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice == ids.end())
    return success();
  return op->emitOpError("expects each of ")
         << what << " once, but got " << *twice << " again";
}

/// Returns the ids of a matrix of groups in row-major order. For a splat, two
/// ids suffice to detect duplicates.
static FailureOr<SmallVector<int64_t>> readGroups(Operation *op,
                                                  DenseIntElementsAttr groups) {
  if (groups.getType().getRank() != 2) {
    op->emitOpError("expects replica groups as a matrix, but got ")
        << groups.getType();
    return failure();
  }
  if (groups.isSplat() && groups.getNumElements() > 2)
    return SmallVector<int64_t>(2, groups.getSplatValue<int64_t>());
  return llvm::to_vector(groups.getValues<int64_t>());
}

LogicalResult stablehlo::verifyGroups(Operation *op, Attribute groups,
                                      bool maySizesDiffer) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return success();
  auto ids = readGroups(op, dense);
  if (failed(ids))
    return failure();
  if (maySizesDiffer)
    llvm::erase(*ids, -1);
  return expectDims(op, "replica ids", *ids, ids->size());
}

LogicalResult
stablehlo::verifyGlobalIds(Operation *op, bool isGlobal,
                           std::optional<ChannelHandleAttr> channel,
                           Attribute groups, int64_t lowestChannel) {
  if (!isGlobal)
    return success();
  if (channel && channel->getHandle() < lowestChannel)
    return op->emitOpError("expects a channel of at least ")
           << lowestChannel << " with use_global_device_ids, but got "
           << channel->getHandle();
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (dense && dense.empty())
    return op->emitOpError("expects replica groups with use_global_device_ids, "
                           "but got none");
  return success();
}

LogicalResult stablehlo::CollectivePermuteOp::verify() {
  auto type = getSourceTargetPairs().getShapedType();
  // (C1)
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return emitOpError("expects pairs of source and target, but got ") << type;
  // (C2)-(C4)
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  if (pairs.isSplat() && pairs.getNumElements() > 2)
    return expectIds(*this, "sources",
                     SmallVector<int64_t>(2, pairs.getSplatValue<int64_t>()));
  SmallVector<int64_t> sides[2];
  for (auto [index, id] : llvm::enumerate(pairs.getValues<int64_t>()))
    sides[index % 2].push_back(id);
  if (failed(expectIds(*this, "sources", std::move(sides[0]))))
    return failure();
  return expectIds(*this, "targets", std::move(sides[1]));
}

LogicalResult stablehlo::CollectiveBroadcastOp::verify() {
  auto groups = dyn_cast<DenseIntElementsAttr>(getReplicaGroups());
  if (!groups)
    return success();
  auto ids = readGroups(*this, groups);
  return failed(ids) ? failure()
                     : expectIds(*this, "replica ids", std::move(*ids));
}
