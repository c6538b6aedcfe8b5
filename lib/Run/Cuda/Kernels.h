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

  /// `sm_90`.
  std::string chip() const;
  amprt_peaks peaks() const;
  /// Machine code of PTX; none where the driver cannot, which loading the PTX
  /// then explains.
  std::vector<char> assemble(const char *ptx) const;

private:
  int attribute(int which) const;
  Handle load(const amprt_kernel &kernel, const char *where);

  using Key = std::pair<const void *, std::string>; // image, name
  const Driver &driver;
  std::map<const void *, Handle> modules; // by image
  std::map<Key, Handle> functions;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_KERNELS_H
