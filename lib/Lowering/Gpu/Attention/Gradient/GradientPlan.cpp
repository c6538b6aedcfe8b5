// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shared memory: row tiles of both contractions | 2 column tiles of scores
//   | 2 column tiles of weights | 2 stages of staged operands
#include "lib/Lowering/Gpu/Attention/Gradient/GradientPlan.h"
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "lib/Lowering/Gpu/Attention/TileMatmul.h"
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// A warp has accumulators of scores and their gradients, of a whole head and,
/// for keys, of a second head. Wide heads leave registers for fewer columns.
/// With more rows, a multiprocessor would hold only one block.
static constexpr AttentionTile narrow{64, 64}, wide{64, 32};
static constexpr int64_t maxHead = 128, maxHeadOfNarrow = 64;

static AttentionShape gradientShapeOf(AttentionGradientOp op) {
  AttentionShape shape;
  for (auto [size, role] : llvm::zip(op.getLoopSizes(), op.getLoopRoles())) {
    int64_t *sizes[] = {&shape.batch, &shape.rows, &shape.columns, &shape.depth,
                        &shape.features};
    *sizes[static_cast<unsigned>(role)] *= size;
  }
  return shape;
}

static int64_t sharedBytesOf(const AttentionShape &shape,
                             const AttentionTile &tile) {
  int64_t heads = shape.pad(shape.depth) + shape.pad(shape.features);
  return 2 * heads * (tile.rows + tile.stages * tile.keys);
}

int64_t GradientPlan::rowTiles() const {
  return llvm::divideCeil(shape.rows, tile.rows);
}
int64_t GradientPlan::columnTiles() const {
  return llvm::divideCeil(shape.columns, tile.keys);
}
int64_t GradientPlan::sharedBytes() const {
  return sharedBytesOf(shape, tile) + tile.stages * staging.stageBytes;
}

FailureOr<AttentionTile>
mlir::amp::lowering::chooseGradientTile(AttentionGradientOp op,
                                        const Chip &chip, std::string &why) {
  AttentionShape shape = gradientShapeOf(op);
  int64_t head = std::max(shape.depth, shape.features);
  if (head > maxHead)
    return why =
               "its heads have " + std::to_string(head) + " elements, over 128",
           failure();
  AttentionTile tile = head > maxHeadOfNarrow ? wide : narrow;
  if (!tile.copiesEvenly(shape))
    return why = shape.unequalHeads(), failure();
  if (sharedBytesOf(shape, tile) > chip.gpu.sharedBytes)
    return why = "its tiles need " +
                 std::to_string(sharedBytesOf(shape, tile)) +
                 " bytes of shared memory, but " + chip.name.str() + " has " +
                 std::to_string(chip.gpu.sharedBytes),
           failure();
  if (llvm::divideCeil(shape.rows, tile.rows) * shape.batch > INT32_MAX)
    return why = "its grid is too large", failure();
  return tile;
}

bool mlir::amp::lowering::isStarved(AttentionGradientOp op,
                                    const AttentionTile &tile, const Chip &chip,
                                    std::string &why) {
  return isStarved(gradientShapeOf(op), tile, chip, why);
}

static FailureOr<SmallVector<Access>> accessesOf(GradientPlan &plan,
                                                 std::string &why) {
  AttentionGradientOp op = plan.op;
  unsigned outs = op.getOuts().size();
  SmallVector<unsigned> operands = {0, 1, 3, 2};
  if (op.isByKeys())
    operands = {1, 0, 2, 3};
  unsigned statistics = 4 + op.getOthers().size();
  unsigned firstOut = op->getNumOperands() - outs;
  llvm::append_range(operands, llvm::seq(firstOut, firstOut + outs));
  plan.statistics = operands.size();
  llvm::append_range(operands, llvm::seq(statistics, firstOut));
  plan.others = operands.size();
  llvm::append_range(operands, llvm::seq(4u, statistics));
  return bodyAccesses(op, op.getIndexingMaps(), operands, plan.counts, why);
}

/// Returns the axes of a contraction without the loops of `skipped`; the other
/// loops of depth or features are contracted.
static Axes axesWithout(AttentionGradientOp op, ArrayRef<Access> accesses,
                        AttentionLoop skipped) {
  Contraction contraction;
  contraction.sizes = op.getLoopSizes();
  contraction.accesses.assign(accesses.begin(), accesses.end());
  for (auto [loop, role] : llvm::enumerate(op.getLoopRoles())) {
    if (role == skipped)
      contraction.sizes[loop] = 1;
    contraction.roles.push_back(role == AttentionLoop::Row      ? Role::Row
                                : role == AttentionLoop::Column ? Role::Column
                                : role == AttentionLoop::Batch  ? Role::Batch
                                                                : Role::Depth);
  }
  return axesOf(contraction);
}

/// Swaps the accesses `a` and `b` of `plan`.
static void swapAccesses(Plan &plan, unsigned a, unsigned b) {
  std::swap(plan.contraction.accesses[a], plan.contraction.accesses[b]);
  for (Axis *axis :
       {&plan.axes.batch, &plan.axes.row, &plan.axes.column, &plan.axes.depth})
    for (Digit &digit : axis->digits)
      std::swap(digit.strides[a], digit.strides[b]);
}

static Plan planOf(const AttentionTile &tile, Axes axes,
                   ArrayRef<Access> accesses, int64_t columns, int64_t depth,
                   bool byWarpgroups) {
  Plan plan;
  plan.axes = std::move(axes);
  plan.contraction.accesses.assign(accesses.begin(), accesses.end());
  plan.operandType = accesses.front().type;
  plan.operandBytes = 2;
  plan.tile = {tile.rows, columns,     depth * 2,   tile.rows / tile.warpRows,
               1,         tile.stages, byWarpgroups};
  return plan;
}

/// Returns the tile of an operand for a contraction over its columns.
static SharedTile transposed(SharedTile sharedTile) {
  sharedTile.isKMajor = !sharedTile.isKMajor;
  return sharedTile;
}

static void placeSharedTiles(GradientPlan &plan, ArrayRef<int64_t> alignments) {
  int64_t begin = 0;
  for (unsigned factor : {0, 1})
    for (Plan *of : {&plan.scores, &plan.weights}) {
      unsigned argument = of->contraction.accesses[factor].argument;
      SharedTile &sharedTile = of->sharedTiles[factor];
      sharedTile = sharedTileOf(*of, factor, alignments[argument]);
      sharedTile.begin = begin;
      begin += sharedTile.bytes() * (factor ? plan.tile.stages : 1);
    }
  plan.first.sharedTiles[1] = transposed(plan.scores.sharedTiles[1]);
  plan.second.sharedTiles[1] = transposed(plan.weights.sharedTiles[1]);
}

FailureOr<GradientPlan>
mlir::amp::lowering::planGradient(AttentionGradientOp op, const Chip &chip,
                                  ArrayRef<int64_t> alignments,
                                  bool hasWarpgroups, std::string &why) {
  GradientPlan plan;
  plan.op = op;
  plan.shape = gradientShapeOf(op);
  FailureOr<AttentionTile> tile = chooseGradientTile(op, chip, why);
  FailureOr<SmallVector<Access>> accesses = accessesOf(plan, why);
  if (failed(tile) || failed(accesses))
    return failure();
  plan.tile = *tile;
  int64_t depth = plan.shape.pad(plan.shape.depth);
  int64_t features = plan.shape.pad(plan.shape.features);
  // all four contractions have the same order of row, column and batch loops
  Axes ofDepth = axesWithout(op, *accesses, AttentionLoop::Feature);
  Axes ofFeatures = ofDepth;
  ofFeatures.depth = axesWithout(op, *accesses, AttentionLoop::Depth).depth;
  auto summed = [](Axes axes) {
    std::swap(axes.column, axes.depth);
    return axes;
  };
  auto planFor = [&](Axes axes, int64_t columns, int64_t deep) {
    return planOf(*tile, std::move(axes), *accesses, columns, deep,
                  hasWarpgroups);
  };
  plan.scores = planFor(ofDepth, tile->keys, depth);
  plan.weights = planFor(ofFeatures, tile->keys, features);
  plan.first = planFor(summed(ofDepth), depth, tile->keys);
  plan.second = planFor(summed(ofFeatures), features, tile->keys);
  swapAccesses(plan.weights, GradientPlan::row, GradientPlan::moreRow);
  for (Plan *of : {&plan.weights, &plan.second})
    swapAccesses(*of, GradientPlan::column, GradientPlan::moreColumn);
  placeSharedTiles(plan, alignments);
  plan.staging =
      stagingOf(plan.scores, plan.statistics, alignments,
                sharedBytesOf(plan.shape, *tile), chip.gpu.sharedBytes);
  if (hasWarpgroups && !(TileMatmul::suitsWarpgroups(plan.scores) &&
                         TileMatmul::suitsWarpgroups(plan.weights)))
    return planGradient(op, chip, alignments, /*hasWarpgroups=*/false, why);
  if (keepsZero(op.getScore()) && keepsZero(op.getDropout()))
    plan.mask = causalMaskOf(op.getLogit().front(), plan.scores, plan.counts,
                             op.isByKeys());
  return plan;
}
