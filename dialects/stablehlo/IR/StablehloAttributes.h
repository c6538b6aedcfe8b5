// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect with its enums, attributes and types, without its ops.
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOATTRIBUTES_H
#define DIALECTS_STABLEHLO_IR_STABLEHLOATTRIBUTES_H

#include "dialects/stablehlo/IR/Traits.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"

#include "dialects/stablehlo/IR/StablehloDialect.h.inc"
#include "dialects/stablehlo/IR/StablehloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/stablehlo/IR/StablehloAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/stablehlo/IR/StablehloTypes.h.inc"

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOATTRIBUTES_H
