// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Attention/AttentionShape.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// `large` reads keys and values less often. `small` occupies more
/// multiprocessors, and visits fewer masked keys under a causal mask. `wide` is
/// for wide heads, which leave registers and shared memory for fewer keys.
static constexpr AttentionTile large{128, 64}, small{64, 64}, wide{128, 32};

/// Maximum head sizes whose accumulators fit the registers of a warp.
static constexpr int64_t maxHead = 256, maxHeadOfLarge = 128;

/// Separate contractions occupy the whole chip. A fused kernel on less than a
/// quarter of the chip is slower, unless its blocks iterate over few tiles.
static constexpr int64_t idleShare = 4, fewTiles = 8;

int64_t AttentionShape::pad(int64_t size) {
  return std::max<int64_t>(16, llvm::PowerOf2Ceil(size));
}

AttentionShape mlir::amp::lowering::shapeOf(AttentionOp op) {
  AttentionShape shape;
  for (auto [size, role] : llvm::zip(op.getLoopSizes(), op.getLoopRoles())) {
    int64_t *sizes[] = {&shape.batch, &shape.rows, &shape.columns, &shape.depth,
                        &shape.features};
    *sizes[static_cast<unsigned>(role)] *= size;
  }
  return shape;
}

int64_t AttentionTile::sharedBytes(const AttentionShape &shape) const {
  int64_t depth = shape.pad(shape.depth), features = shape.pad(shape.features);
  return 2 * (rows * depth + stages * keys * (depth + features));
}

bool AttentionTile::copiesEvenly(const AttentionShape &shape) const {
  constexpr int64_t chunkElements = 8;
  int64_t least = shape.pad(std::min(shape.depth, shape.features));
  return keys * least / chunkElements % threads() == 0;
}

std::string AttentionShape::unequalHeads() const {
  auto [least, most] = std::minmax(depth, features);
  return "threads that copy heads of " + std::to_string(most) +
         " elements have unequal parts of those of " + std::to_string(least);
}

bool mlir::amp::lowering::isStarved(const AttentionShape &shape,
                                    const AttentionTile &tile, const Chip &chip,
                                    std::string &why) {
  int64_t blocks = llvm::divideCeil(shape.rows, tile.rows) * shape.batch;
  int64_t tiles = llvm::divideCeil(shape.columns, tile.keys);
  if (idleShare * blocks >= chip.gpu.count || tiles <= fewTiles)
    return false;
  why = "it would occupy " + std::to_string(blocks) + " of " +
        std::to_string(chip.gpu.count) + " multiprocessors, for " +
        std::to_string(tiles) + " tiles in a row";
  return true;
}

FailureOr<AttentionTile>
mlir::amp::lowering::chooseAttentionTile(const AttentionShape &shape,
                                         const Chip &chip, std::string &why,
                                         bool isCausal) {
  int64_t head = std::max(shape.depth, shape.features);
  if (head > maxHead)
    return why =
               "its heads have " + std::to_string(head) + " elements, over 256",
           failure();
  int64_t blocks = llvm::divideCeil(shape.rows, large.rows) * shape.batch;
  AttentionTile tile = small;
  if (head > maxHeadOfLarge)
    tile = wide;
  else if (blocks >= chip.gpu.count && !isCausal && large.copiesEvenly(shape))
    tile = large;
  if (!tile.copiesEvenly(shape))
    return why = shape.unequalHeads(), failure();
  if (tile.sharedBytes(shape) > chip.gpu.sharedBytes)
    return why = "its tiles need " + std::to_string(tile.sharedBytes(shape)) +
                 " bytes of shared memory, but " + chip.name.str() + " has " +
                 std::to_string(chip.gpu.sharedBytes),
           failure();
  if (llvm::divideCeil(shape.rows, tile.rows) * shape.batch > INT32_MAX)
    return why = "its grid is too large", failure();
  return tile;
}
