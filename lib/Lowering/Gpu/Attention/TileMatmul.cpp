// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Attention/TileMatmul.h"
#include "lib/Lowering/Gpu/TensorCore/Code.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

TileMatmul::TileMatmul(Code &code, const Plan &plan, Value lane, Value shared)
    : plan(plan) {
  if (plan.tile.isOfWarpgroups)
    descriptors.emplace(code, plan.sharedTiles[1], shared, code.i32(0));
  else
    reader.emplace(code, plan, 1, lane, code.i32(0), shared);
}

void TileMatmul::readRows(Code &code, Value thread, Value shared) {
  Value warpgroup = code.div(thread, 128);
  rowDescriptors.emplace(
      code, plan.sharedTiles[0], shared,
      code.mul(warpgroup, Descriptors::productRows * Tile::wgmmaLineBytes));
}

void TileMatmul::add(Code &code,
                     llvm::function_ref<Fragment(int64_t slice)> rowsOf,
                     Value stage, MutableArrayRef<Value> sums) const {
  int64_t slices = plan.depth() / 16;
  if (descriptors) {
    SmallVector<Fragment> rows;
    for (int64_t slice = 0; slice < slices && !readsRows(); ++slice)
      rows.push_back(rowsOf(slice));
    return addByWarpgroup(code, rows, stage, sums);
  }
  for (int64_t slice = 0; slice < slices; ++slice) {
    Fragment rows = rowsOf(slice);
    SmallVector<Fragment> columns = reader->read(code, stage, slice);
    for (size_t j = 0; j < sums.size() / 4; ++j) {
      auto half = ArrayRef<Value>(columns[j / 2]).slice(j % 2 * 2, 2);
      llvm::copy(lowering::multiply(code, plan, rows, half, {&sums[j * 4], 4}),
                 &sums[j * 4]);
    }
  }
}

/// Emits the wgmmas and waits, because other instructions read the sums next.
void TileMatmul::addByWarpgroup(Code &code, ArrayRef<Fragment> rows,
                                Value stage,
                                MutableArrayRef<Value> sums) const {
  SmallVector<Value> values(sums);
  for (const Fragment &fragment : rows)
    llvm::append_range(values, fragment);
  pin(code, "wgmma.fence.sync.aligned;", values);
  MutableArrayRef<Value> current(values.data(), sums.size());
  for (int64_t slice = 0; slice < plan.depth() / 16; ++slice) {
    SmallVector<Value> factor;
    if (readsRows())
      factor = {rowDescriptors->at(code, code.i32(0), 0, slice)};
    else
      factor.assign(values.begin() + sums.size() + slice * rows[slice].size(),
                    values.begin() + sums.size() +
                        (slice + 1) * rows[slice].size());
    Value product =
        multiply(code, factor, descriptors->at(code, stage, 0, slice), current);
    for (auto [i, sum] : llvm::enumerate(current))
      sum = LLVM::ExtractValueOp::create(code, product, i);
  }
  pin(code,
      "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;",
      current);
  llvm::copy(current, sums.begin());
}

/// Emits one wgmma, as inline assembly because nvvm.wgmma.mma_async takes both
/// operands from shared memory. `rows`: operand A, four registers or a
/// descriptor.
Value TileMatmul::multiply(Code &code, ArrayRef<Value> rows, Value columns,
                           ArrayRef<Value> sums) const {
  size_t count = sums.size();
  auto places = [](size_t from, size_t to) {
    auto names = llvm::map_range(
        llvm::seq(from, to), [](size_t i) { return "$" + std::to_string(i); });
    return llvm::join(names, ", ");
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  StringRef type = plan.operandType.isF16() ? "f16" : "bf16";
  size_t firstRow = 2 * count, descriptor = firstRow + rows.size();
  os << "{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
     << "wgmma.mma_async.sync.aligned.m64n" << plan.tile.columns << "k16.f32."
     << type << '.' << type << " {" << places(0, count) << "}, "
     << (readsRows() ? "$" + std::to_string(firstRow)
                     : "{" + places(firstRow, descriptor) + "}")
     << ", $" << descriptor << ", p, 1, 1, " << (readsRows() ? "0, " : "")
     << !plan.sharedTiles[1].isKMajor << ";\n}\n";
  SmallVector<Value> operands(sums);
  llvm::append_range(operands, rows);
  operands.push_back(columns);
  return emitAssembly(code, text,
                      constraintsOf(sums) + (readsRows() ? "l,l" : "r,r,r,r,l"),
                      operands, SmallVector<Type>(count, code.getF32Type()));
}
