// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_IMAGE_H
#define LIB_RUN_CUDA_IMAGE_H

#include <string>

namespace amprt::cuda {

/// Returns the target of a kernel image, `sm_90a`; empty if the image does not
/// name one, like a fatbin with several.
std::string chipOf(const void *image);

/// Returns true if a device of compute capability `major`.`minor` runs the
/// image; true if only the driver knows.
bool runsOn(const void *image, int major, int minor);

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_IMAGE_H
