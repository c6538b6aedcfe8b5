// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "lib/Lowering/Gpu/TensorCore/PlanTime.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Candidate tiles, among which the modelled time chooses: large tiles read
/// each operand less often, warp tiles of 64x64 read shared memory least, and
/// small tiles occupy more multiprocessors. Sides of 96 divide the widths of
/// many models (768).
static const Tile tiles[] = {
    {256, 128, 64, 4, 2, 3},
    {128, 128, 64, 2, 2, 4},
    {128, 128, 128, 2, 4, 3},
    {128, 64, 64, 2, 2, 4},
    {64, 128, 64, 2, 2, 4},
    {128, 64, 128, 4, 2, 3},
    {64, 64, 128, 2, 2, 3},
    {32, 64, 128, 2, 2, 3},
    {64, 32, 128, 2, 2, 3},
    {32, 32, 128, 2, 2, 3},
    {128, 96, 64, 2, 2, 4},
    {96, 128, 64, 2, 2, 4},
    {96, 96, 64, 2, 2, 4},
    {64, 96, 64, 1, 2, 4},
    {96, 64, 64, 2, 1, 4},
    {128, 96, 128, 2, 2, 3},
    {96, 96, 128, 2, 2, 3},
    {64, 96, 128, 2, 2, 3},
    {96, 64, 128, 2, 2, 3},
    // by wgmma
    {128, 128, 128, 8, 1, 3, true},
    {128, 256, 128, 8, 1, 4, true},
    {256, 128, 128, 8, 1, 4, true},
    {128, 192, 128, 8, 1, 4, true},
    {128, 64, 128, 8, 1, 4, true},
    {64, 128, 128, 4, 1, 4, true},
    {64, 256, 128, 4, 1, 4, true},
    {128, 96, 128, 8, 1, 3, true},
    {64, 192, 128, 4, 1, 3, true},
    {64, 64, 128, 4, 1, 4, true},
};

/// Tile for operands that are copied element by element: few elements per
/// thread.
static const Tile unaligned = {64, 64, 64, 2, 2, 3};

int64_t Plan::stepsOfOne() const {
  return llvm::divideCeil(axes.depth.extent(), depth());
}
int64_t Plan::steps() const { return stepsOfOne() * contraction.count(); }
int64_t Plan::segment() const {
  std::optional<unsigned> loop = contraction.segmentLoop();
  return loop ? contraction.sizes[*loop] : 0;
}

bool Plan::mayEnd(const Axis &axis) const {
  int64_t extent = &axis == &axes.row      ? tile.rows
                   : &axis == &axes.column ? tile.columns
                                           : depth();
  return axis.extent() % extent != 0;
}

int64_t Plan::rowTiles() const {
  return llvm::divideCeil(axes.row.extent(), tile.rows);
}
int64_t Plan::columnTiles() const {
  return llvm::divideCeil(axes.column.extent(), tile.columns);
}

int64_t Plan::blocks() const {
  return rowTiles() * columnTiles() * axes.batch.extent();
}

/// Returns true if `summed` adjacent rows or columns contribute to one element
/// of the reduction, or if the axis is not reduced.
static bool isOnePlace(const Axis &axis, const Total &total, int64_t summed) {
  int64_t visits = axis.visits(total.access);
  return visits == 1 || visits == axis.extent() || visits % summed == 0;
}

int64_t Plan::summedRows(const Total &total) const {
  return isOnePlace(axes.row, total, tile.rows) ? tile.rows
                                                : elements().warpRows;
}

int64_t Plan::summedColumns(const Total &total) const {
  int64_t columns = tile.columns;
  return isOnePlace(axes.column, total, columns)
             ? columns
             : std::gcd(columns, axes.column.visits(total.access));
}

int64_t Plan::partsOf(const Total &total) const {
  int64_t parts = axes.batch.visits(total.access);
  parts *= llvm::divideCeil(axes.row.visits(total.access), summedRows(total));
  parts *=
      llvm::divideCeil(axes.column.visits(total.access), summedColumns(total));
  return parts;
}

int64_t Plan::sharedBytes() const {
  return std::max(pipelineBytes(), tile.rows * sumPitch() * 4);
}

/// Returns the largest power of two that divides `number`, at most `most`.
static int64_t powerOfTwoIn(int64_t number, int64_t most) {
  return std::min(number & -number, most);
}

ElementLayout Plan::elements() const {
  constexpr int64_t widest = 4, warp = 32;
  // fewer threads per row have fewer partial results to combine
  constexpr int64_t lanesOfSum = 8;
  int64_t run = segment() ? segment() : tile.columns;
  bool sumsRows = segment();
  for (const Total &total : contraction.totals) {
    run = std::gcd(run, summedColumns(total));
    sumsRows |= axes.row.visits(total.access) == 1;
  }
  ElementLayout layout{};
  layout.width = powerOfTwoIn(std::gcd(run, axes.column.extent()), widest);
  layout.lanes = powerOfTwoIn(run / layout.width, sumsRows ? lanesOfSum : warp);
  layout.pieces = tile.columns / layout.pitch();
  layout.warpRows = tile.rows / (tile.threads() / warp);
  return layout;
}

Value SharedTile::place(Code &code, Value line, Value byte) const {
  if (blockLines) {
    line = code.add(line, code.mul(code.div(byte, lineBytes), blockLines));
    byte = code.rem(byte, lineBytes);
  }
  Value swizzle =
      code.mul(code.bitAnd(code.div(line, 1 << shift), mask), 1 << left);
  Value within = code.bitAnd(byte, 15);
  Value chunk = code.bitXor(code.div(byte, 16), swizzle);
  return code.add(code.add(code.mul(line, lineBytes), code.mul(chunk, 16)),
                  within);
}

/// Swaps A and B, rows and columns, if most elements that the epilogue accesses
/// are contiguous along the rows' axis (M).
static void orient(Contraction &from) {
  int64_t along[2] = {0, 0};
  auto elements = [&](const Access &access) {
    int64_t count = 1;
    for (auto [size, stride] : llvm::zip(from.sizes, access.strides))
      count *= stride ? size : 1;
    return count;
  };
  SmallVector<unsigned> operands = from.operands();
  for (auto [i, access] : llvm::enumerate(from.accesses)) {
    auto isParts = [place = i](const Total &total) {
      return total.access == place;
    };
    if (llvm::is_contained(operands, i) ||
        access.argument == Access::noArgument ||
        llvm::any_of(from.totals, isParts))
      continue;
    for (auto [size, stride, role] :
         llvm::zip(from.sizes, access.strides, from.roles))
      if (size != 1 && stride == 1)
        along[role == Role::Row] +=
            llvm::is_contained({Role::Row, Role::Column}, role)
                ? elements(access)
                : 0;
  }
  if (along[1] <= along[0])
    return;
  std::swap(from.accesses[0], from.accesses[1]);
  for (std::array<unsigned, 2> &pair : from.more)
    std::swap(pair[0], pair[1]);
  for (Role &role : from.roles)
    if (role == Role::Row || role == Role::Column)
      role = role == Role::Row ? Role::Column : Role::Row;
}

SharedTile mlir::amp::lowering::sharedTileOf(const Plan &plan, unsigned operand,
                                             int64_t alignment, bool beyond) {
  const Access &access = plan.contraction.accesses[operand];
  int64_t bytes = plan.operandBytes;
  int64_t most = std::clamp<int64_t>(alignment, bytes, 16) / bytes;
  int64_t deep = plan.axes.widthAlong(plan.axes.depth, access, operand, most);
  int64_t across = plan.axes.widthAlong(plan.axes.of(operand), access, operand,
                                        most, beyond);
  int64_t extent = operand ? plan.tile.columns : plan.tile.rows;
  SharedTile sharedTile{};
  sharedTile.isKMajor = deep >= across;
  sharedTile.copyBytes = std::max(deep, across) * bytes;
  sharedTile.lines = sharedTile.isKMajor ? extent : plan.depth();
  sharedTile.lineBytes =
      sharedTile.isKMajor ? plan.tile.kBytes : extent * bytes;
  if (!sharedTile.isKMajor && bytes == 4)
    return sharedTile.mask = 3, sharedTile.left = 1,
           sharedTile; // read as 32-bit words
  if (plan.tile.isOfWarpgroups &&
      sharedTile.lineBytes % Tile::wgmmaLineBytes == 0 &&
      (!sharedTile.isKMajor || sharedTile.lineBytes > Tile::wgmmaLineBytes)) {
    sharedTile.blockLines = sharedTile.lines;
    sharedTile.lines *= sharedTile.lineBytes / Tile::wgmmaLineBytes;
    sharedTile.lineBytes = Tile::wgmmaLineBytes;
  }
  // swizzles chunks within at most 128 bytes, which span all banks
  int64_t unit =
      std::min<int64_t>(sharedTile.lineBytes & -sharedTile.lineBytes, 128);
  sharedTile.mask = unit / 16 - 1;
  sharedTile.shift = llvm::Log2_64(128 / unit);
  return sharedTile;
}

static void setTile(Plan &plan, const Tile &tile,
                    ArrayRef<int64_t> alignments) {
  plan.tile = tile;
  for (unsigned operand : {0, 1}) {
    int64_t alignment = INT64_MAX;
    for (unsigned access : plan.contraction.operands(operand))
      alignment = std::min(
          alignment, alignments[plan.contraction.accesses[access].argument]);
    plan.sharedTiles[operand] =
        sharedTileOf(plan, operand, alignment, /*beyond=*/true);
  }
  plan.sharedTiles[1].begin = plan.sharedTiles[0].bytes();
}

/// Returns true if the fusion group has a buffer for each partial sum.
static bool hasPlaces(const Plan &plan) {
  return llvm::all_of(plan.contraction.totals, [&](const Total &total) {
    return isOnePlace(plan.axes.row, total, plan.summedRows(total)) &&
           isOnePlace(plan.axes.column, total, plan.summedColumns(total)) &&
           (ShapedType::isDynamic(total.places) ||
            total.places == plan.partsOf(total));
  });
}

/// Returns true if each segment lies within the columns of one block, and row
/// tiles divide the rows.
static bool hasSegments(const Plan &plan) {
  int64_t segment = plan.segment();
  return !segment ||
         (plan.tile.columns % segment == 0 && !plan.mayEnd(plan.axes.row));
}

/// Returns true if segments are runs of columns, and no other reduction exists.
static bool cutsColumns(const Plan &plan) {
  std::optional<unsigned> loop = plan.contraction.segmentLoop();
  if (!loop)
    return true;
  const Axis &column = plan.axes.column;
  return plan.contraction.roles[*loop] == Role::Column &&
         plan.contraction.totals.empty() &&
         column.digits.back().size == plan.segment() &&
         llvm::all_of(plan.contraction.stores,
                      [&](const Store &store) {
                        int64_t visits = column.visits(store.access);
                        return visits == 1 || visits == plan.segment();
                      }) &&
         plan.segment() % 8 == 0;
}

/// Returns true if each reduction sums runs of rows, of columns, or of both.
static bool sumsRuns(const Plan &plan) {
  const Axis &row = plan.axes.row, &column = plan.axes.column;
  return llvm::all_of(plan.contraction.totals, [&](const Total &total) {
    return row.visitsInRuns(total.access) &&
           column.visitsInRuns(total.access) &&
           (row.visits(total.access) > 1 || column.visits(total.access) > 1);
  });
}

/// Returns true if all threads copy equally many chunks per K iteration.
static bool copiesEvenly(const Plan &plan) {
  return llvm::all_of(plan.sharedTiles, [&](const SharedTile &sharedTile) {
    return sharedTile.copies() % plan.tile.threads() == 0;
  });
}

/// Returns true if the tile is not for wgmma, or if the target has wgmma,
/// operands are 16-bit, and their tiles consist of whole 128-byte lines.
static bool suitsWarpgroups(const Plan &plan, bool hasWarpgroups) {
  if (!plan.tile.isOfWarpgroups)
    return true;
  return hasWarpgroups && plan.operandBytes == 2 &&
         llvm::all_of(ArrayRef<unsigned>{0, 1}, [&](unsigned operand) {
           const SharedTile &sharedTile = plan.sharedTiles[operand];
           int64_t extent = operand ? plan.tile.columns : plan.tile.rows;
           int64_t linesAtOnce = plan.tile.threads() * sharedTile.copyBytes /
                                 sharedTile.lineBytes;
           return sharedTile.copyBytes >= 4 &&
                  (sharedTile.isKMajor ||
                   (extent * 2 % Tile::wgmmaLineBytes == 0 &&
                    sharedTile.blockLines % linesAtOnce == 0));
         });
}

/// Returns true if the shared memory of a block and the registers of a thread
/// are within the limits of `chip`.
static bool fits(const Plan &plan, const Chip &chip) {
  return plan.sharedBytes() <= chip.gpu.sharedBytes &&
         registersOf(plan) <= maxRegisters;
}

/// Returns the microseconds of a call. Launches with few blocks are merged,
/// which occupies the multiprocessors that one of them leaves idle.
static double timeOfCall(const Plan &plan, const Chip &chip,
                         int64_t independent) {
  constexpr int64_t mostMerged = 3;
  int64_t merged = plan.blocks() <= chip.gpu.fewBlocks()
                       ? std::min(independent, mostMerged)
                       : 1;
  return modelTime(plan, chip, merged).total / double(merged);
}

/// Returns true if the rows of a warp are a multiple of those that it processes
/// at once.
static bool sharesRows(const Plan &plan) {
  ElementLayout layout = plan.elements();
  return layout.warpRows % layout.rows() == 0;
}

/// Returns the reason why the plan's tile, by mma.sync, cannot compute the
/// contraction; empty if it can.
static StringRef obstacleOf(const Plan &plan) {
  if (!copiesEvenly(plan))
    return "its threads would copy unequal parts";
  if (!hasPlaces(plan))
    return "its totals have no place for each block or warp";
  if (!sharesRows(plan))
    return "an op sums too few columns of the product";
  if (!hasSegments(plan))
    return "its segments are no columns of one block";
  return "";
}

static bool isPossible(const Plan &plan, bool hasWarpgroups) {
  return suitsWarpgroups(plan, hasWarpgroups) && obstacleOf(plan).empty();
}

static void chooseTile(Plan &plan, const Chip &chip,
                       ArrayRef<int64_t> alignments, int64_t independent,
                       bool hasWarpgroups) {
  const Tile *best = nullptr;
  double least = 0;
  for (const Tile &tile : tiles) {
    setTile(plan, tile, alignments);
    if (!isPossible(plan, hasWarpgroups) || !fits(plan, chip))
      continue;
    double time = timeOfCall(plan, chip, independent);
    if (!best || time < least) {
      best = &tile;
      least = time;
    }
  }
  setTile(plan, best ? *best : unaligned, alignments);
  if (plan.sharedTiles[0].copyBytes < 4 || plan.sharedTiles[1].copyBytes < 4)
    setTile(plan, unaligned, alignments);
  if (best && !hasPlaces(plan))
    setTile(plan, *best, alignments);
}

static bool isLarge(const Contraction &from, const Access &access) {
  int64_t last = access.offset;
  for (auto [size, stride] : llvm::zip(from.sizes, access.strides))
    last += (size - 1) * stride;
  return last > INT32_MAX / 2;
}

FailureOr<Plan>
mlir::amp::lowering::makePlan(Contraction contraction, const Chip &chip,
                              ArrayRef<int64_t> alignments,
                              std::optional<unsigned> tile, int64_t independent,
                              bool hasWarpgroups, std::string &why) {
  for (const Access &access : contraction.accesses)
    if (isLarge(contraction, access))
      return why = "a buffer has over 2^30 elements", failure();
  orient(contraction);
  Plan plan;
  plan.axes = axesOf(contraction);
  plan.contraction = std::move(contraction);
  plan.operandType = plan.contraction.accesses[0].type;
  plan.operandBytes = plan.operandType.getIntOrFloatBitWidth() / 8;
  if (plan.axes.row.extent() == 1 || plan.axes.column.extent() == 1)
    return why = "its contraction multiplies a vector", failure();
  if (!sumsRuns(plan) || !cutsColumns(plan))
    return why = "an op sums over rows or columns of the product", failure();
  if (tile)
    setTile(plan, tiles[std::min<size_t>(*tile, std::size(tiles) - 1)],
            alignments);
  if (!tile || !isPossible(plan, hasWarpgroups))
    chooseTile(plan, chip, alignments, independent, hasWarpgroups);
  if (StringRef obstacle = obstacleOf(plan); !obstacle.empty())
    return why = obstacle.str(), failure();
  if (plan.axes.batch.extent() > 65535 || plan.rowTiles() > 65535)
    return why = "its grid is too large", failure();
  plan.residentBlocks = modelTime(plan, chip, 1).resident;
  return plan;
}
