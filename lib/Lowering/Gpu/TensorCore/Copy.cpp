// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// thread i copies chunk i % chunks of the tile's line i / chunks, and so on
//   ==>  cp.async.cg.shared.global [stage + place], [row + depth], 16, bytes
//        where bytes = inside ? 16 : 0
#include "lib/Lowering/Gpu/TensorCore/Copy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

SharedTileCopy::SharedTileCopy(Code &code, const Plan &plan, unsigned operand,
                               Value thread, Value begin, Value shared)
    : plan(plan), sharedTile(plan.sharedTiles[operand]), operand(operand),
      shared(shared) {
  const Axis &axis = plan.axes.of(operand);
  int64_t perLine = sharedTile.lineBytes / sharedTile.copyBytes;
  int64_t threads = plan.tile.threads();
  // if all threads together cover whole lines, their pieces differ by constants
  bool isWhole = threads % perLine == 0;
  Value line, byte;
  llvm::SmallDenseMap<int64_t, Value> places; // by line modulo period()
  for (int64_t chunk = 0; chunk < sharedTile.copies(); chunk += threads) {
    if (!isWhole || chunk == 0) {
      Value own = code.add(thread, chunk);
      line = code.div(own, perLine);
      byte = code.mul(code.rem(own, perLine), sharedTile.copyBytes);
      places.clear();
    }
    int64_t more = isWhole ? chunk / perLine : 0;
    Value element = code.div(byte, plan.operandBytes);
    Piece piece{};
    int64_t phase = more % sharedTile.period();
    Value &place = places[phase];
    if (!place)
      place = sharedTile.place(code, code.add(line, phase), byte);
    piece.to = place;
    piece.toMore = (more - phase) * sharedTile.lineBytes;
    int64_t down = more, along = 0; // down in lines, along in elements
    if (sharedTile.blockLines) {
      along = more / sharedTile.blockLines * sharedTile.lineBytes /
              plan.operandBytes;
      down = more % sharedTile.blockLines;
    }
    int64_t across = sharedTile.isKMajor ? down : along;
    piece.depth =
        sharedTile.isKMajor ? Offset{element, along} : Offset{line, down};
    Value first = code.add(begin, sharedTile.isKMajor ? line : element);
    piece.from = axis.offset(code, operand, first, across);
    if (plan.mayEnd(axis))
      piece.inside = code.less(code.add(first, across), axis.extent());
    pieces.push_back(piece);
  }
}

static Value sharedAddress(Code &code, Value shared, Value bytes,
                           int64_t more) {
  return code.address(shared, code.getI8Type(), {bytes, more});
}

/// Copies 2 bytes through a register: cp.async moves at least 4 bytes.
static void copyElement(Code &code, Value from, Value base, Value to,
                        Value inside) {
  Type type = code.getI16Type();
  if (inside)
    from = arith::SelectOp::create(code, inside, from, base);
  Value element = LLVM::LoadOp::create(code, type, from, 2);
  if (inside) {
    Value zero = arith::ConstantIntOp::create(code, 0, 16);
    element = arith::SelectOp::create(code, inside, element, zero);
  }
  LLVM::StoreOp::create(code, element, to, 2);
}

void SharedTileCopy::copy(Code &code, Value from, Value base, Value to,
                          Value inside) const {
  if (sharedTile.copyBytes < 4)
    return copyElement(code, from, base, to, inside);
  Value bytes;
  if (inside)
    bytes = arith::SelectOp::create(
        code, inside, code.i32(sharedTile.copyBytes), code.i32(0));
  auto cache = sharedTile.copyBytes == 16 ? NVVM::LoadCacheModifierKind::CG
                                          : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(code, to, from,
                          static_cast<uint32_t>(sharedTile.copyBytes), cache,
                          bytes);
}

void SharedTileCopy::start(Code &code, Value base, Value step,
                           Value stage) const {
  const Axis &axis = plan.axes.depth;
  Type element = code.getIntegerType(plan.operandBytes * 8);
  Value stepBegin = code.mul(step, plan.depth());
  Value to = code.add(stage, sharedTile.begin);
  for (const Piece &piece : pieces) {
    Value begin = code.add(stepBegin, piece.depth.dynamic);
    Offset deep = axis.offset(code, operand, begin, piece.depth.constant);
    Value inside = piece.inside;
    if (plan.mayEnd(axis))
      inside =
          code.both(inside, code.less(code.add(begin, piece.depth.constant),
                                      axis.extent()));
    Value from = code.address(base, element, code.add(piece.from, deep));
    copy(code, from, base,
         sharedAddress(code, shared, code.add(to, piece.to), piece.toMore),
         inside);
  }
}

/// Selects the operands of the contraction that `step` belongs to: the K
/// iterations of one contraction follow those of the other.
void AsyncCopyPipeline::start(Code &code, Value step, Value stage) const {
  size_t contractions = operands.size() / 2;
  Value bases[] = {operands[0], operands[contractions]}, own = step;
  for (size_t i = 1; i < contractions; ++i) {
    int64_t begin = int64_t(i) * plan.stepsOfOne();
    Value has = arith::CmpIOp::create(code, arith::CmpIPredicate::uge, step,
                                      code.i32(begin));
    own = arith::SelectOp::create(
        code, has, arith::SubIOp::create(code, step, code.i32(begin)), own);
    for (unsigned operand : {0, 1})
      bases[operand] = arith::SelectOp::create(
          code, has, operands[operand * contractions + i], bases[operand]);
  }
  for (auto [copy, base] : llvm::zip(copies, bases))
    copy.start(code, base, own, stage);
}

void AsyncCopyPipeline::startFirst(Code &code) const {
  for (int64_t i = 0; i < ahead; ++i) {
    if (i < plan.steps())
      start(code, code.i32(i), code.i32(i * plan.stageBytes()));
    NVVM::CpAsyncCommitGroupOp::create(code);
  }
}

void AsyncCopyPipeline::startNext(Code &code, Value next, Value stage) const {
  auto isLeft = scf::IfOp::create(code, code.less(next, plan.steps()),
                                  /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(isLeft.thenBlock());
    start(code, next, stageAfter(code, stage, ahead));
  }
  NVVM::CpAsyncCommitGroupOp::create(code);
}

void AsyncCopyPipeline::waitForFirst(Code &code) const {
  NVVM::CpAsyncWaitGroupOp::create(code, static_cast<uint32_t>(ahead - 1));
}

Value AsyncCopyPipeline::stageAfter(Code &code, Value stage,
                                    int64_t steps) const {
  int64_t bytes = steps * plan.stageBytes(), all = plan.pipelineBytes();
  auto select = [&](arith::CmpIPredicate is, Value left, int64_t right,
                    Value onTrue, Value onFalse) -> Value {
    Value condition = arith::CmpIOp::create(code, is, left, code.i32(right));
    return arith::SelectOp::create(code, condition, onTrue, onFalse);
  };
  if (steps == plan.tile.stages - 1) // the previous stage
    return select(arith::CmpIPredicate::eq, stage, 0, code.i32(bytes),
                  code.add(stage, bytes - all));
  Value after = code.add(stage, bytes);
  return select(arith::CmpIPredicate::uge, after, all,
                code.add(stage, bytes - all), after);
}
