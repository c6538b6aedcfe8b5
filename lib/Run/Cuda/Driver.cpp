// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Driver.h"
#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Library.h"

using namespace amprt;
using namespace amprt::cuda;

std::string Driver::load() {
#define AMPRT_SYMBOL(name, symbol, parameters)                                 \
  {#symbol, reinterpret_cast<void **>(&this->name)},
  return loadLibrary({"libcuda.so.1"}, {AMPRT_CUDA_DRIVER(AMPRT_SYMBOL)});
#undef AMPRT_SYMBOL
}

std::string Driver::describe(Result result) const {
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) || getErrorString(result, &text) || !name ||
      !text)
    return "CUDA error " + std::to_string(result);
  return std::string(text) + " (" + name + ")";
}

void Driver::check(Result result, const char *where,
                   const std::string &what) const {
  if (result != Success)
    fail(where, what + ": " + describe(result));
}
