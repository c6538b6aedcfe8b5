/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Runtime API of programs lowered for a GPU, and of their callers: a C ABI that
 * links no MLIR. There is one device per process. Errors end in amprt_fail,
 * with the location of the op; only amprt_open returns them. */
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
 * executes nothing and prints every call on stdout. Returns null, or an error
 * message. */
const char *amprt_open(const char *backend);

/* Waits for the device, and frees all memory on it. */
void amprt_close(void);

/* Returns "NVIDIA H200, sm_90, 139.8 GiB". */
const char *amprt_device_name(void);

/* Returns the target of the device's kernels, "sm_90"; empty if any suits. */
const char *amprt_device_chip(void);

/* Allocates device memory, aligned to 256 bytes, with a name for messages and
 * traces ("arg 3"), which is copied. */
void *amprt_device_alloc(uint64_t bytes, const char *name);
void amprt_device_free(void *memory);
void amprt_upload(void *to, const void *from_host, uint64_t bytes);
void amprt_download(void *to_host, const void *from,
                    uint64_t bytes); /* waits */

/* Bytes that the runtime has allocated for buffers, temporaries and constants,
 * and bytes that are free. */
uint64_t amprt_memory_used(void);
uint64_t amprt_memory_free(void);

/* Runs step(buffers) asynchronously. Kernels access 16 bytes at once, so that
 * buffers must be aligned to 256 bytes, as those of amprt_device_alloc are;
 * other buffers are an error. The first run with given buffers launches the
 * calls of the step. The second captures them as one CUDA graph, unless the
 * step called amprt_read or, if the driver has no conditional nodes,
 * amprt_read_condition. Later runs replay the graph, and do not call the step.
 */
void amprt_run(amprt_step step, void **buffers, uint32_t count);
void amprt_wait(void);

/* One call of a step. For a kernel, only the time is known at run time; its
 * FLOP and bytes are known at the time of lowering. */
struct amprt_call {
  const char *name;  /* "cast_512x4096_bf16", "matmul 512x4096x4096 bf16" */
  const char *where; /* "file:line:col" of the op */
  int is_kernel;     /* from an image, not from a library */
  double microseconds, flops, bytes;
};

/* Runs step(buffers) `samples` times, call by call, with a CUDA event after
 * each. A time is the median, from the end of the previous call. Returns the
 * number of calls of a step; `calls`, in order, are valid until the next
 * invocation. Returns 0 under "trace", and if runs differ in their calls. */
uint32_t amprt_time_calls(amprt_step step, void **buffers, uint32_t count,
                          uint32_t samples, const struct amprt_call **calls);

/* Ends amprt_time_calls once *request is not 0: after the call in progress,
 * `stopped` gets the calls with the times known so far. It does not return. */
void amprt_stop_timing(const volatile int *request,
                       void (*stopped)(const struct amprt_call *calls,
                                       uint32_t count));

/* Peak rates of the device per second, by its clocks and widths. */
struct amprt_peaks {
  double bytes; /* of memory */
  double low_flops, tf32_flops,
      f32_flops; /* f16 and bf16 on tensor cores, ... */
};
void amprt_device_peaks(struct amprt_peaks *peaks);

/* Returns 1 if cuBLASLt or cuDNN has an algorithm for this op on the device, or
 * if the library is not available. */
int amprt_has_matmul(const struct amprt_matmul *how);
int amprt_has_convolution(const struct amprt_convolution *how);

/* Assembles PTX for the device. Returns the bytes of the machine code, which is
 * valid until the next invocation; 0 if the driver cannot assemble. */
uint64_t amprt_assemble(const char *ptx, const void **code);

/* Sets the results of amprt_read under "trace", in order; later ones are 0. */
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

/* Returns memory for all temporaries of a step, at one address for all runs. */
void *amprt_arena(uint64_t bytes);

/* Returns the device copy of a constant, uploaded once, by its host address. */
const void *amprt_constant(const void *data, uint64_t bytes);

void amprt_copy(void *to, const void *from, uint64_t bytes, const char *where);

/* Fills with the low `width` bytes (1, 2 or 4) of `value`, `count` times. */
void amprt_fill(void *to, uint32_t value, uint32_t width, uint64_t count,
                const char *where);

/* Reads synchronously. A step that reads is never captured. */
void amprt_read(void *to_host, const void *from, uint64_t bytes,
                const char *where);

/* A loop whose condition is computed on the device, while (C) B:
 *
 *   do { C; amprt_read_condition(&goes, condition, ...); ... }
 *   while (amprt_continue_loop(&goes) && (B, true));
 *
 * `condition` is a byte on the device. The address of `goes`, a byte on the
 * host, identifies the loop until it ends. Calls between the two functions
 * belong to C. While a step is captured, amprt_continue_loop returns 1 once,
 * then 0, so that C; B; C becomes a conditional node of the graph (CUDA 12.4).
 * Otherwise, the byte is read. */
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
