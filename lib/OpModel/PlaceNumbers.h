// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_PLACENUMBERS_H
#define LIB_OPMODEL_PLACENUMBERS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// A list of the dimension numbers of a gather or scatter, of whatever
/// declaration of StableHLO: by its text, in which both agree.
SmallVector<int64_t, 4> placeNumbers(Operation *op, StringRef name);

} // namespace mlir::amp

#endif // LIB_OPMODEL_PLACENUMBERS_H
