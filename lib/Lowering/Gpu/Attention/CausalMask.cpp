// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select(row >= column, x, -1e9)   ==>   offset 0, value -1e9
//
// A row without visible keys, or with small logits only, gives masked keys
// weight. The kernel tests the row maxima, and visits all tiles in that case.
#include "lib/Lowering/Gpu/Attention/CausalMask.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Difference of logits beyond which a probability is 0: exp(-89) is subnormal
/// in f32, and ex2.approx.ftz flushes it to 0.
static constexpr float distance = 89;

/// Limit on mask offsets; larger ones are unlikely masks, and might overflow.
static constexpr int64_t maxOffset = 1 << 24;

namespace {
/// Loop index plus a constant.
struct Position {
  unsigned loop;
  int64_t offset;
};

class MaskReader {
public:
  MaskReader(Block &logit, unsigned loops)
      : body(logit), firstLoop(logit.getNumArguments() - loops) {}
  /// Reads the mask over the keys of `keyLoop`. Returns false if no comparison
  /// of positions selects a constant.
  bool read(unsigned keyLoop);
  /// Returns the comparisons that hide only keys after query + `mask.offset`,
  /// with their results for other keys.
  KnownResults comparisonsOf(const CausalMask &mask);

  unsigned queryLoop = 0;
  CausalMask mask{0, 0};

private:
  std::optional<Position> positionOf(Value value) const;
  std::optional<int64_t> offsetOf(Value condition, bool is);
  bool isHidden(Value value);

  Block &body;
  unsigned firstLoop, key = 0;
  std::optional<int64_t> offset;
  std::optional<unsigned> query;
  std::optional<double> value;
};
} // namespace

std::optional<Position> MaskReader::positionOf(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getArgNumber() < firstLoop)
      return std::nullopt;
    return Position{argument.getArgNumber() - firstLoop, 0};
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::TruncIOp>(op)) {
    // indices of buffers of at most 2^30 elements fit 32 bits
    if (!value.getType().isIndex() &&
        value.getType().getIntOrFloatBitWidth() < 32)
      return std::nullopt;
    return positionOf(op->getOperand(0));
  }
  if (!isa<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  IntegerAttr constant;
  std::optional<Position> base = positionOf(op->getOperand(0));
  if (!base || !matchPattern(op->getOperand(1), m_Constant(&constant)) ||
      constant.getValue().getSignificantBits() > 24)
    return std::nullopt;
  int64_t by = constant.getValue().getSExtValue();
  base->offset += isa<arith::AddIOp>(op) ? by : -by;
  return base;
}

/// Returns the offset such that `condition` equals `is` for keys after query +
/// offset.
std::optional<int64_t> MaskReader::offsetOf(Value condition, bool is) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    bool chooses = is ? matchPattern(select.getTrueValue(), m_Zero()) &&
                            matchPattern(select.getFalseValue(), m_One())
                      : matchPattern(select.getTrueValue(), m_One()) &&
                            matchPattern(select.getFalseValue(), m_Zero());
    return chooses ? offsetOf(select.getCondition(), false) : std::nullopt;
  }
  if (isa<arith::XOrIOp>(op) && matchPattern(op->getOperand(1), m_One()))
    return offsetOf(op->getOperand(0), !is);
  if (is ? isa<arith::OrIOp>(op) : isa<arith::AndIOp>(op)) {
    std::optional<int64_t> left = offsetOf(op->getOperand(0), is);
    return left ? left : offsetOf(op->getOperand(1), is);
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (!is)
    predicate = arith::invertPredicate(predicate);
  std::optional<Position> low = positionOf(compare.getLhs());
  std::optional<Position> high = positionOf(compare.getRhs());
  if (!low || !high)
    return std::nullopt;
  if (predicate == arith::CmpIPredicate::sgt ||
      predicate == arith::CmpIPredicate::sge) {
    std::swap(low, high);
    predicate = predicate == arith::CmpIPredicate::sgt
                    ? arith::CmpIPredicate::slt
                    : arith::CmpIPredicate::sle;
  }
  bool isStrict = predicate == arith::CmpIPredicate::slt;
  if ((!isStrict && predicate != arith::CmpIPredicate::sle) ||
      high->loop != key || low->loop == key || (query && *query != low->loop))
    return std::nullopt;
  query = low->loop;
  return low->offset - high->offset - (isStrict ? 0 : 1);
}

/// Returns true if `hidden` is a negative constant for masked keys, and records
/// the value and the offset of the mask.
bool MaskReader::isHidden(Value hidden) {
  FloatAttr constant;
  if (matchPattern(hidden, m_Constant(&constant))) {
    double number = constant.getValueAsDouble();
    value = std::max(value.value_or(number), number);
    return number < 0;
  }
  if (auto widened = hidden.getDefiningOp<arith::ExtFOp>())
    return isHidden(widened.getIn());
  auto select = hidden.getDefiningOp<arith::SelectOp>();
  if (!select)
    return false;
  for (bool is : {false, true})
    if (std::optional<int64_t> found = offsetOf(select.getCondition(), is)) {
      offset = std::max(offset.value_or(*found), *found);
      return isHidden(is ? select.getTrueValue() : select.getFalseValue());
    }
  return isHidden(select.getTrueValue()) && isHidden(select.getFalseValue());
}

bool MaskReader::read(unsigned keyLoop) {
  key = keyLoop;
  if (!isHidden(body.getTerminator()->getOperand(0)) || !offset || !query ||
      std::abs(*offset) > maxOffset)
    return false;
  queryLoop = *query;
  mask = {*offset, *value, key, queryLoop};
  return true;
}

KnownResults MaskReader::comparisonsOf(const CausalMask &mask) {
  key = mask.keyLoop;
  query = mask.queryLoop;
  KnownResults known;
  for (auto compare : body.getOps<arith::CmpIOp>())
    for (bool hides : {false, true})
      if (std::optional<int64_t> found = offsetOf(compare.getResult(), hides);
          found && *found >= mask.offset)
        known.emplace_back(compare, !hides);
  return known;
}

KnownResults mlir::amp::lowering::knownWhereVisible(Region &body,
                                                    const CausalMask &mask,
                                                    unsigned loops) {
  if (body.empty())
    return {};
  return MaskReader(body.front(), loops).comparisonsOf(mask);
}

static bool isIndexOf(const Axis &axis, std::optional<unsigned> count) {
  return count && axis.movesByOne(*count);
}

std::optional<CausalMask>
mlir::amp::lowering::causalMaskOf(Block &logit, const Plan &scores,
                                  ArrayRef<std::optional<unsigned>> counts,
                                  bool keysAreRows) {
  const Axis &keys = keysAreRows ? scores.axes.row : scores.axes.column;
  const Axis &queries = keysAreRows ? scores.axes.column : scores.axes.row;
  for (unsigned loop = 0; loop < counts.size(); ++loop) {
    MaskReader reader(logit, counts.size());
    if (isIndexOf(keys, counts[loop]) && reader.read(loop) &&
        isIndexOf(queries, counts[reader.queryLoop]))
      return reader.mask;
  }
  return std::nullopt;
}

static bool isZeroWith(Value value, Value zero) {
  if (value == zero || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto isZero = [&](unsigned i) { return isZeroWith(op->getOperand(i), zero); };
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp, arith::DivFOp>(op))
    return isZero(0);
  if (isa<arith::MulFOp>(op))
    return isZero(0) || isZero(1);
  return isa<arith::SelectOp>(op) && isZero(1) && isZero(2);
}

bool mlir::amp::lowering::keepsZero(Region &body) {
  return body.empty() || isZeroWith(body.front().getTerminator()->getOperand(0),
                                    body.getArgument(0));
}

BlockCoordinates mlir::amp::lowering::blockCoordinates(
    Code &code, const std::optional<CausalMask> &mask, int64_t rowTiles,
    int64_t batches, bool keysAreRows) {
  Value block = NVVM::BlockIdXOp::create(code, code.getI32Type());
  if (!mask)
    return {code.rem(block, rowTiles), code.div(block, rowTiles)};
  Value tile = code.div(block, batches);
  if (!keysAreRows)
    tile = arith::SubIOp::create(code, code.i32(rowTiles - 1), tile);
  return {tile, code.rem(block, batches)};
}

Value mlir::amp::lowering::visibleTiles(Code &code, const CausalMask &mask,
                                        const Plan &scores, Value firstRow,
                                        int64_t tiles) {
  int64_t columns = scores.tile.columns;
  Value end = arith::MaxSIOp::create(
      code, code.add(firstRow, scores.tile.rows - 1 + mask.offset + columns),
      code.i32(columns));
  return arith::MinUIOp::create(code, code.div(end, columns), code.i32(tiles));
}

Value mlir::amp::lowering::fullTiles(Code &code, const CausalMask &mask,
                                     const Plan &scores, Value firstRow,
                                     Value tiles) {
  Value end = arith::MaxSIOp::create(code, code.add(firstRow, mask.offset + 1),
                                     code.i32(0));
  return arith::MinUIOp::create(code, code.div(end, scores.tile.columns),
                                tiles);
}

Value mlir::amp::lowering::firstFullTile(Code &code, const CausalMask &mask,
                                         const Plan &scores, Value firstRow,
                                         Value from, int64_t tiles) {
  int64_t columns = scores.tile.columns;
  Value end = arith::MaxSIOp::create(
      code,
      code.add(firstRow, scores.tile.rows - 1 - mask.offset + columns - 1),
      code.i32(0));
  Value first = arith::MaxUIOp::create(code, code.div(end, columns), from);
  return arith::MinUIOp::create(code, first, code.i32(tiles));
}

Value mlir::amp::lowering::firstVisibleTile(Code &code, const CausalMask &mask,
                                            const Plan &scores, Value firstRow,
                                            int64_t tiles) {
  Value first = arith::MaxSIOp::create(code, code.add(firstRow, -mask.offset),
                                       code.i32(0));
  return arith::MinUIOp::create(code, code.div(first, scores.tile.columns),
                                code.i32(tiles - 1));
}

Value mlir::amp::lowering::mayHaveProbability(Code &code,
                                              const CausalMask &mask,
                                              Value maximum) {
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(float(value)));
  };
  Value above = arith::SubFOp::create(code, maximum, number(mask.value));
  return arith::CmpFOp::create(code, arith::CmpFPredicate::ULE, above,
                               number(distance));
}

Value mlir::amp::lowering::anyInBlock(Code &code, Value condition, Value slots,
                                      int64_t warps) {
  Type i32 = code.getI32Type();
  Value thread = NVVM::ThreadIdXOp::create(code, i32);
  Value word = arith::ExtUIOp::create(code, i32, condition);
  for (int64_t lanes : {1, 2, 4, 8, 16})
    word = arith::OrIOp::create(code, word, exchange(word, lanes, code));
  auto slotOf = [&](Offset warp) { return code.address(slots, i32, warp); };
  NVVM::BarrierOp::create(code);
  auto isFirst = scf::IfOp::create(code, code.less(code.rem(thread, 32), 1),
                                   /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(isFirst.thenBlock());
    LLVM::StoreOp::create(code, word, slotOf({code.div(thread, 32), 0}), 4);
  }
  NVVM::BarrierOp::create(code);
  Value all = code.i32(0);
  for (int64_t warp = 0; warp < warps; ++warp)
    all = arith::OrIOp::create(
        code, all, LLVM::LoadOp::create(code, i32, slotOf({Value(), warp}), 4));
  NVVM::BarrierOp::create(code);
  Value any =
      arith::CmpIOp::create(code, arith::CmpIPredicate::ne, all, code.i32(0));
  Value no = arith::ConstantIntOp::create(code, 0, 1);
  return LLVM::ExpectOp::create(code, any, no);
}
