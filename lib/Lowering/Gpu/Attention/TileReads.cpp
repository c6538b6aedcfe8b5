// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads clamp rows and columns to the last one and need no predicates.
#include "lib/Lowering/Gpu/Attention/TileReads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

TileReads::TileReads(Code &code, const Plan &plan, unsigned first,
                     ArrayRef<Value> bases, Value lane, Value row,
                     StagedReads *staged)
    : staged(staged), plan(plan), axes(plan.axes),
      accesses(plan.contraction.accesses), first(first), bases(bases),
      lane(lane) {
  for (unsigned access = first; access < accesses.size(); ++access)
    operands.push_back(prepare(code, access, row));
}

TileReads::Operand TileReads::prepare(Code &code, unsigned access, Value row) {
  Operand operand;
  operand.variesByRow = axes.row.moves(access);
  operand.variesByColumn = axes.column.moves(access);
  for (unsigned half : {0, 1}) {
    Value at = axes.row.clamp(code, code.add(row, 8 * half));
    operand.place[half] = axes.row.offset(code, access, at);
    if (!operand.variesByColumn)
      operand.rows[half] = elementAt(code, access, operand.place[half]);
  }
  return operand;
}

/// Loads the byte of the bit at `offset`, and shifts this bit to bit 0.
Value TileReads::loadBits(Code &code, unsigned access, Offset offset) const {
  Value bit = code.i32(offset.constant);
  if (offset.dynamic)
    bit = code.add(offset.dynamic, offset.constant);
  Type byte = code.getI8Type();
  Value address = code.address(bases[access], byte, {code.div(bit, 8), 0});
  Value bits = arith::ExtUIOp::create(code, code.getI32Type(),
                                      code.load(address, byte, 1).front());
  return arith::ShRUIOp::create(code, bits, code.rem(bit, 8));
}

/// Loads the bits of two adjacent columns at once. The first column is even, so
/// that both bits are in one byte.
Value TileReads::bitOfPair(Code &code, unsigned access, unsigned half,
                           int64_t step) {
  Operand &operand = operands[access - first];
  Value &bits = operand.pairs[{half, step / 2}];
  if (!bits) {
    Offset even = along(code, access, step - step % 2);
    bits = loadBits(code, access, code.add(operand.place[half], even));
  }
  Value bit = bits;
  if (step % 2)
    bit = arith::ShRUIOp::create(code, bits, code.i32(1));
  return arith::TruncIOp::create(code, accesses[access].type, bit);
}

Value TileReads::load(Code &code, unsigned access, Offset offset) const {
  if (accesses[access].isPacked)
    return arith::TruncIOp::create(code, accesses[access].type,
                                   loadBits(code, access, offset));
  Type type = accesses[access].type;
  unsigned bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  return LLVM::LoadOp::create(code, type,
                              code.address(bases[access], type, offset), bytes);
}

Value TileReads::countAt(Code &code, unsigned access, Offset offset) const {
  Value count = code.add(bases[access], offset.constant);
  if (offset.dynamic)
    count = code.add(count, offset.dynamic);
  return arith::IndexCastOp::create(code, code.getIndexType(), count);
}

Value TileReads::elementAt(Code &code, unsigned access, Offset offset) const {
  return accesses[access].argument == Access::noArgument
             ? countAt(code, access, offset)
             : load(code, access, offset);
}

void TileReads::beginTile(Code &code, Value tile) {
  column = code.add(code.mul(tile, plan.tile.columns),
                    code.mul(code.rem(lane, 4), 2));
  if (staged)
    staged->beginTile(code, tile);
  for (Operand &operand : operands) {
    operand.columns.clear();
    operand.pairs.clear();
  }
}

/// Returns the offset of a column `step` after the first of the thread.
Offset TileReads::along(Code &code, unsigned access, int64_t step) const {
  if (!plan.mayEnd(axes.column))
    return axes.column.offset(code, access, column, step);
  return axes.column.offset(code, access,
                            axes.column.clamp(code, code.add(column, step)));
}

Value TileReads::at(Code &code, unsigned access, unsigned half, int64_t step) {
  if (staged && staged->has(access))
    return staged->at(code, access, half, step);
  Operand &operand = operands[access - first];
  if (!operand.variesByColumn)
    return operand.rows[half];
  Value &known = operand.columns[step];
  if (!operand.variesByRow && known)
    return known;
  if (accesses[access].isPacked && operand.variesByRow &&
      axes.column.movesByOne(access))
    return bitOfPair(code, access, half, step);
  Value element = elementAt(
      code, access, code.add(operand.place[half], along(code, access, step)));
  if (!operand.variesByRow)
    known = element;
  return element;
}

Value TileReads::isInside(Code &code, int64_t step) const {
  return plan.mayEnd(axes.column)
             ? code.less(code.add(column, step), axes.column.extent())
             : Value();
}
