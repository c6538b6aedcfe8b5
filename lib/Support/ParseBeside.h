// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parser of a module that is compared with another one of the same context.
#ifndef LIB_SUPPORT_PARSEBESIDE_H
#define LIB_SUPPORT_PARSEBESIDE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp {

/// Parses `file`. Each parsed file has its own handles of resources, so that
/// equal `dense_resource` attributes of two files differ. In the returned
/// module, attributes with the type and the data of one in `other` are that
/// one.
OwningOpRef<ModuleOp> parseBeside(StringRef file, ModuleOp other);

} // namespace mlir::amp

#endif // LIB_SUPPORT_PARSEBESIDE_H
