/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What programs lowered for a GPU call at run time, and what their callers do:
 * a C ABI that links no MLIR. There is one device per process. What fails ends
 * in amprt_fail, with the location of the op; only amprt_open returns. */
#ifndef LIB_RUN_DEVICE_H
#define LIB_RUN_DEVICE_H

#include "lib/Run/Convolution.h"
#include "lib/Run/Matmul.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Callers ---- */

/* A step: takes the device addresses of its arguments, then of its results.
 * --amp-to-gpu leaves `llvm.func @main(!llvm.ptr, ...)` with one pointer for
 * each of them, in this order, and their types as amp.arguments = [tensor<...>,
 * ...] and amp.results; amp-run makes the step that calls it. */
typedef void (*amprt_step)(void **buffers);

/* Opens "cuda" (the first device of CUDA_VISIBLE_DEVICES) or "trace", which
 * executes nothing and prints every call on stdout. Null, or what is wrong. */
const char *amprt_open(const char *backend);

/* Waits for what runs, and frees all that the device holds. */
void amprt_close(void);

/* "NVIDIA H200, sm_90, 139.8 GiB". */
const char *amprt_device_name(void);

/* "sm_90": what its kernels are to be made for; empty if that is all the same.
 */
const char *amprt_device_chip(void);

/* Memory of the device, aligned to 256 bytes, under a name that messages and
 * traces use ("arg 3"), which is copied. */
void *amprt_device_alloc(uint64_t bytes, const char *name);
void amprt_device_free(void *memory);
void amprt_upload(void *to, const void *from_host, uint64_t bytes);
void amprt_download(void *to_host, const void *from,
                    uint64_t bytes); /* waits */

/* How many bytes the runtime has taken for buffers, temporaries and constants,
 * and how many more there are. */
uint64_t amprt_memory_used(void);
uint64_t amprt_memory_free(void);

/* Runs step(buffers), and does not wait for its end. Kernels access 16 bytes at
 * once, so that buffers must be aligned to 256 bytes, as amprt_device_alloc
 * gives them; other ones are an error. The first run with some
 * buffers launches what the step calls; the second records that as one graph,
 * unless the step called amprt_read or, where the driver has no conditional
 * nodes, amprt_read_condition; from then on the graph is replayed, and the step
 * is not called. */
void amprt_run(amprt_step step, void **buffers, uint32_t count);
void amprt_wait(void);

/* One call of a step. Of a kernel only the time is known here; what it computes
 * and moves is known where it was lowered. */
struct amprt_call {
  const char *name;  /* "cast_512x4096_bf16", "matmul 512x4096x4096 bf16" */
  const char *where; /* "file:line:col" of the op */
  int is_kernel;     /* of our own, from an image */
  double microseconds, flops, bytes;
};

/* Runs step(buffers) `samples` times, call by call, with an event of the device
 * after each; a time is the median, from the end of the call before. Gives the
 * calls of a step, in order, which stay until the next time; 0 under "trace",
 * and where runs differ in their calls. */
uint32_t amprt_time_calls(amprt_step step, void **buffers, uint32_t count,
                          uint32_t samples, const struct amprt_call **calls);

/* Ends amprt_time_calls once *request is not 0: after the call in progress,
 * `stopped` gets the calls with the times that are known, and does not return.
 */
void amprt_stop_timing(const volatile int *request,
                       void (*stopped)(const struct amprt_call *calls,
                                       uint32_t count));

/* The most that the device can do, per second, by its clocks and widths. */
struct amprt_peaks {
  double bytes; /* of memory */
  double low_flops, tf32_flops,
      f32_flops; /* f16 and bf16 on tensor cores, ... */
};
void amprt_device_peaks(struct amprt_peaks *peaks);

/* Whether cuBLASLt and cuDNN have an algorithm that computes this on the
 * device; 1 where they are not to be had. */
int amprt_has_matmul(const struct amprt_matmul *how);
int amprt_has_convolution(const struct amprt_convolution *how);

/* Assembles PTX for the device. Gives the machine code, which stays until the
 * next time, and its bytes; 0 where the driver cannot. */
uint64_t amprt_assemble(const char *ptx, const void **code);

/* What amprt_read gives under "trace", in order; from then on 0. */
void amprt_trace_reads(const int64_t *values, uint64_t count);

/* ---- Lowered code; `where` is "file:line:col" of the op ---- */

struct amprt_kernel {
  const void *image; /* a cubin, a fatbin, or PTX that ends in 0 */
  uint64_t image_bytes;
  const char *name;
  uint32_t grid[3], block[3], shared_bytes, arguments;
  const char *types; /* a letter per argument: p pointer, f f32, l i64, i i32 */
};

/* `arguments` holds the address of each argument's value. */
void amprt_launch(const struct amprt_kernel *kernel, void **arguments,
                  const char *where);

/* All temporaries of a step, at the same address in every run of it. */
void *amprt_arena(uint64_t bytes);

/* The device's copy of a constant, uploaded once, known by its host address. */
const void *amprt_constant(const void *data, uint64_t bytes);

void amprt_copy(void *to, const void *from, uint64_t bytes, const char *where);

/* `count` times the low `width` bytes (1, 2 or 4) of `value`. */
void amprt_fill(void *to, uint32_t value, uint32_t width, uint64_t count,
                const char *where);

/* Waits. A step that reads is never recorded. */
void amprt_read(void *to_host, const void *from, uint64_t bytes,
                const char *where);

/* A loop whose condition the device computes, while (C) B:
 *
 *   do { C; amprt_read_condition(&goes, condition, ...); ... }
 *   while (amprt_continue_loop(&goes) && (B, true));
 *
 * `condition` is a byte of the device, and the address of `goes`, a byte of the
 * host, names the loop until it ends. Calls between the two belong to C. While
 * a step is recorded, a loop says yes once and then no, so that C; B; C becomes
 * a conditional node of the graph (CUDA 12.4); else the byte is read. */
void amprt_read_condition(void *loop, const void *condition, const char *where);
int amprt_continue_loop(const void *loop);

void amprt_matmul(const struct amprt_matmul *how,
                  const struct amprt_operands *with, const char *where);

void amprt_convolution(const struct amprt_convolution *how,
                       const struct amprt_images *with, const char *where);

#ifdef __cplusplus
}
#endif

#endif /* LIB_RUN_DEVICE_H */
