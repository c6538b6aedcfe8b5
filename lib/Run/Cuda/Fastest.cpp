// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Fastest.h"

using namespace amprt;
using namespace amprt::cuda;

/// Returns milliseconds; negative after an error.
static float time(const Driver &driver, Handle stream,
                  const std::function<int()> &run) {
  constexpr int runs = 3;
  Handle start, end;
  float milliseconds = -1;
  driver.eventCreate(&start, 0);
  driver.eventCreate(&end, 0);
  int status = run(); // warm-up
  driver.eventRecord(start, stream);
  for (int i = 0; i < runs && !status; ++i)
    status = run();
  driver.eventRecord(end, stream);
  if (driver.eventSynchronize(end) ||
      driver.eventElapsedTime(&milliseconds, start, end) || status)
    milliseconds = -1;
  driver.eventDestroy(start);
  driver.eventDestroy(end);
  return milliseconds;
}

int amprt::cuda::fastestOf(const Driver &driver, Handle stream, int count,
                           uint64_t bytes,
                           const std::function<int(int, void *)> &run) {
  Address scratch = 0;
  if (count == 1 || driver.memAlloc(&scratch, bytes))
    return 0;
  driver.fill8(scratch, 0, bytes, stream); // read by in-place accumulation
  int best = 0;
  float least = -1;
  for (int i = 0; i < count; ++i) {
    float one = time(driver, stream,
                     [&] { return run(i, reinterpret_cast<void *>(scratch)); });
    if (one < 0 || (least >= 0 && one >= least))
      continue;
    least = one;
    best = i;
  }
  driver.memFree(scratch);
  return best;
}
