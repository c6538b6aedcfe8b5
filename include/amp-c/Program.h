/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Native code of a module for the CPU of this machine, in this process. Any
 * thread may call any function; calls of one program may run at the same time.
 */
#ifndef AMP_C_PROGRAM_H
#define AMP_C_PROGRAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct amp_program amp_program;

/* Shape and element type of an argument or result. */
typedef struct {
  const char *element;  /* as MLIR writes it: "f32", "bf16", "complex<f32>" */
  uint64_t bytes;       /* of the whole array */
  uint64_t rank;        /* number of dimensions */
  const int64_t *sizes; /* `rank` sizes, in elements */
} amp_array;

/* Compiles function `entry` of a module of `bytes` bytes: StableHLO, before or
 * after amp-opt --amp, whose arguments and results have static shapes. Returns
 * null on failure, with the errors in *messages; otherwise *messages holds the
 * warnings. The caller owns the program (amp_destroy) and the messages
 * (amp_free_messages). */
amp_program *amp_compile(const char *module, uint64_t bytes, const char *entry,
                         char **messages);
void amp_free_messages(char *messages);
void amp_destroy(amp_program *program);

/* Arguments and results of the entry function; *count is their number. The
 * program owns them. */
const amp_array *amp_arguments(const amp_program *program, uint64_t *count);
const amp_array *amp_results(const amp_program *program, uint64_t *count);

/* Runs the function once on arrays of the caller: dense, row-major, each
 * aligned to 64 bytes. Results overlap neither each other nor arguments. An i1
 * is one byte, and so is an integer of fewer than 8 bits, sign-extended if it
 * is signed. If an allocation fails, the process exits with code 1 and a line
 * on stderr. */
void amp_call(const amp_program *program, const void *const *arguments,
              void *const *results);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_PROGRAM_H */
