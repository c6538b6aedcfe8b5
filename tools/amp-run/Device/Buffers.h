// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_BUFFERS_H
#define TOOLS_AMP_RUN_DEVICE_BUFFERS_H

#include "Setup.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::runner {

/// Opens the device given by the options and sets `chip` to the device's chip.
LogicalResult openDevice(const CommandLine &options, std::string &chip);

/// Compiles the host code of a module that --amp-to-gpu lowered, prints the
/// memory of a step, and uploads the arguments. Returns null, with an error, on
/// failure.
std::unique_ptr<Buffers> makeDeviceBuffers(OwningOpRef<ModuleOp> module,
                                           const CommandLine &options,
                                           Setup &setup);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_BUFFERS_H
