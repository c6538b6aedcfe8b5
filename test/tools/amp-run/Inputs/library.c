/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "amp-c/Program.h"
#include <stdio.h>
#include <string.h>

static const char module[] =
    "func.func @scaled(%x: tensor<2x4xf16>, %by: tensor<f16>)\n"
    "    -> tensor<2x4xf16> {\n"
    "  %0 = stablehlo.broadcast_in_dim %by, dims = []\n"
    "         : (tensor<f16>) -> tensor<2x4xf16>\n"
    "  %1 = stablehlo.multiply %x, %0 : tensor<2x4xf16>\n"
    "  return %1 : tensor<2x4xf16>\n"
    "}\n";

_Alignas(64) static uint16_t x[] = {0x3c00, 0x4000, 0x4200, 0x4400,
                                    0xbc00, 0,      0x7bff, 0x0001};
_Alignas(64) static uint16_t two[] = {0x4000};
_Alignas(64) static uint16_t y[8];

int main(void) {
  char *messages;
  amp_program *none = amp_compile(module, strlen(module), "main", &messages);
  printf("%d %s", none == NULL, messages);
  amp_free_messages(messages);

  amp_program *scaled =
      amp_compile(module, strlen(module), "scaled", &messages);
  amp_free_messages(messages);
  uint64_t arguments, results;
  const amp_array *in = amp_arguments(scaled, &arguments);
  const amp_array *out = amp_results(scaled, &results);
  printf("%d in: %s of %d bytes, %dx%d; %s, rank %d\n", (int)arguments,
         in->element, (int)in->bytes, (int)in->sizes[0], (int)in->sizes[1],
         in[1].element, (int)in[1].rank);
  printf("%d out: %s of %d bytes\n", (int)results, out->element,
         (int)out->bytes);

  const void *from[] = {x, two};
  void *to[] = {y};
  amp_call(scaled, from, to);
  for (int i = 0; i < 8; ++i)
    printf("%04x ", y[i]);
  amp_destroy(scaled);
  return 0;
}
