// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_KERNELS_H
#define LIB_RUN_CUDA_KERNELS_H

#include "lib/Run/Cuda/Driver.h"
#include "lib/Run/Device.h"

#include <map>
#include <vector>

namespace amprt::cuda {

/// Functions of the device; each image is loaded once.
class Kernels {
public:
  explicit Kernels(const Driver &driver) : driver(driver) {}
  Handle find(const amprt_kernel &kernel, const char *where);
  void clear();

  /// Returns `sm_90`.
  std::string chip() const;
  amprt_peaks peaks() const;
  /// Returns the machine code of PTX; none if the driver cannot assemble.
  /// Loading the PTX then reports the error.
  std::vector<char> assemble(const char *ptx) const;

private:
  int attribute(int which) const;
  /// Returns 90 for `sm_90`.
  int version() const;
  Handle load(const amprt_kernel &kernel, const char *where);

  using Key = std::pair<const void *, std::string>; // image, name
  const Driver &driver;
  std::map<const void *, Handle> modules; // by image
  std::map<Key, Handle> functions;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_KERNELS_H
