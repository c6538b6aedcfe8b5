// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLO_H
#define DIALECTS_STABLEHLO_IR_STABLEHLO_H

#include "mlir/IR/Dialect.h"

#include "dialects/stablehlo/IR/StablehloDialect.h.inc"

#endif // DIALECTS_STABLEHLO_IR_STABLEHLO_H
