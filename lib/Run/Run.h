/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What compiled programs call at run time: a C ABI that links no MLIR. */
#ifndef LIB_RUN_RUN_H
#define LIB_RUN_RUN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types of elements in contractions. */
enum amprt_type {
  AMPRT_F64,
  AMPRT_F32,
  AMPRT_F16,
  AMPRT_BF16,
};

/* c = sum of a * b, or c += that: a nest of `loops` loops over all of whose
 * points one element of each array is taken. `table` has 4 rows of `loops`
 * entries: the size of each loop, then how many elements one step of it moves
 * in a, in b and in c (0: it does not index that array; negative: backwards).
 * A loop that does not index c is summed over. Products and sums are f32, or
 * f64 if c is f64; c is f32 or f64. Matrix products of any layout and batch,
 * and convolutions (two loops that index one dimension of a), have this form.
 */
void amprt_contract(int64_t loops, const int64_t *table, const void *a,
                    enum amprt_type type_of_a, const void *b,
                    enum amprt_type type_of_b, void *c,
                    enum amprt_type type_of_c, int accumulate);

/* Two variables of the environment are read once: AMP_THREADS, how many threads
 * there are instead of one per core, and AMP_KERNELS, which of avx512, avx2 and
 * portable computes contractions instead of the best that the processor has. */

/* Calls body(context, begin, end) on parts of [0, extent) that cover it, on all
 * cores; no part but the last is shorter than `grain`. Returns when all have.
 */
void amprt_parallel_for(int64_t extent, int64_t grain,
                        void (*body)(void *context, int64_t begin, int64_t end),
                        void *context);

/* Memory aligned to `alignment` bytes; amprt_fail says so when there is none.
 */
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
