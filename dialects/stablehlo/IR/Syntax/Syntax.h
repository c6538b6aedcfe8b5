// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written parts of the assembly format, called by the generated parsers
// and printers: custom<X> of a .td file is parseX and printX here.
#ifndef DIALECTS_STABLEHLO_IR_SYNTAX_SYNTAX_H
#define DIALECTS_STABLEHLO_IR_SYNTAX_SYNTAX_H

#include "dialects/stablehlo/IR/Syntax/TypeSyntax.h"

namespace mlir::amp::stablehlo {

// `[1, 2]`
FailureOr<SmallVector<int64_t>> parseDims(AsmParser &parser);
void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims);

// `%a, %b,`
ParseResult parseVariadicOperandWithAttribute(OpAsmParser &parser,
                                              Operands &operands);
void printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *op,
                                       OperandRange operands);

// `e5m10`
ParseResult parseExponentMantissa(AsmParser &parser, IntegerAttr &exponent,
                                  IntegerAttr &mantissa);
void printExponentMantissa(AsmPrinter &printer, Operation *op,
                           IntegerAttr exponent, IntegerAttr mantissa);

// `@name`
ParseResult parseCustomCallTarget(AsmParser &parser, StringAttr &target);
void printCustomCallTarget(AsmPrinter &printer, Operation *op,
                           StringAttr target);

// `[0:4, 2:8:2]`
ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides);
void printSliceRanges(OpAsmPrinter &printer, Operation *op,
                      ArrayRef<int64_t> starts, ArrayRef<int64_t> limits,
                      ArrayRef<int64_t> strides);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_SYNTAX_SYNTAX_H
