// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_KERNELTIMES_H
#define TOOLS_AMP_RUN_DEVICE_KERNELTIMES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

struct amprt_call;
struct amprt_peaks;

namespace mlir::amp::runner {

/// Prints the calls of a step by kernel, sorted by the time lost against the
/// chip's peaks. `launches` is the module's amp.launches, or null.
void printKernelTimes(llvm::raw_ostream &os,
                      llvm::ArrayRef<struct amprt_call> calls,
                      DictionaryAttr launches, const struct amprt_peaks &peaks);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_KERNELTIMES_H
