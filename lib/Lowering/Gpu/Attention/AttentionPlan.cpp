// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shared memory: query tile | 2 key tiles | 2 value tiles
//   | 2 stages of staged operands
#include "lib/Lowering/Gpu/Attention/AttentionPlan.h"
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "lib/Lowering/Gpu/Attention/TileMatmul.h"
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

int64_t AttentionPlan::rowTiles() const {
  return llvm::divideCeil(shape.rows, tile.rows);
}
int64_t AttentionPlan::keyTiles() const {
  return llvm::divideCeil(shape.columns, tile.keys);
}

static FailureOr<SmallVector<Access>> accessesOf(AttentionPlan &plan,
                                                 std::string &why) {
  AttentionOp op = plan.op;
  unsigned outs = op->getNumOperands() - op.getOuts().size();
  SmallVector<unsigned> operands = {0, 1, 2};
  llvm::append_range(operands, llvm::seq(outs, op->getNumOperands()));
  plan.others = operands.size();
  llvm::append_range(operands, llvm::seq(3u, outs));
  return bodyAccesses(op, op.getIndexingMaps(), operands, plan.counts, why);
}

/// Returns the contraction without the loops of `skipped`. `column` is the role
/// of key loops, `contracted` that of the other loops besides rows and batches.
static Contraction contractionOf(AttentionOp op, SmallVector<Access> accesses,
                                 AttentionLoop skipped, Role column,
                                 Role contracted) {
  Contraction result;
  result.sizes = op.getLoopSizes();
  result.accesses = std::move(accesses);
  for (auto [loop, role] : llvm::enumerate(op.getLoopRoles())) {
    if (role == skipped)
      result.sizes[loop] = 1;
    result.roles.push_back(role == AttentionLoop::Row      ? Role::Row
                           : role == AttentionLoop::Column ? column
                           : role == AttentionLoop::Batch  ? Role::Batch
                                                           : contracted);
  }
  return result;
}

/// Returns the plan of a contraction. A tile of operand B has `columns` columns
/// (N) and `depth` contracted elements (K).
static Plan planOf(Contraction contraction, const AttentionTile &tile,
                   int64_t columns, int64_t depth, bool byWarpgroups) {
  Plan plan;
  plan.axes = axesOf(contraction);
  plan.contraction = std::move(contraction);
  plan.operandType = plan.contraction.accesses[0].type;
  plan.operandBytes = 2;
  plan.tile = {tile.rows, columns,     depth * 2,   tile.rows / tile.warpRows,
               1,         tile.stages, byWarpgroups};
  return plan;
}

static FailureOr<AttentionPlan> planFor(AttentionOp op, const Chip &chip,
                                        ArrayRef<int64_t> alignments,
                                        bool byWarpgroups, bool isCausal,
                                        std::string &why) {
  AttentionPlan plan;
  plan.op = op;
  plan.shape = shapeOf(op);
  FailureOr<AttentionTile> tile =
      chooseAttentionTile(plan.shape, chip, why, isCausal);
  FailureOr<SmallVector<Access>> accesses = accessesOf(plan, why);
  if (failed(tile) || failed(accesses))
    return failure();
  plan.tile = *tile;
  plan.scores =
      planOf(contractionOf(op, *accesses, AttentionLoop::Feature, Role::Column,
                           Role::Depth),
             *tile, tile->keys, plan.shape.pad(plan.shape.depth), byWarpgroups);
  std::swap((*accesses)[AttentionPlan::key], (*accesses)[AttentionPlan::value]);
  plan.values = planOf(contractionOf(op, *accesses, AttentionLoop::Depth,
                                     Role::Depth, Role::Column),
                       *tile, plan.shape.pad(plan.shape.features), tile->keys,
                       byWarpgroups);
  auto alignmentOf = [&](const Plan &of, unsigned factor) {
    return alignments[of.contraction.accesses[factor].argument];
  };
  for (unsigned factor : {0, 1})
    plan.scores.sharedTiles[factor] =
        sharedTileOf(plan.scores, factor, alignmentOf(plan.scores, factor));
  plan.values.sharedTiles[1] =
      sharedTileOf(plan.values, 1, alignmentOf(plan.values, 1));
  SharedTile &keys = plan.scores.sharedTiles[1],
             &values = plan.values.sharedTiles[1];
  keys.begin = plan.scores.sharedTiles[0].bytes();
  values.begin = keys.begin + tile->stages * keys.bytes();
  plan.staging = stagingOf(plan.scores, plan.others, alignments,
                           tile->sharedBytes(plan.shape), chip.gpu.sharedBytes);
  if (keepsZero(op.getDropout()))
    plan.mask = causalMaskOf(op.getLogit().front(), plan.scores, plan.counts,
                             /*keysAreRows=*/false);
  return plan;
}

FailureOr<AttentionPlan>
mlir::amp::lowering::planAttention(AttentionOp op, const Chip &chip,
                                   ArrayRef<int64_t> alignments,
                                   bool hasWarpgroups, std::string &why) {
  FailureOr<AttentionPlan> plan =
      planFor(op, chip, alignments, hasWarpgroups, /*isCausal=*/false, why);
  if (succeeded(plan) && plan->mask)
    plan = planFor(op, chip, alignments, hasWarpgroups, /*isCausal=*/true, why);
  if (succeeded(plan) && hasWarpgroups &&
      !(TileMatmul::suitsWarpgroups(plan->scores) &&
        TileMatmul::suitsWarpgroups(plan->values)))
    return planAttention(op, chip, alignments, /*hasWarpgroups=*/false, why);
  return plan;
}
