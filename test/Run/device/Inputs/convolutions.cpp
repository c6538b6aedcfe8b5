// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions of small integers, and their gradients, in every form, against
// loops.
#include "Arrays.h"
#include "fake/Elements.h"

#include <cstdio>
#include <cstdlib>

using Sizes = int64_t[3];

static struct amprt_convolution how;
static void convolve(void **buffers) {
  amprt_images with = {buffers[0], buffers[1], buffers[2]};
  amprt_convolution(&how, &with, "convolutions.cpp");
}

static int64_t placeIn(const Sizes &sizes, int64_t features, int64_t first,
                       const Sizes &at, int64_t feature) {
  int64_t inside = (at[0] * sizes[1] + at[1]) * sizes[2] + at[2];
  int64_t points = sizes[0] * sizes[1] * sizes[2];
  return how.layout == AMPRT_FEATURES_LAST
             ? (first * points + inside) * features + feature
             : (first * features + feature) * points + inside;
}

namespace {
struct Arrays {
  Numbers x, w, y;

  Numbers &result() {
    Numbers *const results[] = {&y, &x, &w};
    return *results[how.kind];
  }
};
} // namespace

template <typename Visit> static void forAll(const Sizes &sizes, Visit visit) {
  Sizes at;
  for (at[0] = 0; at[0] < sizes[0]; ++at[0])
    for (at[1] = 0; at[1] < sizes[1]; ++at[1])
      for (at[2] = 0; at[2] < sizes[2]; ++at[2])
        visit(at);
}

/// Returns true if place `p` of y and place `r` of the window meet an element
/// of x, at `in`.
static bool reach(const Sizes &p, const Sizes &r, Sizes &in) {
  for (int dim = 0; dim < 3; ++dim) {
    in[dim] =
        p[dim] * how.strides[dim] - how.pads[dim] + r[dim] * how.dilations[dim];
    if (in[dim] < 0 || in[dim] >= how.in[dim])
      return false;
  }
  return true;
}

static void addTriple(const Arrays &from, Numbers &sums, int64_t n, int64_t k,
                      int64_t c, const Sizes &p, const Sizes &r) {
  Sizes in;
  if (!reach(p, r, in))
    return;
  int64_t features = how.in_features / how.groups;
  int64_t group = k / (how.out_features / how.groups);
  int64_t x = placeIn(how.in, how.in_features, n, in, group * features + c);
  int64_t w = placeIn(how.window, features, k, r, c);
  int64_t y = placeIn(how.out, how.out_features, n, p, k);
  if (how.kind == AMPRT_FORWARD)
    sums[y] += from.x[x] * from.w[w];
  else if (how.kind == AMPRT_DATA_GRADIENT)
    sums[x] += from.y[y] * from.w[w];
  else
    sums[w] += from.x[x] * from.y[y];
}

static void reference(Arrays &arrays) {
  Numbers sums(arrays.result().size(), 0);
  for (int64_t n = 0; n < how.batch; ++n)
    for (int64_t k = 0; k < how.out_features; ++k)
      for (int64_t c = 0; c < how.in_features / how.groups; ++c)
        forAll(how.out, [&](const Sizes &p) {
          forAll(how.window, [&](const Sizes &r) {
            addTriple(arrays, sums, n, k, c, p, r);
          });
        });
  Numbers &result = arrays.result();
  for (size_t i = 0; i < sums.size(); ++i)
    result[i] = how.alpha * sums[i] + (how.beta ? how.beta * result[i] : 0);
}

/// Sizes of which the window fits at least once.
static bool pickSizes() {
  how.rank = pick(1, 3);
  for (int dim = 0; dim < 3; ++dim) {
    bool isThere = dim < how.rank;
    how.in[dim] = isThere ? pick(1, 5) : 1;
    how.window[dim] = isThere ? pick(1, 3) : 1;
    how.strides[dim] = isThere ? pick(1, 2) : 1;
    how.pads[dim] = isThere ? pick(0, 1) : 0;
    how.dilations[dim] = isThere ? pick(1, 2) : 1;
    int64_t room = how.in[dim] + 2 * how.pads[dim] -
                   (how.window[dim] - 1) * how.dilations[dim] - 1;
    if (room < 0)
      return false;
    how.out[dim] = room / how.strides[dim] + 1;
  }
  return true;
}

static std::vector<char> bytesOf(const Numbers &numbers) {
  static const int types[] = {0, Float, Half, BFloat};
  std::vector<char> bytes(numbers.size() * (how.type == AMPRT_F32 ? 4 : 2));
  for (size_t i = 0; i < numbers.size(); ++i)
    writeElement(bytes.data(), types[how.type], i, numbers[i]);
  return bytes;
}

static bool check(int i) {
  if (const char *error = amprt_open("cuda")) {
    std::printf("%s\n", error);
    std::exit(1);
  }
  how = {};
  while (!pickSizes())
    ;
  how.kind = static_cast<amprt_convolution_kind>(i % 3);
  how.layout = static_cast<amprt_layout>(i / 3 % 2);
  how.type = static_cast<amprt_type>(AMPRT_F32 + i / 6 % 3);
  how.compute = static_cast<amprt_compute>(pick(0, 1));
  how.batch = pick(1, 3), how.groups = pick(1, 2);
  how.in_features = how.groups * pick(1, 2);
  how.out_features = how.groups * pick(1, 2);
  bool mayScale = how.type != AMPRT_BF16; // whose integers end at 256
  how.alpha = mayScale ? pick(1, 2) : 1;
  how.beta = mayScale ? pick(0, 1) : 0;
  int64_t in = how.in[0] * how.in[1] * how.in[2];
  int64_t out = how.out[0] * how.out[1] * how.out[2];
  int64_t window = how.window[0] * how.window[1] * how.window[2];
  Arrays arrays{
      random(how.batch * how.in_features * in, 1),
      random(how.out_features * how.in_features / how.groups * window, 1),
      random(how.batch * how.out_features * out, 1)};
  void *buffers[] = {upload(bytesOf(arrays.x)), upload(bytesOf(arrays.w)),
                     upload(bytesOf(arrays.y))};
  for (int run = 0; run < 3; ++run) { // once by calls, then as a graph
    amprt_run(convolve, buffers, 3);
    reference(arrays);
  }
  bool isRight = isSame(bytesOf(arrays.x), buffers[0]) &&
                 isSame(bytesOf(arrays.w), buffers[1]) &&
                 isSame(bytesOf(arrays.y), buffers[2]);
  amprt_close();
  return isRight;
}

int main() {
  for (int i = 0; i < 360; ++i) {
    if (check(i))
      continue;
    std::printf("kind %d, layout %d, type %d of rank %d is wrong\n", how.kind,
                how.layout, how.type, int(how.rank));
    return 1;
  }
  std::printf("convolutions agree\n");
}
