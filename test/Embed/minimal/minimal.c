/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * minimal-c PIPELINE < MODULE: prints the module after a pipeline, "amp{compute=bf16}". */
#include "amp-c/Amp.h"
#include <stdio.h>

static void print(FILE *file, MlirStringRef text) { fwrite(text.data, 1, text.length, file); }

int main(int argc, char **argv) {
  static char text[1 << 20];
  MlirStringRef module = mlirStringRefCreate(text, fread(text, 1, sizeof(text), stdin));
  MlirStringRef pipeline = mlirStringRefCreateFromCString(argv[argc - 1]);
  AmpResult *result = ampRewriteText(module, pipeline, AmpFormatText);
  int failed = !ampResultSucceeded(result);
  print(stderr, ampResultDiagnostics(result));
  print(stdout, ampResultModule(result));
  ampResultDestroy(result);
  return failed;
}
