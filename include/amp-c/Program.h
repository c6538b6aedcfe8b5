/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module as native code of this machine, in this process: what libAmp
 * exports, and all of it. The calls may come from any thread. */
#ifndef AMP_C_PROGRAM_H
#define AMP_C_PROGRAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct amp_program amp_program;

/* An argument or result. */
typedef struct {
  const char *element; /* as MLIR writes it: "f32", "bf16", "complex<f32>" */
  uint64_t bytes;      /* of the whole array */
  uint64_t rank;
  const int64_t *sizes;
} amp_array;

/* Compiles function `entry` of a module, `bytes` of StableHLO before or after
 * amp-opt --amp, whose arguments and results have static shapes. Null when it
 * is refused. *messages is then why, and may be warnings otherwise; the caller
 * frees it with amp_free_messages. */
amp_program *amp_compile(const char *module, uint64_t bytes, const char *entry,
                         char **messages);
void amp_free_messages(char *messages);
void amp_destroy(amp_program *program);

/* What it takes and gives; these live as long as the program. */
const amp_array *amp_arguments(const amp_program *program, uint64_t *count);
const amp_array *amp_results(const amp_program *program, uint64_t *count);

/* Runs once, on dense row-major arrays of the caller, each aligned to 64 bytes.
 * Results overlap neither each other nor arguments; i1 is a byte, and so is an
 * integer of fewer bits, with its sign. When memory runs out, the process ends
 * with exit code 1 and a line on stderr, as amp-run does. */
void amp_call(const amp_program *program, const void *const *arguments,
              void *const *results);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_PROGRAM_H */
