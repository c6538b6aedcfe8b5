/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * other-mlir PLUGIN [LIBRARY]: prints the version of MLIR's plugin interface that the plugin reports, after loading LIBRARY. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  uint32_t apiVersion;
  const char *name, *version;
  void (*callback)(void);
} Info;

int main(int argc, char **argv) {
  if (argc > 2 && !dlopen(argv[2], RTLD_NOW))
    return 2;
  void *plugin = dlopen(argv[1], RTLD_NOW);
  void *symbol = plugin ? dlsym(plugin, "mlirGetPassPluginInfo") : NULL;
  Info (*getInfo)(void) = NULL;
  memcpy(&getInfo, &symbol, sizeof(symbol));
  if (!getInfo)
    return 3;
  printf("%s: interface %u\n", getInfo().name, getInfo().apiVersion);
  return 0;
}
