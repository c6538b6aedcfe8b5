// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMP_H
#define DIALECTS_AMP_IR_AMP_H

#include "mlir/IR/Dialect.h"

#include "dialects/amp/IR/AmpDialect.h.inc"

#endif // DIALECTS_AMP_IR_AMP_H
