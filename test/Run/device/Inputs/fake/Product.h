// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of column-major matrices in the fake library, by loops, in the types
// and with the epilogues of cublasLt.h.
#ifndef TEST_RUN_DEVICE_FAKE_PRODUCT_H
#define TEST_RUN_DEVICE_FAKE_PRODUCT_H

#include "Elements.h"

#include <algorithm>
#include <functional>

struct Layout {
  int type;
  int64_t rows, columns, leading;
  int32_t batch = 1;
  int64_t stride = 0;
};

struct Desc {
  int compute = 0;
  int32_t pointerMode = 0, transposeA = 0, transposeB = 0, epilogue = 1;
  void *bias = nullptr;
  void *aux = nullptr;
  int64_t auxLeading = 0;
  int32_t biasType = 0;
};

enum { Relu = 2, Bias = 4, SumOfColumns = 16, Gelu = 32, Dgelu = 64 };
enum { Aux = 128, SumOfA = 256, SumOfB = 512 };
enum { Tf32 = 77 };

inline float geluOf(float x) {
  double inner = 0.7978845608028654 * (x + 0.044715 * x * x * x);
  return x * (1 + std::tanh(inner)) / 2;
}

inline float geluSlopeOf(float x) {
  double tanh = std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));
  double inner = 0.7978845608028654 * (1 + 3 * 0.044715 * x * x);
  return (1 + tanh + x * (1 - tanh * tanh) * inner) / 2;
}

struct Product {
  Desc desc;
  Layout a, b, d;
  const void *dataA, *dataB, *dataC;
  void *dataD;
  const float *alpha, *beta; // read when it runs
  float hostAlpha, hostBeta;
  /// Told of all memory that it reads and writes.
  void (*visit)(const void *memory, uint64_t bytes, bool isWrite);

  void run() const;

private:
  struct Sums {
    float product = 0, a = 0, b = 0;
  };
  int64_t depth() const { return desc.transposeA ? a.rows : a.columns; }
  Sums sum(int64_t batch, int64_t row, int64_t column) const;
  float finish(float value, int64_t row, int64_t column) const;
  void visitMatrix(const Layout &layout, const void *data, bool isWrite) const;
  void visitRest() const;
};

inline void Product::visitMatrix(const Layout &layout, const void *data,
                                 bool isWrite) const {
  int64_t size = layout.type == Float ? 4 : 2;
  for (int64_t batch = 0; batch < layout.batch; ++batch)
    for (int64_t column = 0; column < layout.columns; ++column)
      visit(static_cast<const char *>(data) +
                (batch * layout.stride + column * layout.leading) * size,
            layout.rows * size, isWrite);
}

inline void Product::visitRest() const {
  int kind = desc.epilogue;
  bool sums = kind & (SumOfColumns | SumOfA | SumOfB);
  if ((kind & Bias) || sums)
    visit(desc.bias,
          (kind & SumOfB ? d.columns : d.rows) * (desc.biasType ? 2 : 4), sums);
  int64_t size = d.type == Float ? 4 : 2;
  for (int64_t column = 0; kind & Aux && column < d.columns; ++column)
    visit(static_cast<char *>(desc.aux) + column * desc.auxLeading * size,
          d.rows * size, kind & Gelu);
}

inline Product::Sums Product::sum(int64_t batch, int64_t row,
                                  int64_t column) const {
  Sums sums;
  for (int64_t k = 0; k < depth(); ++k) {
    int64_t inA = desc.transposeA ? row * a.leading + k : k * a.leading + row;
    int64_t inB =
        desc.transposeB ? k * b.leading + column : column * b.leading + k;
    float one = readElement(dataA, a.type, batch * a.stride + inA);
    float other = readElement(dataB, b.type, batch * b.stride + inB);
    sums.a += one;
    sums.b += other;
    if (desc.compute == Tf32)
      one = cutToTf32(one), other = cutToTf32(other);
    sums.product += one * other;
  }
  return sums;
}

inline float Product::finish(float value, int64_t row, int64_t column) const {
  int kind = desc.epilogue;
  if (kind & Bias)
    value += readElement(desc.bias, desc.biasType, row);
  int64_t inAux = column * desc.auxLeading + row;
  if ((kind & Gelu) && (kind & Aux))
    writeElement(desc.aux, d.type, inAux, value);
  if (kind & Relu)
    value = value > 0 ? value : 0; // NaN, too
  if (kind & Gelu)
    value = geluOf(value);
  if (kind & Dgelu)
    value *= geluSlopeOf(readElement(desc.aux, d.type, inAux));
  if (kind & SumOfColumns)
    writeElement(desc.bias, desc.biasType, row,
                 value +
                     (column ? readElement(desc.bias, desc.biasType, row) : 0));
  return value;
}

inline void Product::run() const {
  bool isOnDevice = desc.pointerMode == 1;
  float scale = isOnDevice ? *alpha : hostAlpha;
  float keep = isOnDevice ? *beta : hostBeta;
  visitMatrix(a, dataA, false);
  visitMatrix(b, dataB, false);
  if (keep)
    visitMatrix(d, dataC, false);
  visitMatrix(d, dataD, true);
  visitRest();
  for (int64_t batch = 0; batch < d.batch; ++batch)
    for (int64_t column = 0; column < d.columns; ++column)
      for (int64_t row = 0; row < d.rows; ++row) {
        Sums sums = sum(batch, row, column);
        if (desc.epilogue & SumOfA)
          writeElement(desc.bias, desc.biasType, row, sums.a);
        if (desc.epilogue & SumOfB)
          writeElement(desc.bias, desc.biasType, column, sums.b);
        int64_t place = batch * d.stride + column * d.leading + row;
        float value = scale * sums.product;
        if (keep)
          value += keep * readElement(dataC, d.type, place);
        writeElement(dataD, d.type, place, finish(value, row, column));
      }
}

#endif // TEST_RUN_DEVICE_FAKE_PRODUCT_H
