// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLO_H
#define DIALECTS_CHLO_IR_CHLO_H

#include "mlir/IR/Dialect.h"

#include "dialects/chlo/IR/ChloDialect.h.inc"

#endif // DIALECTS_CHLO_IR_CHLO_H
