/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Runtime API of compiled programs: a C ABI that links no MLIR. */
#ifndef LIB_RUN_RUN_H
#define LIB_RUN_RUN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types of contractions. */
enum amprt_type {
  AMPRT_F64,
  AMPRT_F32,
  AMPRT_F16,
  AMPRT_BF16,
};

/* c = sum of a * b, or c += sum: a nest of `loops` loops, which takes one
 * element of each array at each point. `table` has 4 rows of `loops` entries:
 * the size of each loop, then its stride in a, in b and in c, in elements (0:
 * the loop does not index the array; negative: backwards). Loops that do not
 * index c are reductions. Products and accumulators are f32, or f64 if c is
 * f64; c is f32 or f64. Matmuls of any layout and batch, and convolutions (two
 * loops index one dimension of a), have this form. */
void amprt_contract(int64_t loops, const int64_t *table, const void *a,
                    enum amprt_type type_of_a, const void *b,
                    enum amprt_type type_of_b, void *c,
                    enum amprt_type type_of_c, int accumulate);

/* Two environment variables are read once. AMP_THREADS is the number of
 * threads; the default is one per core. AMP_KERNELS selects avx512, avx2 or
 * portable for contractions; the default is the best that the processor
 * supports. */

/* Calls body(context, begin, end) on parts that cover [0, extent), on all
 * cores. Only the last part may be shorter than `grain`. Returns when all parts
 * are done. */
void amprt_parallel_for(int64_t extent, int64_t grain,
                        void (*body)(void *context, int64_t begin, int64_t end),
                        void *context);

/* Allocates memory aligned to `alignment` bytes, or calls amprt_fail. */
void *amprt_alloc(uint64_t bytes, uint64_t alignment);
void amprt_free(void *memory);

/* Ends the process: `error: message` on stderr, exit code 1, no destructors.
 * Before that it calls the hook, which may be null. */
void amprt_fail(const char *message);
void amprt_at_fail(void (*hook)(void));

#ifdef __cplusplus
}
#endif

#endif /* LIB_RUN_RUN_H */
