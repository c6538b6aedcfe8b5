// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Row-major matrix products of small integers in every form, against loops.
#include "Arrays.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Matrix = Numbers;

static std::vector<uint16_t> narrow(const Matrix &matrix) {
  std::vector<uint16_t> narrowed;
  for (float value : matrix) {
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    narrowed.push_back(bits >> 16);
  }
  return narrowed;
}

/// Call of the runtime.
static struct amprt_matmul how;
static bool addsOther, hasFactor;
static void multiply(void **buffers) {
  static const bool hasBias[] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1};
  static const bool hasAux[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0};
  amprt_operands with = {buffers[0],
                         buffers[1],
                         buffers[2],
                         addsOther ? buffers[6] : nullptr,
                         hasBias[how.epilogue] ? buffers[3] : nullptr,
                         hasAux[how.epilogue] ? buffers[4] : nullptr,
                         hasFactor ? static_cast<float *>(buffers[5])
                                   : nullptr};
  amprt_matmul(&how, &with, "products.cpp");
}

namespace {
struct Arrays {
  Matrix a, b, d, c, bias, aux;
};
} // namespace

static float geluOf(float x) {
  double tanh = std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));
  return x * (1 + tanh) / 2;
}

static float geluSlopeOf(float x) {
  double step = 1e-4, u = 0.7978845608028654; // by central differences
  auto gelu = [&](double x) {
    return x * (1 + std::tanh(u * (x + 0.044715 * x * x * x))) / 2;
  };
  return (gelu(x + step) - gelu(x - step)) / (2 * step);
}

static void reference(Arrays &x, float alpha) {
  if (how.epilogue == AMPRT_DGELU_BGRAD)
    std::fill_n(x.bias.begin(), how.n, 0);
  for (int64_t batch = 0; batch < how.batch; ++batch)
    for (int64_t i = 0; i < how.m; ++i)
      for (int64_t j = 0; j < how.n; ++j) {
        float sum = 0, sumA = 0, sumB = 0;
        for (int64_t k = 0; k < how.k; ++k) {
          float a = x.a[batch * how.stride_a + (how.transpose_a
                                                    ? k * how.leading_a + i
                                                    : i * how.leading_a + k)];
          float b = x.b[batch * how.stride_b + (how.transpose_b
                                                    ? j * how.leading_b + k
                                                    : k * how.leading_b + j)];
          sum += a * b;
          sumA += a;
          sumB += b;
        }
        if (how.epilogue == AMPRT_BGRAD_A)
          x.bias[i] = sumA;
        if (how.epilogue == AMPRT_BGRAD_B)
          x.bias[j] = sumB;
        float &d = x.d[batch * how.stride_d + i * how.leading_d + j];
        size_t place = &d - x.d.data();
        sum = alpha * sum +
              (how.beta ? how.beta * (addsOther ? x.c[place] : d) : 0);
        amprt_epilogue e = how.epilogue;
        if (e == AMPRT_BIAS || e == AMPRT_RELU_BIAS || e == AMPRT_GELU_BIAS ||
            e == AMPRT_GELU_AUX_BIAS)
          sum += x.bias[j];
        float &aux = x.aux[i * how.leading_aux + j];
        if (e == AMPRT_GELU_AUX || e == AMPRT_GELU_AUX_BIAS)
          aux = sum;
        if (e >= AMPRT_GELU && e <= AMPRT_GELU_AUX_BIAS)
          sum = geluOf(sum);
        if (e == AMPRT_RELU || e == AMPRT_RELU_BIAS)
          sum = std::max(sum, 0.0f);
        if (e == AMPRT_DGELU || e == AMPRT_DGELU_BGRAD)
          sum *= geluSlopeOf(aux);
        if (e == AMPRT_DGELU_BGRAD)
          x.bias[j] += sum;
        d = sum;
      }
}

/// As isSame, but for slopes, which are not rounded as the library does.
static bool isNear(const Matrix &wanted, const void *memory) {
  Matrix found(wanted.size());
  amprt_download(found.data(), memory, wanted.size() * sizeof(float));
  return std::equal(wanted.begin(), wanted.end(), found.begin(),
                    [](float a, float b) {
                      return std::abs(a - b) <= 1e-5 * (1 + std::abs(a));
                    });
}

static bool check(amprt_epilogue epilogue) {
  if (const char *error = amprt_open("cuda")) {
    std::printf("%s\n", error);
    std::exit(1);
  }
  how = {};
  how.epilogue = epilogue;
  bool hasAux = epilogue >= AMPRT_GELU_AUX && epilogue <= AMPRT_DGELU_BGRAD;
  bool isNarrow = pick(0, 1);
  how.m = pick(1, 9), how.n = pick(1, 9), how.k = pick(1, 9);
  how.batch = epilogue == AMPRT_PLAIN ? pick(1, 3) : 1;
  how.transpose_a = pick(0, 1), how.transpose_b = pick(0, 1);
  how.leading_a = (how.transpose_a ? how.m : how.k) + pick(0, 2);
  how.leading_b = (how.transpose_b ? how.k : how.n) + pick(0, 2);
  how.leading_d = how.n + pick(0, 2);
  how.leading_aux = hasAux ? 16 : 0;
  how.stride_a = 110, how.stride_b = 120, how.stride_d = 130;
  how.type_a = how.type_b = isNarrow ? AMPRT_BF16 : AMPRT_F32;
  how.type_d = how.type_bias = AMPRT_F32;
  how.alpha = pick(1, 3);
  how.beta = pick(0, 1);
  addsOther = pick(0, 1);
  Arrays x{random(400), random(400), random(400),
           random(400), random(9),   random(9 * 16)};
  void *buffers[] = {isNarrow ? upload(narrow(x.a)) : upload(x.a),
                     isNarrow ? upload(narrow(x.b)) : upload(x.b),
                     upload(x.d),
                     upload(x.bias),
                     upload(x.aux),
                     upload(Matrix{4}),
                     upload(x.c)};
  hasFactor = pick(0, 1);
  float alpha = hasFactor ? 4 : how.alpha;
  for (int run = 0; run < 3; ++run) { // once by calls, then as a graph
    amprt_run(multiply, buffers, 7);
    reference(x, alpha);
  }
  bool isSlope = epilogue == AMPRT_DGELU || epilogue == AMPRT_DGELU_BGRAD;
  auto *agrees = isSlope ? isNear : isSame<float>;
  bool isRight = agrees(x.d, buffers[2]) && isSame(x.aux, buffers[4]) &&
                 agrees(x.bias, buffers[3]);
  amprt_close();
  return isRight;
}

int main() {
  for (int i = 0; i < 400; ++i) {
    auto epilogue = static_cast<amprt_epilogue>(i % (AMPRT_BGRAD_B + 1));
    if (check(epilogue))
      continue;
    std::printf("%lldx%lldx%lld with epilogue %d is wrong\n", (long long)how.m,
                (long long)how.n, (long long)how.k, epilogue);
    return 1;
  }
  std::printf("products agree\n");
}
