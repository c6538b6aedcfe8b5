/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A program with a lowered step inside: emit BACKEND. Three steps, each from
 * what the one before gave. */
#include "lib/Run/Device.h"
#include "step.h"

#include <stdio.h>

int main(int argc, char **argv) {
  float x[4] = {1, 2, 3, 4};
  char flag = 0;
  void *buffers[step_arguments + step_results];
  const char *error = argc < 2 ? "which device?" : amprt_open(argv[1]);
  if (error) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  for (int i = 0; i < step_arguments + step_results; ++i) {
    printf("%s: %s %s\n", step_buffers[i].name, step_buffers[i].type,
           step_buffers[i].shape);
    buffers[i] =
        amprt_device_alloc(step_buffers[i].bytes, step_buffers[i].name);
  }
  fflush(stdout);
  amprt_upload(buffers[0], x, sizeof(x));
  amprt_upload(buffers[1], &flag, sizeof(flag));
  for (int run = 0; run < 3; ++run) {
    amprt_run(step, buffers, step_arguments + step_results);
    for (int i = 0; i < step_states; ++i) {
      void **result = &buffers[step_arguments + step_state[i][0]];
      void **argument = &buffers[step_state[i][1]];
      void *old = *argument;
      *argument = *result;
      *result = old;
    }
  }
  amprt_download(x, buffers[0], sizeof(x));
  printf("%g %g %g %g\n", x[0], x[1], x[2], x[3]);
  amprt_close();
  return 0;
}
