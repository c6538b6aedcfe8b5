// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Backend.h"
#include <cstring>

using namespace amprt;

ConvolutionExtents amprt::extentsOf(const struct amprt_convolution &how) {
  uint64_t x = how.batch * how.in_features;
  uint64_t w = how.out_features * (how.in_features / how.groups);
  uint64_t y = how.batch * how.out_features;
  for (int64_t dim = 0; dim < how.rank; ++dim) {
    x *= how.in[dim];
    w *= how.window[dim];
    y *= how.out[dim];
  }
  return {x, w, y};
}

/// Returns the output size along one dimension. Sizes must be positive.
static int64_t outputOf(const struct amprt_convolution &how, int64_t dim) {
  int64_t last = how.in[dim] + 2 * how.pads[dim] -
                 (how.window[dim] - 1) * how.dilations[dim] - 1;
  return last < 0 ? 0 : last / how.strides[dim] + 1;
}

/// Returns the integer of an enumerator, which callers in C may set to any
/// value.
template <typename Enumeration>
static int numberOf(const Enumeration &enumerator) {
  int number;
  static_assert(sizeof(enumerator) == sizeof(number));
  std::memcpy(&number, &enumerator, sizeof(number));
  return number;
}

std::string amprt::checkConvolution(const struct amprt_convolution &how) {
  constexpr int64_t most = 0x7fffffff; // cuDNN's sizes are int
  if (how.rank < 1 || how.rank > 3)
    return "expects 1 to 3 spatial dimensions, but got " +
           std::to_string(how.rank);
  int kind = numberOf(how.kind), layout = numberOf(how.layout);
  if (kind < AMPRT_FORWARD || kind > AMPRT_FILTER_GRADIENT)
    return "expects a kind from 0 to 2, but got " + std::to_string(kind);
  if (layout < AMPRT_FEATURES_LAST || layout > AMPRT_FEATURES_FIRST)
    return "expects a layout of 0 or 1, but got " + std::to_string(layout);
  int type = numberOf(how.type);
  if (type < AMPRT_F32 || type > AMPRT_BF16)
    return "expects f32, f16 or bf16";
  struct Row {
    const char *name;
    int64_t size, least;
  };
  auto check = [](std::initializer_list<Row> rows) -> std::string {
    for (const Row &row : rows)
      if (row.size < row.least || row.size > most)
        return std::string("expects ") + row.name + " of at least " +
               std::to_string(row.least) + " and at most " +
               std::to_string(most) + ", but got " + std::to_string(row.size);
    return "";
  };
  std::string error = check({{"a batch", how.batch, 1},
                             {"groups", how.groups, 1},
                             {"in_features", how.in_features, 1},
                             {"out_features", how.out_features, 1}});
  for (int64_t dim = 0; dim < how.rank && error.empty(); ++dim)
    error = check({{"sizes of x", how.in[dim], 1},
                   {"a window", how.window[dim], 1},
                   {"strides", how.strides[dim], 1},
                   {"pads", how.pads[dim], 0},
                   {"dilations", how.dilations[dim], 1}});
  if (!error.empty())
    return error;
  if (how.in_features % how.groups || how.out_features % how.groups)
    return "expects groups that divide its features, " +
           std::to_string(how.in_features) + " and " +
           std::to_string(how.out_features) + ", but got " +
           std::to_string(how.groups);
  for (int64_t dim = 0; dim < how.rank; ++dim)
    if (!outputOf(how, dim))
      return "expects a window that fits into x and its pads along dimension " +
             std::to_string(dim);
    else if (how.out[dim] != outputOf(how, dim))
      return "expects " + std::to_string(outputOf(how, dim)) +
             " places of its window along dimension " + std::to_string(dim) +
             ", but got " + std::to_string(how.out[dim]);
  return "";
}
