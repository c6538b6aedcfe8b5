// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that is looked for when it is first used, not when we start.
#ifndef LIB_RUN_CUDA_LIBRARY_H
#define LIB_RUN_CUDA_LIBRARY_H

#include <string>
#include <vector>

namespace amprt {

struct Symbol {
  const char *name;
  void **address;
};

/// Loads the first of `libraries` that there is and finds all symbols in it.
/// Empty, or what is wrong.
std::string loadLibrary(const std::vector<const char *> &libraries,
                        const std::vector<Symbol> &symbols);

} // namespace amprt

#endif // LIB_RUN_CUDA_LIBRARY_H
