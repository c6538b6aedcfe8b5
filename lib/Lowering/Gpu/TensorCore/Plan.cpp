// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;

/// Largest first; the first one that gives every multiprocessor a block is
/// taken, else the last one. Each warp has 64x64, 64x32, 32x32 or 16x32.
static const Tile tiles[] = {
    {128, 128, 64, 2, 2, 4,
     "most products per byte read that fit into the registers of 4 warps"},
    {128, 64, 64, 2, 2, 4, "narrow results"},
    {64, 128, 64, 2, 2, 4, "low results"},
    {64, 64, 128, 2, 2, 3, "few tiles: deeper steps, so fewer barriers"},
    {32, 64, 128, 2, 2, 3, "very few tiles, or at most 32 rows"},
};

/// Elements that are copied one by one are few per thread.
static const Tile unaligned = {64, 64, 64, 2, 2, 3, "rows of any alignment"};

int64_t Plan::steps() const {
  return llvm::divideCeil(axes.depth.extent(), depth());
}
int64_t Plan::rowTiles() const {
  return llvm::divideCeil(axes.row.extent(), tile.rows);
}
int64_t Plan::columnTiles() const {
  return llvm::divideCeil(axes.column.extent(), tile.columns);
}

Value Panel::place(Code &code, Value line, Value byte) const {
  Value turn =
      code.mul(code.bitAnd(code.div(line, 1 << shift), mask), 1 << left);
  Value within = code.bitAnd(byte, 15);
  Value chunk = code.bitXor(code.div(byte, 16), turn);
  return code.add(code.add(code.mul(line, lineBytes), code.mul(chunk, 16)),
                  within);
}

/// Rows and columns trade places where what is read and written besides the
/// factors lies along rows.
static void orient(Contraction &from) {
  int64_t along[2] = {0, 0};
  for (const Access &access : ArrayRef(from.accesses).drop_front(2))
    for (auto [size, stride, role] :
         llvm::zip(from.sizes, access.strides, from.roles))
      if (size != 1 && stride == 1)
        along[role == Role::Row] +=
            llvm::is_contained({Role::Row, Role::Column}, role);
  if (along[1] <= along[0])
    return;
  std::swap(from.accesses[0], from.accesses[1]);
  for (Role &role : from.roles)
    if (role == Role::Row || role == Role::Column)
      role = role == Role::Row ? Role::Column : Role::Row;
}

static Panel panelOf(const Plan &plan, unsigned factor, int64_t alignment) {
  const Access &access = plan.contraction.accesses[factor];
  int64_t bytes = plan.factorBytes;
  int64_t most = std::clamp<int64_t>(alignment, bytes, 16) / bytes;
  int64_t deep = plan.axes.widthAlong(plan.axes.depth, access, factor, most);
  int64_t across =
      plan.axes.widthAlong(plan.axes.of(factor), access, factor, most);
  int64_t extent = factor ? plan.tile.columns : plan.tile.rows;
  Panel panel{};
  panel.alongDepth = deep >= across;
  panel.copyBytes = std::max(deep, across) * bytes;
  panel.lines = panel.alongDepth ? extent : plan.depth();
  panel.lineBytes = panel.alongDepth ? plan.tile.depthBytes : extent * bytes;
  if (!panel.alongDepth && bytes == 4)
    return panel.mask = 3, panel.left = 1, panel; // read as single words
  panel.mask = std::min<int64_t>(panel.lineBytes / 16, 8) - 1;
  panel.shift =
      panel.lineBytes >= 128 ? 0 : llvm::Log2_64(128 / panel.lineBytes);
  return panel;
}

static void setTile(Plan &plan, const Tile &tile,
                    ArrayRef<int64_t> alignments) {
  plan.tile = tile;
  for (unsigned factor : {0, 1})
    plan.panels[factor] = panelOf(
        plan, factor, alignments[plan.contraction.accesses[factor].argument]);
  plan.panels[1].begin = plan.panels[0].bytes();
}

static void chooseTile(Plan &plan, const Chip &chip,
                       ArrayRef<int64_t> alignments) {
  for (const Tile &tile : tiles) {
    setTile(plan, tile, alignments);
    int64_t blocks =
        plan.rowTiles() * plan.columnTiles() * plan.axes.batch.extent();
    if (blocks * 4 >= chip.multiprocessors * 3 &&
        plan.sharedBytes() <= chip.sharedBytes)
      break;
  }
  if (plan.panels[0].copyBytes < 4 || plan.panels[1].copyBytes < 4)
    setTile(plan, unaligned, alignments);
}

static bool isLarge(const Contraction &from, const Access &access) {
  int64_t last = access.offset;
  for (auto [size, stride] : llvm::zip(from.sizes, access.strides))
    last += (size - 1) * stride;
  return last > INT32_MAX / 2;
}

FailureOr<Plan> mlir::amp::makePlan(Contraction contraction, const Chip &chip,
                                    ArrayRef<int64_t> alignments,
                                    std::string &why) {
  for (const Access &access : contraction.accesses)
    if (isLarge(contraction, access))
      return why = "a buffer has over 2^30 elements", failure();
  if (llvm::is_contained(contraction.sizes, 0))
    return why = "its contraction is empty", failure();
  orient(contraction);
  Plan plan;
  plan.axes = axesOf(contraction);
  plan.contraction = std::move(contraction);
  plan.factor = plan.contraction.accesses[0].type;
  plan.factorBytes = plan.factor.getIntOrFloatBitWidth() / 8;
  chooseTile(plan, chip, alignments);
  if (plan.axes.batch.extent() > 65535 || plan.rowTiles() > 65535)
    return why = "its grid is too large", failure();
  return plan;
}
