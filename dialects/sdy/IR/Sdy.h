// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDY_H
#define DIALECTS_SDY_IR_SDY_H

#include "mlir/IR/Dialect.h"

#include "dialects/sdy/IR/SdyDialect.h.inc"

#endif // DIALECTS_SDY_IR_SDY_H
