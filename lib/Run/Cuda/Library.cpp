// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Library.h"

#include <dlfcn.h>

std::string amprt::loadLibrary(const std::vector<const char *> &libraries,
                               const std::vector<Symbol> &symbols) {
  std::string error;
  for (const char *name : libraries) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      error += (error.empty() ? "" : "; ") + std::string(dlerror());
      continue;
    }
    for (const Symbol &symbol : symbols) {
      *symbol.address = dlsym(library, symbol.name);
      if (!*symbol.address)
        return std::string(name) + " has no " + symbol.name;
    }
    return "";
  }
  return error;
}
