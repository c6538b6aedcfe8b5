// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products on column-major matrices, by loops. There are three ways to
// compute each: the second is the fastest, the third does not run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <string>

using Handle = void *;

namespace {
struct Layout {
  int type;
  int64_t rows, columns, leading;
  int32_t batch = 1;
  int64_t stride = 0;
};

struct Desc {
  int32_t pointerMode = 0, transposeA = 0, transposeB = 0, epilogue = 1;
  void *bias = nullptr;
  uint8_t *aux = nullptr;
  int64_t auxLeading = 0;
  int32_t biasType = 0;
};

struct Candidate {
  uint64_t algorithm[8];
  size_t workspace;
  int state;
  float waves;
  int reserved[4];
};

struct Product {
  Desc desc;
  Layout a, b, d;
  const void *dataA, *dataB;
  void *dataD;
  const float *alpha, *beta; // read when it runs
  float hostAlpha, hostBeta;
  void run() const;
};
} // namespace

static float read(const void *data, int type, int64_t i) {
  if (type == 0)
    return static_cast<const float *>(data)[i];
  uint32_t bits = uint32_t(static_cast<const uint16_t *>(data)[i]) << 16;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

static void write(void *data, int type, int64_t i, float value) {
  if (type == 0) {
    static_cast<float *>(data)[i] = value;
    return;
  }
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  static_cast<uint16_t *>(data)[i] = bits >> 16; // exact in the tests
}

void Product::run() const {
  bool isOnDevice = desc.pointerMode == 1;
  float scale = isOnDevice ? *alpha : hostAlpha;
  float keep = isOnDevice ? *beta : hostBeta;
  int64_t sums = desc.transposeA ? a.rows : a.columns;
  for (int64_t batch = 0; batch < d.batch; ++batch)
    for (int64_t row = 0; row < d.rows; ++row)
      for (int64_t column = 0; column < d.columns; ++column) {
        float sum = 0, sumA = 0, sumB = 0;
        for (int64_t k = 0; k < sums; ++k) {
          float one =
              read(dataA, a.type,
                   batch * a.stride + (desc.transposeA ? row * a.leading + k
                                                       : k * a.leading + row));
          float other = read(dataB, b.type,
                             batch * b.stride + (desc.transposeB
                                                     ? k * b.leading + column
                                                     : column * b.leading + k));
          sum += one * other;
          sumA += one;
          sumB += other;
        }
        if (desc.epilogue == 256)
          write(desc.bias, desc.biasType, row, sumA);
        if (desc.epilogue == 512)
          write(desc.bias, desc.biasType, column, sumB);
        int64_t place = batch * d.stride + column * d.leading + row;
        sum *= scale;
        if (keep)
          sum += keep * read(dataD, d.type, place);
        int64_t bit = column * desc.auxLeading + row;
        if (desc.epilogue & 4)
          sum += read(desc.bias, desc.biasType, row);
        if (desc.epilogue & 2) {
          if (desc.epilogue & 128) {
            uint8_t mask = 1 << bit % 8;
            uint8_t &byte = desc.aux[bit / 8];
            byte = sum > 0 ? byte | mask : byte & ~mask;
          }
          sum = std::max(sum, 0.0f);
        }
        if (desc.epilogue & 8 && !(desc.aux[bit / 8] >> bit % 8 & 1))
          sum = 0;
        if (desc.epilogue & 16)
          write(desc.bias, desc.biasType, row,
                sum + (column ? read(desc.bias, desc.biasType, row) : 0));
        write(dataD, d.type, place, sum);
      }
}

template <typename Function> static Function *driver(const char *name) {
  static void *library = dlopen("libcuda.so.1", RTLD_NOW);
  return reinterpret_cast<Function *>(dlsym(library, name));
}

static int call(const char *function, const std::string &details = "") {
  return driver<int(const char *, const char *)>("fakeBlasCall")(
      function, details.c_str());
}

extern "C" {
int cublasLtCreate(Handle *library) {
  *library = &library;
  return call("cublasLtCreate");
}
int cublasLtDestroy(Handle) { return call("cublasLtDestroy"); }

int cublasLtMatrixLayoutCreate(Handle *layout, int type, uint64_t rows,
                               uint64_t columns, int64_t leading) {
  *layout = new Layout{type, int64_t(rows), int64_t(columns), leading};
  return 0;
}
int cublasLtMatrixLayoutDestroy(Handle layout) {
  delete static_cast<Layout *>(layout);
  return 0;
}
int cublasLtMatrixLayoutSetAttribute(Handle handle, int attribute,
                                     const void *value, size_t bytes) {
  auto *layout = static_cast<Layout *>(handle);
  std::memcpy(attribute == 5 ? static_cast<void *>(&layout->batch)
                             : static_cast<void *>(&layout->stride),
              value, bytes);
  return 0;
}

int cublasLtMatmulDescCreate(Handle *desc, int, int) {
  *desc = new Desc;
  return call("cublasLtMatmulDescCreate");
}
int cublasLtMatmulDescDestroy(Handle desc) {
  delete static_cast<Desc *>(desc);
  return 0;
}
int cublasLtMatmulDescSetAttribute(Handle handle, int attribute,
                                   const void *value, size_t bytes) {
  auto *desc = static_cast<Desc *>(handle);
  struct Row {
    int attribute;
    void *field;
    size_t bytes;
  };
  for (Row row : {Row{2, &desc->pointerMode, 4}, Row{3, &desc->transposeA, 4},
                  Row{4, &desc->transposeB, 4}, Row{7, &desc->epilogue, 4},
                  Row{8, &desc->bias, 8}, Row{11, &desc->aux, 8},
                  Row{12, &desc->auxLeading, 8}, Row{26, &desc->biasType, 4}})
    if (row.attribute == attribute && row.bytes == bytes) {
      std::memcpy(row.field, value, bytes);
      return 0;
    }
  return 7;
}

int cublasLtMatmulPreferenceCreate(Handle *preference) {
  *preference = nullptr;
  return 0;
}
int cublasLtMatmulPreferenceDestroy(Handle) { return 0; }
int cublasLtMatmulPreferenceSetAttribute(Handle, int attribute,
                                         const void *value, size_t bytes) {
  uint64_t number = 0;
  std::memcpy(&number, value, bytes);
  return call("cublasLtMatmulPreferenceSetAttribute",
              std::to_string(attribute) + " = " + std::to_string(number));
}

int cublasLtMatmulAlgoGetHeuristic(Handle, Handle, Handle, Handle, Handle,
                                   Handle, Handle, int most,
                                   Candidate *candidates, int *found) {
  if (int error = call("cublasLtMatmulAlgoGetHeuristic", std::to_string(most)))
    return error;
  for (uint64_t i = 0; i < 3; ++i)
    candidates[i] = {{i}, 1024, 0, 1, {}};
  *found = 3;
  return 0;
}

int cublasLtMatmul(Handle, Handle desc, const void *alpha, const void *a,
                   Handle layoutA, const void *b, Handle layoutB,
                   const void *beta, const void *c, Handle, void *d,
                   Handle layoutD, const uint64_t *algorithm, void *, size_t,
                   Handle) {
  if (int error = call("cublasLtMatmul", "way " + std::to_string(*algorithm)))
    return error;
  if (*algorithm == 2 || c != d)
    return 15;
  driver<void(float)>("fakeLater")(*algorithm ? 1 : 2);
  Product product{*static_cast<Desc *>(desc),
                  *static_cast<Layout *>(layoutA),
                  *static_cast<Layout *>(layoutB),
                  *static_cast<Layout *>(layoutD),
                  a,
                  b,
                  d,
                  static_cast<const float *>(alpha),
                  static_cast<const float *>(beta),
                  0,
                  0};
  if (product.desc.pointerMode == 0) {
    product.hostAlpha = *product.alpha;
    product.hostBeta = *product.beta;
  }
  std::function<void()> work = [product] { product.run(); };
  driver<void(std::function<void()> *)>("fakeBlasEnqueue")(&work);
  return 0;
}
}
