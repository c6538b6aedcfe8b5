// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Attention/TileStore.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
using SumOf = llvm::function_ref<Value(unsigned, int64_t, unsigned)>;

class RowStore {
public:
  RowStore(Code &code, const TileStore &store, SumOf sum)
      : code(code), store(store), sum(sum), columns(store.plan.axes.column),
        to(store.plan.contraction.accesses[store.access]) {
    int64_t bytes = to.type.getIntOrFloatBitWidth() / 8;
    isPaired = store.alignment >= 2 * bytes && columns.extent() % 2 == 0 &&
               store.plan.axes.widthAlong(columns, to, store.access, 2) == 2;
  }
  void emit(unsigned half);

private:
  Value rounded(unsigned half, int64_t j, unsigned i);
  void storePair(unsigned half, int64_t j, Offset row);

  Code &code;
  const TileStore &store;
  SumOf sum;
  const Axis &columns;
  const Access &to;
  bool isPaired;
};
} // namespace

Value RowStore::rounded(unsigned half, int64_t j, unsigned i) {
  Value value = sum(half, j, i);
  if (to.type == value.getType())
    return value;
  return arith::TruncFOp::create(code, to.type, value);
}

/// Stores columns 8 j and 8 j + 1, relative to the first column of the thread.
void RowStore::storePair(unsigned half, int64_t j, Offset row) {
  auto addressOf = [&](int64_t step) {
    return code.address(
        store.base, to.type,
        code.add(row, columns.offset(code, store.access, store.column, step)));
  };
  if (isPaired) {
    Value both[] = {rounded(half, j, 0), rounded(half, j, 1)};
    return code.store(both, addressOf(j * 8));
  }
  for (unsigned i : {0, 1}) {
    OpBuilder::InsertionGuard guard(code);
    Value inside =
        code.less(code.add(store.column, j * 8 + i), columns.extent());
    auto isInside = scf::IfOp::create(code, inside, /*withElseRegion=*/false);
    code.setInsertionPointToStart(isInside.thenBlock());
    code.store(rounded(half, j, i), addressOf(j * 8 + i));
  }
}

void RowStore::emit(unsigned half) {
  const Axis &rows = store.plan.axes.row;
  OpBuilder::InsertionGuard guard(code);
  Value inside = code.less(code.add(store.row, 8 * half), rows.extent());
  auto isInside = scf::IfOp::create(code, inside, /*withElseRegion=*/false);
  code.setInsertionPointToStart(isInside.thenBlock());
  Offset row = rows.offset(code, store.access, store.row, 8 * half);
  for (int64_t j = 0; j * 8 < columns.extent(); ++j) {
    OpBuilder::InsertionGuard guard(code);
    if (isPaired && (j + 1) * 8 > columns.extent()) {
      auto isColumn = scf::IfOp::create(
          code, code.less(code.add(store.column, j * 8), columns.extent()),
          /*withElseRegion=*/false);
      code.setInsertionPointToStart(isColumn.thenBlock());
    }
    storePair(half, j, row);
  }
}

void TileStore::emit(Code &code, SumOf sum) const {
  RowStore store(code, *this, sum);
  for (unsigned half : {0, 1})
    store.emit(half);
}
