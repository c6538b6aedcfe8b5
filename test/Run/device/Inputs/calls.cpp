// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of lowered code, by hand: calls.cpp BACKEND CASE.
#include "lib/Run/Device.h"

#include <cstdio>
#include <cstring>

static const char image[] = "//\n.version 7.0\n.target sm_80\n";
static const float weights[4] = {1, 2, 3, 4};

static void launch(void *a, void *b, const char *types = "pplif") {
  amprt_kernel kernel = {image,       sizeof(image), "add_f32", {4, 2, 1},
                         {128, 1, 1}, 1024,          5,         types};
  int64_t count = 512;
  int32_t width = -3;
  float scale = 0.5;
  void *arguments[] = {&a, &b, &count, &width, &scale};
  amprt_launch(&kernel, arguments, "step.mlir:3:4");
}

static struct amprt_matmul product() {
  struct amprt_matmul how = {};
  how.m = 4, how.n = 8, how.k = 2, how.batch = 1;
  how.leading_a = 2, how.leading_b = 8, how.leading_d = 8;
  how.type_a = how.type_b = AMPRT_BF16;
  how.type_d = how.type_bias = AMPRT_F32;
  how.alpha = 1;
  return how;
}

/// Buffers: two arguments and a result of 256 bytes.
static void step(void **buffers) {
  char *arena = static_cast<char *>(amprt_arena(8192));
  const void *constant = amprt_constant(weights, sizeof(weights));
  amprt_copy(arena + 4096, constant, sizeof(weights), "step.mlir:1:2");
  amprt_fill(arena, 0xffff3f80, 2, 64, "step.mlir:2:2");
  launch(buffers[0], arena + 4096);
  struct amprt_matmul how = product();
  struct amprt_operands with = {};
  with.a = buffers[0], with.b = buffers[1], with.d = buffers[2];
  amprt_matmul(&how, &with, "step.mlir:5:6");
  how.epilogue = AMPRT_GELU_AUX_BIAS;
  how.leading_aux = 16;
  how.transpose_a = 1, how.leading_a = 4;
  how.beta = 1;
  with.bias = arena, with.aux = arena + 4096, with.c = arena + 1024;
  with.alpha = reinterpret_cast<float *>(arena);
  amprt_matmul(&how, &with, "step.mlir:6:6");
  how.epilogue = AMPRT_PLAIN;
  how.batch = 2, how.leading_a = 6, how.stride_a = 12;
  how.stride_b = 0, how.stride_d = 32;
  how.alpha = 0.5;
  with = {buffers[0], buffers[1], buffers[2], {}, {}, {}, {}};
  amprt_matmul(&how, &with, "step.mlir:7:6");
}

/// Runs its body as often as the device says.
static void loop(void **buffers) {
  for (bool goes = true; goes;) {
    launch(buffers[0], buffers[1]);
    amprt_read(&goes, buffers[2], 1, "step.mlir:7:8");
  }
}

static void badArgument(void **buffers) { launch(buffers[0], &buffers); }
static void badTypes(void **buffers) { launch(buffers[0], buffers[0], "pp"); }
static void badLetter(void **b) { launch(b[0], b[0], "ppliz"); }
static void badCopy(void **buffers) {
  amprt_copy(buffers[0], buffers[1], 257, "step.mlir:1:2");
}
static void badFill(void **buffers) {
  amprt_fill(static_cast<char *>(buffers[0]) + 8, 0, 4, 63, "step.mlir:1:2");
}
static void badWidth(void **buffers) {
  amprt_fill(buffers[0], 0, 8, 1, "step.mlir:1:2");
}
static void launchThreads(uint32_t rows, uint32_t planes, uint32_t x,
                          uint32_t y = 1) {
  amprt_kernel kernel = {
      image, sizeof(image), "none", {4, rows, planes}, {x, y, 1}, 0, 0, ""};
  amprt_launch(&kernel, nullptr, "step.mlir:3:4");
}
static void badGrid(void **) { launchThreads(0, 1, 1); }
static void largeGrid(void **) { launchThreads(1, 65536, 1); }
static void largeBlock(void **) { launchThreads(1, 1, 1025); }
static void manyThreads(void **) { launchThreads(1, 1, 512, 4); }
static void multiply(void **buffers, const struct amprt_matmul &how,
                     void *bias = nullptr, void *aux = nullptr,
                     const float *alpha = nullptr) {
  struct amprt_operands with = {buffers[0], buffers[1], buffers[2], {},
                                bias,       aux,        alpha};
  amprt_matmul(&how, &with, "step.mlir:5:6");
}
static void badSize(void **buffers) {
  struct amprt_matmul how = product();
  how.k = -1;
  multiply(buffers, how);
}
static void badLeading(void **buffers) {
  struct amprt_matmul how = product();
  how.leading_b = 7;
  multiply(buffers, how);
}
static void badExtent(void **buffers) {
  struct amprt_matmul how = product();
  how.m = 40;
  multiply(buffers, how);
}
static void badBias(void **buffers) {
  multiply(buffers, product(), buffers[0]);
}
static void badAux(void **buffers) {
  struct amprt_matmul how = product();
  how.epilogue = AMPRT_DGELU;
  multiply(buffers, how);
}
static void badAuxRows(void **buffers) {
  struct amprt_matmul how = product();
  how.epilogue = AMPRT_DGELU;
  how.leading_aux = 12;
  multiply(buffers, how, nullptr, buffers[0]);
}
static void badAuxBatch(void **buffers) {
  struct amprt_matmul how = product();
  how.epilogue = AMPRT_DGELU;
  how.leading_aux = 8, how.batch = 2;
  multiply(buffers, how, nullptr, buffers[0]);
}
static void badAlpha(void **buffers) {
  struct amprt_matmul how = product();
  how.beta = 0.5;
  multiply(buffers, how, nullptr, nullptr, static_cast<float *>(buffers[0]));
}
static void badEpilogue(void **buffers) {
  struct amprt_matmul how = product();
  how.epilogue = static_cast<amprt_epilogue>(12);
  multiply(buffers, how);
}

namespace {
struct Case {
  const char *name;
  amprt_step step;
};
} // namespace

static const Case cases[] = {
    {"step", step},
    {"loop", loop},
    {"argument", badArgument},
    {"types", badTypes},
    {"letter", badLetter},
    {"copy", badCopy},
    {"fill", badFill},
    {"width", badWidth},
    {"grid", badGrid},
    {"large-grid", largeGrid},
    {"large-block", largeBlock},
    {"threads", manyThreads},
    {"size", badSize},
    {"leading", badLeading},
    {"extent", badExtent},
    {"bias", badBias},
    {"aux", badAux},
    {"aux-rows", badAuxRows},
    {"aux-batch", badAuxBatch},
    {"alpha", badAlpha},
    {"epilogue", badEpilogue},
};

/// Errors of callers.
static void misuse(const char *what, void **buffers) {
  if (!std::strcmp(what, "closed")) {
    amprt_close();
    amprt_device_alloc(1, "arg 0");
  }
  if (!std::strcmp(what, "twice"))
    std::printf("%s\n", amprt_open("trace"));
  if (!std::strcmp(what, "freed")) {
    amprt_device_free(buffers[1]);
    step(buffers);
  }
  if (!std::strcmp(what, "free-twice")) {
    amprt_device_free(buffers[1]);
    amprt_device_free(buffers[1]);
  }
  if (!std::strcmp(what, "free-other"))
    amprt_device_free(static_cast<char *>(buffers[1]) + 1);
  if (!std::strcmp(what, "alignment")) {
    void *shifted[] = {buffers[0], static_cast<char *>(buffers[1]) + 16,
                       buffers[2]};
    amprt_run(step, shifted, 3);
  }
  if (!std::strcmp(what, "upload"))
    amprt_upload(buffers[0], image, 257);
  if (!std::strcmp(what, "download"))
    amprt_download(buffers, buffers[0], 257);
}

int main(int argc, char **argv) {
  const char *what = argv[2];
  if (const char *error = amprt_open(argv[1])) {
    std::printf("cannot open: %s\n", error);
    return 1;
  }
  std::printf("%s\n", amprt_device_name());
  std::fflush(stdout);
  void *buffers[] = {amprt_device_alloc(256, "arg 0"),
                     amprt_device_alloc(256, "arg 1"),
                     amprt_device_alloc(256, "result 0")};
  int64_t reads[] = {1, 1};
  amprt_trace_reads(reads, 2);
  misuse(what, buffers);
  for (const Case &one : cases)
    if (!std::strcmp(what, one.name))
      for (int run = 0; run < 3; ++run)
        amprt_run(one.step, buffers, 3);
  std::printf("used %d\n", int(amprt_memory_used()));
  amprt_close();
}
