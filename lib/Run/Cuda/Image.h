// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_IMAGE_H
#define LIB_RUN_CUDA_IMAGE_H

#include <string>

namespace amprt::cuda {

/// `sm_90a`: what an image of kernels was made for; empty where it does not say
/// so, as a fatbin that holds several.
std::string chipOf(const void *image);

/// Returns true if a device of compute capability `major`.`minor` runs the
/// image; true if only the driver knows.
bool runsOn(const void *image, int major, int minor);

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_IMAGE_H
