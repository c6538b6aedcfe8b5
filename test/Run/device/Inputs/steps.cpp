// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that say when they are called: steps.cpp CASE.
#include "lib/Run/Device.h"

#include <cstdio>
#include <cstring>
#include <initializer_list>

static const char olderImage[] = "//\n.version 7.0\n.target sm_80\n";
static const char oneImage[] = "//\n.version 8.0\n.target sm_90a, debug\n";
static const char familyImage[] = "//\n.version 8.8\n.target sm_100f\n";
static const char *image = olderImage;
static uint32_t sharedBytes = 0;

static void launch(const char *name, void *from, void *to, float scale = 0.5) {
  amprt_kernel kernel = {
      image, std::strlen(image) + 1, name, {1, 1, 1}, {4, 1, 1}, sharedBytes, 3,
      "ppf"};
  void *arguments[] = {&from, &to, &scale};
  amprt_launch(&kernel, arguments, "step.mlir:3:4");
}

/// to = 1 + from / 2
static void step(void **buffers) {
  std::printf("step\n");
  amprt_fill(buffers[1], 0x3f800000, 4, 4, "step.mlir:2:2");
  launch("add_scaled_f32", buffers[0], buffers[1]);
}

static void steps(void **buffers) {
  void *swapped[] = {buffers[1], buffers[0]};
  for (void **both : {buffers, swapped, buffers, swapped, buffers}) {
    std::printf("run\n");
    amprt_run(step, both, 2);
  }
}

static void loop(void **buffers) {
  float read;
  launch("add_scaled_f32", buffers[0], buffers[1]);
  amprt_read(&read, buffers[1], 4, "step.mlir:7:8");
  std::printf("read %g\n", read);
}

/// while (x < limit) `body`, and a copy after the condition is known, which
/// then is no more.
template <typename Body>
static void loopWhile(void *x, float limit, void *condition, void *copied,
                      Body body) {
  const char *where = "step.mlir:7:8";
  bool goes;
  for (;;) {
    launch("is_below_f32", x, condition, limit);
    amprt_read_condition(&goes, condition, where);
    amprt_fill(condition, 0xff, 1, 1, where);
    amprt_copy(copied, x, 16, where);
    if (!amprt_continue_loop(&goes))
      return;
    body();
  }
}

/// Adds buffers[0] / 2 to buffers[1] until it is 4 or more, and then the same
/// once more.
static void until(void **buffers) {
  std::printf("step\n");
  auto *arena = static_cast<char *>(amprt_arena(1024));
  amprt_fill(buffers[1], 0, 4, 4, "step.mlir:2:2");
  loopWhile(buffers[1], 4, arena, arena + 256,
            [&] { launch("add_scaled_f32", buffers[0], buffers[1]); });
  launch("add_scaled_f32", buffers[0], buffers[1]);
  launch("add_scaled_f32", arena + 256, buffers[1]);
}

/// One loop in another, after one that has ended: each time around it doubles
/// the half of buffers[1] until that is 8.
static void nested(void **buffers) {
  std::printf("step\n");
  auto *arena = static_cast<char *>(amprt_arena(1024));
  char *inner = arena + 512;
  amprt_fill(buffers[1], 0, 4, 4, "step.mlir:2:2");
  loopWhile(buffers[1], 1, arena, arena + 256,
            [&] { launch("add_scaled_f32", buffers[0], buffers[1]); });
  loopWhile(buffers[1], 20, arena, arena + 256, [&] {
    amprt_fill(inner, 0, 4, 4, "step.mlir:2:2");
    loopWhile(inner, 8, arena + 768, arena + 256,
              [&] { launch("add_scaled_f32", buffers[1], inner); });
    launch("add_scaled_f32", inner, buffers[1]);
  });
}

/// A loop that runs in the second step at first.
static float limit = 0;
static void later(void **buffers) {
  std::printf("step\n");
  auto *arena = static_cast<char *>(amprt_arena(1024));
  amprt_fill(buffers[1], 0, 4, 4, "step.mlir:2:2");
  loopWhile(buffers[1], limit, arena, arena + 256,
            [&] { launch("add_scaled_f32", buffers[0], buffers[1]); });
  limit = 1;
}

static bool readsNow = false;
static void sometimes(void **buffers) {
  if (readsNow)
    loop(buffers);
  readsNow = true;
}

static struct amprt_matmul product() {
  struct amprt_matmul how = {};
  how.m = how.n = how.k = 2, how.batch = 1;
  how.leading_a = how.leading_b = how.leading_d = 2;
  how.type_a = how.type_b = how.type_d = AMPRT_F32;
  how.alpha = 1;
  return how;
}
static void multiply(void **buffers) {
  struct amprt_matmul how = product();
  struct amprt_operands with = {buffers[0], buffers[0], buffers[1], {},
                                {},         {},         {}};
  amprt_matmul(&how, &with, "step.mlir:5:6");
}
static bool multipliesNow = false;
static void multiplySometimes(void **buffers) {
  if (multipliesNow)
    multiply(buffers);
  multipliesNow = true;
}
static void onlyOne(void **buffers) {
  image = oneImage;
  step(buffers);
}
static void onlyFamily(void **buffers) {
  image = familyImage;
  step(buffers);
}
static void unknown(void **buffers) { launch("none", buffers[0], buffers[0]); }
static void shared(void **buffers) {
  sharedBytes = 100000;
  launch("add_scaled_f32", buffers[0], buffers[1]);
}
static void tooShared(void **buffers) {
  sharedBytes = 300000;
  launch("add_scaled_f32", buffers[0], buffers[1]);
}
static void allocate(void **) { amprt_device_alloc(uint64_t(2) << 30, "huge"); }

static void forget(void **buffers) {
  amprt_run(step, buffers, 2);
  amprt_run(step, buffers, 2);
  amprt_device_free(buffers[0]);
  buffers[0] = amprt_device_alloc(16, "arg 0");
}

namespace {
struct Case {
  const char *name;
  void (*run)(void **buffers);
  amprt_step step; // run three times
};
} // namespace

static const Case cases[] = {
    {"step", nullptr, step},
    {"steps", steps, nullptr},
    {"loop", nullptr, loop},
    {"until", nullptr, until},
    {"nested", nullptr, nested},
    {"later", nullptr, later},
    {"sometimes", nullptr, sometimes},
    {"multiply", nullptr, multiply},
    {"multiply-sometimes", nullptr, multiplySometimes},
    {"only-sm_90a", nullptr, onlyOne},
    {"family-100f", nullptr, onlyFamily},
    {"unknown", nullptr, unknown},
    {"shared", nullptr, shared},
    {"too-shared", nullptr, tooShared},
    {"allocate", allocate, nullptr},
    {"forget", forget, nullptr},
};

int main(int, char **argv) {
  std::setbuf(stdout, nullptr);
  if (const char *error = amprt_open("cuda")) {
    std::printf("cannot open: %s\n", error);
    return 1;
  }
  std::printf("%s; %s\n", amprt_device_name(), amprt_device_chip());
  float values[4] = {1, 2, 3, 4};
  void *buffers[] = {amprt_device_alloc(16, "arg 0"),
                     amprt_device_alloc(16, "arg 1")};
  amprt_upload(buffers[0], values, 16);
  amprt_upload(buffers[1], values, 16);
  for (const Case &one : cases)
    if (!std::strcmp(argv[1], one.name)) {
      if (one.run)
        one.run(buffers);
      for (int i = 0; i < 3 && one.step; ++i)
        amprt_run(one.step, buffers, 2);
    }
  amprt_download(values, buffers[1], 16);
  std::printf("%g %g %g %g\n", values[0], values[1], values[2], values[3]);
  amprt_close();
}
