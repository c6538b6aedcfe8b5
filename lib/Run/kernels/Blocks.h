/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   for each batch, block of columns, block of sums:    pack b
 *     for each block of rows:                           pack a
 *       for each panel of columns, panel of rows:       multiply a tile */
#ifndef LIB_RUN_KERNELS_BLOCKS_H
#define LIB_RUN_KERNELS_BLOCKS_H

#include "Pack.h"

namespace {
using amprt::blockColumns;
using amprt::blockRows;
using amprt::blockSums;

inline int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

/// Points of a span in one block, and their offsets in the two arrays that they
/// index.
template <int64_t Loop::*X, int64_t Loop::*Y, int64_t most> struct Offsets {
  int64_t x[most], y[most];
  int64_t begin = -1, count = 0;

  void moveTo(const Span &span, int64_t newBegin) {
    if (newBegin == begin)
      return;
    begin = newBegin;
    count = least(most, span.end - begin);
    fillOffsets<X>(span, begin, count, x);
    fillOffsets<Y>(span, begin, count, y);
  }
};

template <typename T> class Blocks {
  static constexpr int64_t panelColumns = VectorOf<T>::columns;
  static constexpr int64_t lanes = VectorOf<T>::lanes;
  static constexpr int64_t rowPanels = blockRows / tileRows + 1;
  static constexpr int64_t columnPanels = blockColumns / panelColumns;

public:
  static void run(const Task &task) {
    static_assert(sizeof(Blocks) <= amprt::workspaceBytes);
    Blocks &blocks = *static_cast<Blocks *>(task.workspace);
    blocks.task = task;
    blocks.rows.begin = blocks.columns.begin = blocks.sums.begin = -1;
    blocks.runAll();
  }

private:
  void runAll();
  void runBlock();
  template <typename S> void placeColumns(const S *b);
  template <typename S> void placeRows(const S *a);
  void multiply(int64_t rowPanel, int64_t columnPanel);
  void storeScattered(const T *tile, int64_t rowBegin, int64_t rowCount,
                      int64_t columnBegin, int64_t columnCount);
  bool isStridedBySums(const int64_t *offsets) const;

  Task task;
  T *c; // of this batch
  bool adds;
  bool byRow;
  Offsets<&Loop::a, &Loop::c, blockRows> rows;
  Offsets<&Loop::b, &Loop::c, blockColumns> columns;
  Offsets<&Loop::a, &Loop::b, blockSums> sums;
  Run runs[blockColumns];
  Panel<T> rowPanel[rowPanels], columnPanel[columnPanels];
  alignas(64) T packedRows[(blockRows + tileRows) * rowStep];
  alignas(64) T packedColumns[blockColumns * blockSums];
};

template <typename T> void Blocks<T>::runAll() {
  for (int64_t i = task.batch.begin; i < task.batch.end; ++i) {
    int64_t a, b, atC;
    fillOffsets<&Loop::a>(task.batch, i, 1, &a);
    fillOffsets<&Loop::b>(task.batch, i, 1, &b);
    fillOffsets<&Loop::c>(task.batch, i, 1, &atC);
    c = static_cast<T *>(task.c) + atC;
    for (int64_t j = task.columns.begin; j < task.columns.end;
         j += blockColumns) {
      columns.moveTo(task.columns, j);
      for (int64_t k = task.sums.begin; k < task.sums.end; k += blockSums) {
        sums.moveTo(task.sums, k);
        adds = task.accumulate || k > task.sums.begin;
        withElements(task.b, task.typeB,
                     [&](auto *data) { placeColumns(data + b); });
        for (int64_t row = task.rows.begin; row < task.rows.end;
             row += blockRows) {
          rows.moveTo(task.rows, row);
          withElements(task.a, task.typeA,
                       [&](auto *data) { placeRows(data + a); });
          runBlock();
        }
      }
    }
  }
}

template <typename T> void Blocks<T>::runBlock() {
  for (int64_t j = 0; j * panelColumns < columns.count; ++j)
    for (int64_t i = 0; i * tileRows < rows.count; ++i)
      multiply(i, j);
}

template <typename T>
bool Blocks<T>::isStridedBySums(const int64_t *offsets) const {
  for (int64_t k = 2; k < sums.count; ++k)
    if (offsets[k] - offsets[k - 1] != offsets[1] - offsets[0])
      return false;
  return true;
}

/// Packs the columns, unless they are used for few rows.
template <typename T>
template <typename S>
void Blocks<T>::placeColumns(const S *b) {
  bool mayStay = task.rows.end - task.rows.begin <= 2 * tileRows &&
                 isStridedBySums(sums.y);
  int64_t step = sums.count > 1 ? sums.y[1] - sums.y[0] : 0;
  int64_t packed = 0; // panels
  if (!mayStay && findRuns(columns.x, columns.count, runs) == 1) {
    packed = columns.count / panelColumns;
    packSideBySide(packedColumns, packed, b + columns.x[0], sums.y, sums.count);
  }
  for (int64_t j = 0, i = 0; j < columns.count; j += panelColumns, ++i) {
    Block block{columns.x + j, sums.y, least(panelColumns, columns.count - j),
                sums.count};
    if constexpr (__is_same(S, T)) {
      if (mayStay && block.wideCount == panelColumns &&
          findRuns(block.wide, block.wideCount, runs) == 1) {
        columnPanel[i] = {b + block.wide[0] + sums.y[0], step};
        continue;
      }
    }
    T *to = packedColumns + j * blockSums;
    if (i >= packed)
      packColumns(to, b, block, runs);
    columnPanel[i] = {to, panelColumns};
  }
}

/// Packs adjacent rows by K index, or leaves them in place; packs others by
/// row.
template <typename T>
template <typename S>
void Blocks<T>::placeRows(const S *a) {
  byRow = findRuns(rows.x, rows.count, runs) * 3 > rows.count;
  bool mayStay = task.columns.end - task.columns.begin <= 2 * panelColumns &&
                 isStridedBySums(sums.x);
  int64_t step = sums.count > 1 ? sums.x[1] - sums.x[0] : 0;
  if (byRow)
    packByRow(packedRows, a, {rows.x, sums.x, rows.count, sums.count}, runs);
  for (int64_t j = 0, i = 0; j < rows.count; j += tileRows, ++i) {
    T *to = packedRows + j * rowStep;
    Block block{rows.x + j, sums.x, least(tileRows, rows.count - j),
                sums.count};
    rowPanel[i] = {to, tileRows};
    if (byRow)
      continue;
    if constexpr (__is_same(S, T)) {
      if (mayStay && findRuns(block.wide, block.wideCount, runs) == 1) {
        rowPanel[i] = {a + block.wide[0] + sums.x[0], step};
        continue;
      }
    }
    packBySum(to, tileRows, a, block, runs);
  }
}

template <typename T> void Blocks<T>::multiply(int64_t row, int64_t column) {
  int64_t rowBegin = row * tileRows, columnBegin = column * panelColumns;
  int64_t rowCount = least(tileRows, rows.count - rowBegin);
  int64_t columnCount = least(panelColumns, columns.count - columnBegin);
  bool isNarrow = columnCount <= lanes;
  auto tile = tiles<T>.of[!isNarrow][byRow][rowCount];
  bool isWhole = columnCount == (isNarrow ? lanes : panelColumns) &&
                 findRuns(columns.y + columnBegin, columnCount, runs) == 1;
  if (isWhole)
    return tile(sums.count, rowPanel[row], columnPanel[column],
                c + columns.y[columnBegin], rows.y + rowBegin, adds);
  alignas(64) T sum[tileRows * panelColumns];
  int64_t offsets[tileRows] = {};
  for (int64_t i = 0; i < rowCount; ++i)
    offsets[i] = i * panelColumns;
  tile(sums.count, rowPanel[row], columnPanel[column], sum, offsets, false);
  storeScattered(sum, rowBegin, rowCount, columnBegin, columnCount);
}

template <typename T>
void Blocks<T>::storeScattered(const T *tile, int64_t rowBegin,
                               int64_t rowCount, int64_t columnBegin,
                               int64_t columnCount) {
  for (int64_t i = 0; i < rowCount; ++i) {
    T *to = c + rows.y[rowBegin + i];
    const int64_t *at = columns.y + columnBegin;
    const T *from = tile + i * panelColumns;
    for (int64_t j = 0; j < columnCount; ++j)
      to[at[j]] = adds ? to[at[j]] + from[j] : from[j];
  }
}
} // namespace

#endif // LIB_RUN_KERNELS_BLOCKS_H
