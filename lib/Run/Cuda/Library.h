// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared libraries that are loaded on first use, not at startup.
#ifndef LIB_RUN_CUDA_LIBRARY_H
#define LIB_RUN_CUDA_LIBRARY_H

#include <string>
#include <vector>

namespace amprt {

struct Symbol {
  const char *name;
  void **address;
};

/// Loads the first available library of `libraries`, and finds all symbols in
/// it. Returns an empty string, or an error.
std::string loadLibrary(const std::vector<const char *> &libraries,
                        const std::vector<Symbol> &symbols);

} // namespace amprt

#endif // LIB_RUN_CUDA_LIBRARY_H
