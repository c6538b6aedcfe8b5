// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_BUFFERS_H
#define TOOLS_AMP_RUN_DEVICE_BUFFERS_H

#include "Setup.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::runner {

/// Opens the device that the options name, for which `chip` is then the best.
LogicalResult openDevice(const CommandLine &options, std::string &chip);

/// Makes the host's code of a module that --amp-to-gpu left, prints how much
/// memory a step takes, and uploads the arguments. Null, and an error, if one
/// of these fails.
std::unique_ptr<Buffers> makeDeviceBuffers(OwningOpRef<ModuleOp> module,
                                           const CommandLine &options,
                                           Setup &setup);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_BUFFERS_H
