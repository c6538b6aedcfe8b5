// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// convolution-calls.cpp BACKEND CASE: a convolution, and how it can be wrong.
#include "lib/Run/Device.h"

#include <cstdio>
#include <cstring>

static struct amprt_convolution convolution() {
  struct amprt_convolution how = {};
  how.rank = 2;
  how.batch = 1, how.groups = 1, how.in_features = 2, how.out_features = 4;
  for (int dim = 0; dim < 2; ++dim) {
    how.in[dim] = how.out[dim] = 4, how.window[dim] = 3;
    how.strides[dim] = how.pads[dim] = how.dilations[dim] = 1;
  }
  how.type = AMPRT_BF16;
  how.alpha = 1;
  return how;
}

static struct amprt_convolution changed;
static void convolve(void **buffers) {
  struct amprt_images with = {buffers[0], buffers[1], buffers[2]};
  amprt_convolution(&changed, &with, "step.mlir:5:6");
}

static void step(void **buffers) {
  changed = convolution();
  convolve(buffers);
  changed.kind = AMPRT_DATA_GRADIENT;
  changed.alpha = 0.5, changed.beta = 1;
  convolve(buffers);
  changed.kind = AMPRT_FILTER_GRADIENT;
  changed.layout = AMPRT_FEATURES_FIRST;
  changed.groups = 2;
  changed.rank = 1;
  changed.out[0] = 1, changed.strides[0] = 2, changed.dilations[0] = 2;
  changed.type = AMPRT_F32;
  changed.compute = AMPRT_COMPUTE_TF32;
  convolve(buffers);
}

/// Runs first without, then with one.
static void sometimes(void **buffers) {
  static int runs = 0;
  changed = convolution();
  if (runs++)
    convolve(buffers);
}

namespace {
struct Case {
  const char *name;
  void (*change)(struct amprt_convolution &how);
};
} // namespace

using How = struct amprt_convolution;

static const Case cases[] = {
    {"one", [](How &) {}},
    {"exact", [](How &how) { how.type = AMPRT_F32; }},
    {"rank", [](How &how) { how.rank = 4; }},
    {"kind", [](How &how) { how.kind = amprt_convolution_kind(3); }},
    {"layout", [](How &how) { how.layout = amprt_layout(2); }},
    {"type", [](How &how) { how.type = AMPRT_F64; }},
    {"batch", [](How &how) { how.batch = 0; }},
    {"pads", [](How &how) { how.pads[1] = -1; }},
    {"huge", [](How &how) { how.in[0] = int64_t(1) << 31; }},
    {"groups", [](How &how) { how.groups = 4; }},
    {"places", [](How &how) { how.strides[1] = 2; }},
    {"none", [](How &how) { how.window[0] = 7, how.out[0] = 0; }},
    {"extent", [](How &how) { how.batch = 100; }},
};

int main(int argc, char **argv) {
  if (const char *error = amprt_open(argv[1])) {
    std::printf("cannot open: %s\n", error);
    return 1;
  }
  void *buffers[] = {amprt_device_alloc(512, "arg 0"),
                     amprt_device_alloc(512, "arg 1"),
                     amprt_device_alloc(512, "result 0")};
  amprt_step run = !std::strcmp(argv[2], "step")        ? step
                   : !std::strcmp(argv[2], "sometimes") ? sometimes
                                                        : convolve;
  changed = convolution();
  for (const Case &one : cases)
    if (!std::strcmp(argv[2], one.name))
      one.change(changed);
  for (int i = 0; i < 2; ++i)
    amprt_run(run, buffers, 3);
  amprt_close();
}
