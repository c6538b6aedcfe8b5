// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A quarter is an 8x8 matrix of 16-bit elements (or an 8x4 matrix of f32). Lane
// i holds the 4 bytes at row i / 4, byte 4 * (i % 4).
//   K-major           ==>  ldmatrix.x4
//                          lane i addresses row i % 8 of quarter i / 8
//   MN-major, 16-bit  ==>  ldmatrix.x4.trans
//                          lane i addresses K index i % 8 of quarter i / 8
//   MN-major, f32     ==>  ld.shared.b32, one quarter at a time
#include "lib/Lowering/Gpu/TensorCore/Fragments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the half of a fragment along M or N, and along K, that a quarter
/// lies in. Quarters of A advance along M first, those of B along K first.
static Value acrossHalf(Code &code, Value quarter, unsigned operand) {
  return operand ? code.div(quarter, 2) : code.bitAnd(quarter, 1);
}
static Value depthHalf(Code &code, Value quarter, unsigned operand) {
  return operand ? code.bitAnd(quarter, 1) : code.div(quarter, 2);
}

FragmentReader::FragmentReader(Code &code, const Plan &plan, unsigned operand,
                               Value lane, Value begin, Value shared)
    : plan(plan), sharedTile(plan.sharedTiles[operand]), operand(operand),
      shared(shared) {
  const Tile &tile = plan.tile;
  blocks = operand ? tile.columns / tile.warpsAcross / 16
                   : tile.rows / tile.warpsDown / 16;
  Value quarter = code.div(lane, 8), row = code.rem(lane, 8);
  Value across = acrossHalf(code, quarter, operand);
  Value deep = depthHalf(code, quarter, operand);
  if (sharedTile.isKMajor) {
    Value line = code.add(code.add(begin, row), code.mul(across, 8));
    for (int64_t slice = 0; slice < tile.kBytes / 32; ++slice)
      places.push_back(sharedTile.place(
          code, line, code.add(code.mul(deep, 16), slice * 32)));
    return;
  }
  if (plan.operandBytes == 2) {
    Value line = code.add(row, code.mul(deep, 8));
    Value byte = code.mul(code.add(begin, code.mul(across, 8)), 2);
    for (int64_t block = 0; block < blocks; ++block)
      places.push_back(
          sharedTile.place(code, line, code.add(byte, block * 32)));
    return;
  }
  Value byte = code.mul(code.add(begin, code.div(lane, 4)), 4);
  for (int64_t half = 0; half < blocks * 2; ++half)
    places.push_back(
        sharedTile.place(code, code.rem(lane, 4), code.add(byte, half * 32)));
}

Value FragmentReader::address(Code &code, Value stage, Value place,
                              int64_t more) const {
  return code.address(shared, code.getI8Type(),
                      {code.add(stage, place), sharedTile.begin + more});
}

Fragment FragmentReader::readMatrices(Code &code, Value address) const {
  Type word = code.getI32Type();
  auto words = LLVM::LLVMStructType::getLiteral(code.getContext(),
                                                SmallVector<Type>(4, word));
  auto layout =
      sharedTile.isKMajor ? NVVM::MMALayout::row : NVVM::MMALayout::col;
  auto shape = NVVM::LdStMatrixShapeAttr::get(code.getContext(), 8, 8);
  Value matrices = NVVM::LdMatrixOp::create(
      code, words, address, code.getI32IntegerAttr(4),
      NVVM::MMALayoutAttr::get(code.getContext(), layout), shape,
      NVVM::LdStMatrixEltTypeAttr::get(code.getContext(),
                                       NVVM::LdStMatrixEltType::B16));
  Fragment fragment;
  for (int64_t i : {0, 1, 2, 3})
    fragment.push_back(LLVM::ExtractValueOp::create(code, matrices, i));
  return fragment;
}

Fragment FragmentReader::readWords(Code &code, Value stage, int64_t block,
                                   int64_t slice) const {
  Fragment fragment;
  for (int64_t quarter : {0, 1, 2, 3}) {
    int64_t across = operand ? quarter / 2 : quarter % 2;
    int64_t deep = operand ? quarter % 2 : quarter / 2;
    Value from = address(code, stage, places[block * 2 + across],
                         (slice * 8 + deep * 4) * sharedTile.lineBytes);
    fragment.push_back(LLVM::LoadOp::create(code, code.getI32Type(), from, 4));
  }
  return fragment;
}

/// Rounds f32 to TF32, to nearest: the tensor cores would truncate.
static void roundWords(Code &code, Fragment &fragment) {
  for (Value &word : fragment) {
    Value number = arith::BitcastOp::create(code, code.getF32Type(), word);
    word = NVVM::ConvertFloatToTF32Op::create(code, code.getI32Type(), number,
                                              NVVM::FPRoundingMode::RNA);
  }
}

SmallVector<Fragment> FragmentReader::read(Code &code, Value stage,
                                           int64_t slice) const {
  SmallVector<Fragment> fragments;
  for (int64_t block = 0; block < blocks; ++block) {
    if (sharedTile.isKMajor)
      fragments.push_back(
          readMatrices(code, address(code, stage, places[slice],
                                     block * 16 * sharedTile.lineBytes)));
    else if (plan.operandBytes == 2)
      fragments.push_back(
          readMatrices(code, address(code, stage, places[block],
                                     slice * 16 * sharedTile.lineBytes)));
    else
      fragments.push_back(readWords(code, stage, block, slice));
    if (plan.operandType.isF32())
      roundWords(code, fragments.back());
  }
  return fragments;
}

Fragment mlir::amp::lowering::roundSums(Code &code, const Plan &plan,
                                        ArrayRef<Value> sums) {
  Fragment fragment;
  for (size_t i = 0; i < sums.size(); i += 2) {
    Value pair[] = {
        arith::TruncFOp::create(code, plan.operandType, sums[i]),
        arith::TruncFOp::create(code, plan.operandType, sums[i + 1])};
    fragment.push_back(
        LLVM::BitcastOp::create(code, code.getI32Type(), code.pack(pair)));
  }
  return fragment;
}

SmallVector<Value> mlir::amp::lowering::multiply(Code &code, const Plan &plan,
                                                 const Fragment &rows,
                                                 ArrayRef<Value> columns,
                                                 ArrayRef<Value> sum) {
  auto type = NVVM::MMATypes::tf32;
  SmallVector<Value> a(rows.begin(), rows.end()), b(columns);
  if (plan.operandType.isF16()) {
    type = NVVM::MMATypes::f16;
    Type pair = VectorType::get(2, code.getF16Type());
    for (SmallVector<Value> *side : {&a, &b})
      for (Value &word : *side)
        word = LLVM::BitcastOp::create(code, pair, word);
  } else if (plan.operandType.isBF16()) {
    type = NVVM::MMATypes::bf16;
  }
  auto sums = LLVM::LLVMStructType::getLiteral(
      code.getContext(), SmallVector<Type>(4, code.getF32Type()));
  int64_t depth = 32 / plan.operandBytes;
  Value product = NVVM::MmaOp::create(
      code, sums, a, b, sum, ArrayRef<int64_t>{16, 8, depth}, std::nullopt,
      std::nullopt, std::array{type, type},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  SmallVector<Value> result;
  for (int64_t i : {0, 1, 2, 3})
    result.push_back(LLVM::ExtractValueOp::create(code, product, i));
  return result;
}
